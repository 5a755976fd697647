// Runs an example with the TypeScript SDK v2, over stdio or, with `--http PORT`, over HTTP on this computer.
import { createServer } from "node:http";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

export async function run(create) {
  const [flag, port] = process.argv.slice(2);
  if (flag !== "--http") return create().connect(new StdioServerTransport());
  const handler = createMcpHandler(create);
  createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await handler.fetch(new Request(`http://127.0.0.1:${port}${url}`, { method, headers, ...body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(Number(port), "127.0.0.1");
}
