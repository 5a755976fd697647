// Times the generated TypeScript package beside other validators: values in, nanoseconds per value out, both as JSON.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isValid, validate } from "../../generated/response-v2/typescript/index.js";
import { envelope } from "./zod_envelope.mjs";

const ROUNDS = 100;
// Long enough for the clock and the compiler, and too short to be interrupted every time.
const BATCH_NANOSECONDS = 2e6;

const values = JSON.parse(readFileSync(0, "utf8"));
const schema = JSON.parse(
  readFileSync(new URL("../../generated/response-v2/json-schema/response-v2.schema.json", import.meta.url), "utf8"),
);
// The patterns say all that the formats say, so Ajv need not check both.
const ajv = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
const undecoded = { undecoded: true };
const work = {
  isValid: (value) => isValid(value),
  validate: (value) => validate(value).every((finding) => finding.level !== "error"),
  "validate, undecoded": (value) => validate(value, undecoded).every((finding) => finding.level !== "error"),
  Ajv: (value) => ajv(value),
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

/** The shortest time of each. They take turns, so that a slow moment of the machine hits all of them. */
function turns(list) {
  const names = Object.keys(work);
  const counts = names.map((name) => {
    for (let warm = 0; warm < 20; warm++) batch(work[name], list, 500);
    return Math.max(1, Math.floor(BATCH_NANOSECONDS / batch(work[name], list, 500)));
  });
  const best = names.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    names.forEach((name, index) => {
      best[index] = Math.min(best[index], batch(work[name], list, counts[index]));
    });
  }
  return Object.fromEntries(names.map((name, index) => [name, best[index] / list.length]));
}

agree();
const measured = Object.fromEntries(Object.entries(values).map(([kind, list]) => [kind, turns(list)]));
process.stdout.write(JSON.stringify(measured));
