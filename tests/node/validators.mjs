// Answers, for each line of JSON on standard input, what Ajv or a generated package says about values.
import readline from "node:readline";
import { pathToFileURL } from "node:url";
import Draft07 from "ajv";
import Draft2020 from "ajv/dist/2020.js";

const answers = {
  // Which of the values Ajv calls valid. `strict` refuses what a schema says in vain; formats are decided by the
  // patterns beside them; without `ownProperties` an object would have a key `toString` that it does not have.
  async schema({ schema, values }) {
    const Ajv = schema.$schema.includes("draft-07") ? Draft07.default : Draft2020.default;
    const validate = new Ajv({ strict: true, validateFormats: false, ownProperties: true }).compile(schema);
    return values.map((value) => validate(value));
  },
  // What the validators of a generated package say: all findings, and the short answer.
  async package({ index, options, cases }) {
    const made = await import(pathToFileURL(index).href);
    return cases.map(({ validate, isValid, value }) => ({
      valid: made[isValid](value, options),
      findings: made[validate](value, options).map(({ pointer, level, rule, message }) => [pointer, level, rule, message]),
    }));
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
