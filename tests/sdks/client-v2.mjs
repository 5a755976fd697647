// A client of the TypeScript SDK v2: see client.py.
import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { converse } from "./conversation.mjs";

await converse(JSON.parse(readFileSync(0, "utf8")), Client, StdioClientTransport, StreamableHTTPClientTransport);
