// Merges keys into responses: one merge per line of standard input, its result and its warnings on a line of output.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, merges } = JSON.parse(line);
  const merge = (await import(module))[name];
  const results = merges.map(({ response, given, plugins, gates }) => {
    const log = [];
    const before = JSON.stringify([response, given, plugins]);
    const made = merge(response, given, { plugins, gates, warn: (message) => log.push(["warn", message]), debug: (message) => log.push(["debug", message]) });
    const isKept = Object.keys(made).every((key) => {
      if (!Object.hasOwn(response, key)) return true;
      const value = response[key];
      return made[key] === value || made[key]?.constructor === Object;
    });
    // Pairs, because an object could not show a key such as `__proto__` that became its prototype.
    const entries = Object.entries(made);
    const isChanged = before !== JSON.stringify([response, given, plugins]);
    const isOwn = Object.getPrototypeOf(made) === Object.prototype;
    return { entries, log, isChanged, isKept, isOwn };
  });
  console.log(JSON.stringify(results));
}
