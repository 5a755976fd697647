// The validator that Ajv writes for a schema: code without the compiler, bundled as its users ship it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

const whole = JSON.parse(
  readFileSync(new URL("../../generated/response-v2/json-schema/response-v2.schema.json", import.meta.url), "utf8"),
);

/** The schema of the envelope, with those definitions that it needs. */
export const schema = { ...whole, $defs: needed(whole.$defs, references({ ...whole, $defs: {} })) };

function needed(definitions, names, found = {}) {
  for (const name of names) {
    if (!(name in found)) {
      found[name] = definitions[name];
      needed(definitions, references(definitions[name]), found);
    }
  }
  return found;
}

function references(part) {
  return [...JSON.stringify(part).matchAll(/"#\/\$defs\/([^/"]+)/g)].map((match) => match[1]);
}

/** Its text, as one module that needs no other. The patterns say all that the formats say, so it need not check both. */
export async function standaloneValidator() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { source: true, esm: true } });
  return bundled(standalone.default(ajv, ajv.compile(schema)));
}

export async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["node:fs"],
  });
  return outputFiles[0].contents;
}
