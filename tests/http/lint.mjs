// Lints and bundles the OpenAPI documents that are named in the lines of JSON on standard input.

import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { bundle, createConfig, lint } from "@redocly/openapi-core";
import core from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

async function redocly(file, off) {
  const rules = Object.fromEntries(off.map((rule) => [rule, "off"]));
  const found = await lint({ ref: file, config: await createConfig({ extends: ["recommended"], rules }) });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

async function spectral(file, off) {
  const linter = new core.Spectral();
  const rules = Object.fromEntries(off.map((rule) => [rule, "off"]));
  linter.setRuleset({ extends: [[rulesets.oas, "recommended"]], rules });
  const { default: document } = await import(file, { with: { type: "json" } });
  const found = await linter.run(structuredClone(document));
  return found.map(({ code, message, path }) => `${code}: ${message} at ${path.join("/")}`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { file, off, into } = JSON.parse(line);
  if (into) {
    const made = await bundle({ ref: file, config: await createConfig({}) });
    writeFileSync(into, JSON.stringify(made.bundle.parsed));
  }
  const linted = into ?? file;
  console.log(JSON.stringify({ redocly: await redocly(linted, off.redocly), spectral: await spectral(linted, off.spectral) }));
}
