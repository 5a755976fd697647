// Calls functions of modules: one call per line of standard input, its result or error on a line of standard output,
// with what it logs.
import { createInterface } from "node:readline";

const left = (value) => (value === "undefined!" ? undefined : value);
const seen = (_key, value) => (value === undefined ? "undefined!" : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, calls, clock } = JSON.parse(line);
  const still = clock && { now: () => new Date(clock.now), monotonic: () => clock.monotonic };
  const results = [];
  let logged;
  console.warn = (text) => logged.push(text);
  for (const given of calls) {
    logged = [];
    if (still) given[1] = { ...given[1], started: 0, clock: still };
    try {
      const value = (await import(module))[name](...given.map(left));
      results.push({ value, ...(logged.length && { logged }) });
    } catch (error) {
      results.push({ error: `${error.name}: ${error.message}` });
    }
  }
  console.log(JSON.stringify(results, seen));
}
