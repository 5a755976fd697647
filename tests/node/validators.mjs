// Answers, for each line of JSON on standard input, what Ajv or a generated package says about values.
import readline from "node:readline";
import { pathToFileURL } from "node:url";
import Draft07 from "ajv";
import Draft2020 from "ajv/dist/2020.js";

const compiled = new Map();

// `strict` refuses keywords without effect. The patterns beside formats decide, not the formats. Without
// `ownProperties`, every object would have a key `toString`.
function compile(schema) {
  const Ajv = schema.$schema.includes("draft-07") ? Draft07.default : Draft2020.default;
  return new Ajv({ strict: true, validateFormats: false, ownProperties: true }).compile(schema);
}

function validator(schema) {
  const key = JSON.stringify(schema);
  if (!compiled.has(key)) compiled.set(key, compile(schema));
  return compiled.get(key);
}

const answers = {
  // Which of the values are valid according to Ajv.
  async schema({ schema, values }) {
    const validate = validator(schema);
    return values.map((value) => validate(value));
  },
  // What Ajv reports about each of the values.
  async errors({ schema, values }) {
    const validate = validator(schema);
    return values.map((value) =>
      validate(value) ? [] : validate.errors.map(({ instancePath, keyword, message }) => [instancePath, keyword, message]),
    );
  },
  // All findings of a generated package's validators, and the short answer.
  async package({ index, options, cases }) {
    const made = await import(pathToFileURL(index).href);
    return cases.map(({ validate, isValid, value }) => {
      const found = made[validate](value, options);
      const valid = options.undecoded ? found.every(({ level }) => level !== "error") : made[isValid](value);
      return { valid, findings: found.map(({ pointer, level, rule, message }) => [pointer, level, rule, message]) };
    });
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = { answer: await answers[question.ask](question) };
  } catch (error) {
    answer = { error: String(error.stack) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
