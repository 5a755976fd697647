"""Holds a running server to its contract: calls it, checks what it says, and counts what was seen."""
