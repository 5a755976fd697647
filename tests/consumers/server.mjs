// Evaluates one expression per line of standard input, where `it` is the package that the first argument names.
// JSON leaves undefined values out.
import { createInterface } from "node:readline";

const it = await import(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const value = new Function("it", `"use strict"; return (${JSON.parse(line)});`)(it);
    console.log(JSON.stringify({ value: value === undefined ? null : value }));
  } catch (error) {
    console.log(JSON.stringify({ error: [error.name, error.message] }));
  }
}
