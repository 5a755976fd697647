// Runs an example with the TypeScript SDK v1, over stdio or, with `--http PORT`, over HTTP on this computer.
import { createServer } from "node:http";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

export async function run(create) {
  const [flag, port] = process.argv.slice(2);
  if (flag !== "--http") return create().connect(new StdioServerTransport());
  createServer(async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await create().connect(transport);
    await transport.handleRequest(request, response);
  }).listen(Number(port), "127.0.0.1");
}
