// Lints npm packages: their modules with the recommended rules of ESLint, the packages with publint and with
// "Are the types wrong?". Takes the folder that holds them, and prints what is wrong, one line each.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
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
  for (const problem of await wrongTypes(join(folder, name))) console.log(`${name}: ${JSON.stringify(problem)}`);
}

/** What is wrong with the types of a package, for those who import it as ES modules. */
async function wrongTypes(source) {
  const place = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    execFileSync("npm", ["pack", "--silent", "--offline", "--pack-destination", place], { cwd: source });
    const [tarball] = readdirSync(place);
    const found = await checkPackage(createPackageFromTarballData(readFileSync(join(place, tarball))));
    const isOfOthers = ({ kind, resolutionKind }) => resolutionKind === "node10" || kind === "CJSResolvesToESM";
    return found.types === false ? ["no types"] : found.problems.filter((each) => !isOfOthers(each));
  } finally {
    rmSync(place, { recursive: true });
  }
}
