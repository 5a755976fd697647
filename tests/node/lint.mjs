// Lints npm packages: their modules with the recommended rules of ESLint, the packages with publint.
// Takes the folder that holds them, and prints what is wrong, one line each.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import js from "@eslint/js";
import { ESLint } from "eslint";
import { publint } from "publint";

const folder = process.argv[2];
const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: js.configs.recommended });
for (const { filePath, messages } of await eslint.lintFiles(["**/*.js"])) {
  for (const { line, message, ruleId } of messages) console.log(`${filePath}:${line}: ${message} (${ruleId})`);
}
for (const name of readdirSync(folder)) {
  const { messages } = await publint({ pkgDir: join(folder, name), pack: false, strict: true });
  for (const { code, path } of messages) console.log(`${name}: ${code} at ${path.join(".")}`);
}
