// Answers, for each line of JSON on standard input (a schema and values), which of the values Ajv calls valid.
"use strict";
const readline = require("node:readline");
const Ajv = require("ajv").default;
const Ajv2020 = require("ajv/dist/2020").default;

const compiled = new Map();

function compile(schema) {
  const Validator = schema.$schema.includes("draft-07") ? Ajv : Ajv2020;
  // `strict` refuses what a schema says in vain; formats are decided by the patterns beside them.
  return new Validator({ strict: true, validateFormats: false }).compile(schema);
}

function verdicts({ schema, values }) {
  const key = JSON.stringify(schema);
  if (!compiled.has(key)) compiled.set(key, compile(schema));
  return values.map((value) => compiled.get(key)(value));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try {
    answer = verdicts(JSON.parse(line));
  } catch (error) {
    answer = String(error);
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
