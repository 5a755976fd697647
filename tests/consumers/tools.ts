// Tools that type checkers accept, and below the line, tools in which they find a mistake each.
import { McpServer as OldServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { contractTool, outputSchema, registerContractTool } from "bakery/mcp";
import { outputSchema as oldOutputSchema, registerContractTool as registerOld } from "bakery/mcp/v1";
import * as z from "zod";

const server = new McpServer({ name: "bakery", version: "1" });
const inputSchema = z.object({ name: z.string() });
registerContractTool(server, "get_bread", { inputSchema }, ({ name }) => ({ bread: { name, price: 1 } }));
registerContractTool(server, "other", { inputSchema }, async ({ name }) => ({ length: name.length }));
registerContractTool(server, "no_input", { description: "x" }, () => ({}));
const callback = contractTool(({ name }: { name: string }) => ({ bread: { name, price: 1 } }), { tool: "get_bread" });
server.registerTool("own", { inputSchema, outputSchema: outputSchema("get_bread") }, callback);
const old = new OldServer({ name: "bakery", version: "1" });
registerOld(old, "other", { inputSchema: { name: z.string() } }, ({ name }) => ({ name: name.toUpperCase() }));
old.registerTool("own", { outputSchema: oldOutputSchema("get_bread") }, contractTool(() => ({})));
// ---------------------------------------------------------------------------------------------------------------------
registerContractTool(server, "get_bread", { inputSchema }, ({ name }) => ({ bred: { name, price: 1 } }));
registerContractTool(server, "other", { descripton: "x", inputSchema }, () => ({}));
registerContractTool(server, "other", { inputSchema }, () => ({}), { tool: "nonsense" });
registerContractTool(server, "other", { inputSchema }, () => ({ bred: 1 }), { tool: "get_bread" });
registerContractTool(server, "other", { inputSchema }, ({ nme }) => ({ nme }));
outputSchema("nonsense");
