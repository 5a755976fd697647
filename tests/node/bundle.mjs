// Bundles a module, given as text on standard input, with what it imports from the folder that the argument names.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const stdin = { contents: readFileSync(0, "utf-8"), resolveDir: process.argv[2] };
const { outputFiles } = await build({ stdin, bundle: true, format: "esm", treeShaking: true, write: false });
console.log(outputFiles[0].text);
