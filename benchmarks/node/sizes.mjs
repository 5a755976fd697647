// Bundles what a browser would load, minified, and prints the bytes of each bundle as JSON.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const ours = "../../generated/response-v2/typescript/index.js";
const bundles = {
  isValid: `export { isValid } from "${ours}";`,
  validate: `export { validate } from "${ours}";`,
  "whole package": `export * from "${ours}";`,
  zod: `export { envelope } from "./zod_envelope.mjs";`,
  Ajv: `export { Ajv2020 } from "ajv/dist/2020.js";`,
};

async function size(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: here },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["node:fs"],
  });
  return outputFiles[0].contents.length;
}

const sizes = await Promise.all(Object.entries(bundles).map(async ([name, code]) => [name, await size(code)]));
process.stdout.write(JSON.stringify(Object.fromEntries(sizes)));
