// A client of the TypeScript SDK v1: see client.py.
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { converse } from "./conversation.mjs";

await converse(JSON.parse(readFileSync(0, "utf8")), Client, StdioClientTransport, StreamableHTTPClientTransport);
