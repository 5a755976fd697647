// Calls functions of modules: one call per line of standard input, its result or error on a line of standard output.
import { createInterface } from "node:readline";

const seen = (_key, value) => (value === undefined ? "undefined!" : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, calls } = JSON.parse(line);
  const results = [];
  for (const given of calls) {
    try {
      results.push({ value: (await import(module))[name](...given) });
    } catch (error) {
      results.push({ error: `${error.name}: ${error.message}` });
    }
  }
  console.log(JSON.stringify(results, seen));
}
