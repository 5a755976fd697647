"""Servers: what one does about every call, over MCP and over HTTP."""
