// Asks the services of the example that run in Node, and prints what they answer.

import { app } from "./hono_service.mjs";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { responseMeta, router } from "./trpc_service.mjs";

const book = { isbn: "9780199535569", title: "Emma", copies: 1 };
const full = { ...book, copies: 12 };
const wrong = { ...book, isbn: "1" };
const none = { ...book, copies: 0 };
const found = { hono: {}, trpc: {}, logged: [] };
console.error = (error) => found.logged.push(String(error));

for (const [name, given] of Object.entries({ book, full, wrong, none })) {
  const headers = { "Content-Type": "application/json" };
  const response = await app.request("/books", { method: "PUT", headers, body: JSON.stringify(given) });
  found.hono[name] = [response.status, response.headers.get("Content-Type"), await response.json()];
  try {
    found.trpc[name] = await router.createCaller({}).returnBook(given);
  } catch (error) {
    found.trpc[name] = error.code;
  }
}
const nowhere = await app.request("/nowhere");
found.hono.nowhere = [nowhere.status, nowhere.headers.get("Content-Type"), await nowhere.json()];
found.overHttp = {};
for (const [name, given] of Object.entries({ thrown: { ...book, copies: 11 }, wrong, none })) {
  const headers = { "Content-Type": "application/json" };
  const req = new Request("http://desk/trpc/returnBook", { method: "POST", headers, body: JSON.stringify(given) });
  const response = await fetchRequestHandler({ endpoint: "/trpc", router, req, responseMeta });
  found.overHttp[name] = [response.status, await response.json()];
}
console.log(JSON.stringify(found));
