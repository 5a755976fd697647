// Times the generated TypeScript package beside other validators: values in, nanoseconds per value out, both as JSON.
import { readFileSync } from "node:fs";
import { Compile } from "typebox/compile";
import { isValid, validate } from "../../generated/response-v2/typescript/index.js";
import { schema, standaloneValidator } from "./ajv_standalone.mjs";
import { envelope } from "./zod_envelope.mjs";

const ROUNDS = 60;
// Long enough for the clock and the compiler, and too short to be interrupted every time.
const BATCH_NANOSECONDS = 2e6;

const values = JSON.parse(readFileSync(0, "utf8"));
const code = Buffer.from(await standaloneValidator()).toString("base64");
const { default: ajv } = await import(`data:text/javascript;base64,${code}`);
const typebox = Compile(schema);
const work = {
  isValid: (value) => isValid(value),
  validate: (value) => validate(value).every((finding) => finding.level !== "error"),
  "Ajv, standalone": (value) => ajv(value),
  "TypeBox, compiled": (value) => typebox.Check(value),
  zod: (value) => envelope.safeParse(value).success,
};

/** A verdict that is wrong is not fast. */
function agree() {
  for (const [kind, list] of Object.entries(values)) {
    for (const [name, verdict] of Object.entries(work)) {
      for (const value of list) {
        if (verdict(value) !== (kind !== "broken")) throw new Error(`${name} is wrong about ${JSON.stringify(value)}`);
      }
    }
  }
}

function batch(verdict, list, times) {
  const begin = process.hrtime.bigint();
  let valid = 0;
  for (let time = 0; time < times; time++) for (const value of list) valid += verdict(value) ? 1 : 0;
  const nanoseconds = Number(process.hrtime.bigint() - begin);
  if (valid % times !== 0) throw new Error("a verdict changed");
  return nanoseconds / times;
}

/** The smallest time of each, and the median. They take turns, so that a slow moment of the machine hits all of them. */
function turns(list) {
  const names = Object.keys(work);
  const counts = names.map((name) => {
    for (let warm = 0; warm < 20; warm++) batch(work[name], list, 500);
    return Math.max(1, Math.floor(BATCH_NANOSECONDS / batch(work[name], list, 500)));
  });
  const found = names.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    names.forEach((name, index) => found[index].push(batch(work[name], list, counts[index]) / list.length));
  }
  return Object.fromEntries(names.map((name, index) => [name, smallestAndMedian(found[index])]));
}

function smallestAndMedian(times) {
  const sorted = times.toSorted((one, other) => one - other);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)]];
}

agree();
const measured = Object.fromEntries(Object.entries(values).map(([kind, list]) => [kind, turns(list)]));
process.stdout.write(JSON.stringify(measured));
