// The server of specs.py with the TypeScript SDK v2.
import { McpServer } from "@modelcontextprotocol/server";
import { NotFoundError, errors, successResponse } from "response-v2";
import { registerContractTool } from "response-v2/mcp";
import * as z from "zod";
import { run } from "./serving-v2.mjs";

const specs = {
  billing: { title: "Billing", tasks: ["charge", "refund", "report"] },
  search: { title: "Search", tasks: ["index"] },
};

const getSpec = { description: "Return one specification.", inputSchema: z.object({ spec_id: z.string() }) };

const listTasks = {
  description: "Return the first tasks of a specification, and say if there are more.",
  inputSchema: z.object({ spec_id: z.string(), limit: z.int().min(1).max(100).default(2) }),
};

const addTask = {
  description: "Add a task. Nobody can do that too often.",
  inputSchema: z.object({ spec_id: z.string(), task: z.string() }),
};

function create() {
  const server = new McpServer({ name: "specs", version: "1.0.0" });

  registerContractTool(server, "get_spec", getSpec, ({ spec_id }) => {
    if (spec_id === "draft") throw new Error("the database password is hunter2"); // a crash: no client sees this text
    if (!(spec_id in specs)) throw new NotFoundError(`There is no spec '${spec_id}'`, { errorCode: "SPEC_NOT_FOUND" });
    return { spec: { id: spec_id, ...specs[spec_id] } };
  });

  registerContractTool(server, "list_tasks", listTasks, async ({ spec_id, limit }) => {
    const tasks = specs[spec_id]?.tasks ?? [];
    const left = tasks.length - limit;
    const options = left > 0 ? { warnings: [`${left} tasks were left out`], contentFidelity: "partial" } : {};
    return successResponse({ tasks: tasks.slice(0, limit) }, options);
  });

  registerContractTool(server, "add_task", addTask, () =>
    errors.rateLimitExceeded({ limit: 0, period: "minute", retryAfterSeconds: 45 }),
  );

  return server;
}

await run(create);
