// Bundles what a browser would load, minified, and prints the bytes of each bundle as JSON.
import { bundled, schema, standaloneValidator } from "./ajv_standalone.mjs";

const ours = "../../generated/response-v2/typescript/index.js";
const bundles = {
  isValid: `export { isValid } from "${ours}";`,
  validate: `export { validate } from "${ours}";`,
  "whole package": `export * from "${ours}";`,
  "TypeBox, compiled": `import { Compile } from "typebox/compile"; export default Compile(${JSON.stringify(schema)});`,
  zod: `export { envelope } from "./zod_envelope.mjs";`,
};

const sizes = await Promise.all(
  Object.entries(bundles).map(async ([name, code]) => [name, (await bundled(code)).length]),
);
sizes.push(["Ajv, standalone", (await standaloneValidator()).length]);
process.stdout.write(JSON.stringify(Object.fromEntries(sizes)));
