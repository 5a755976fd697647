// Prints the names in use.ts of the working directory that an editor strikes through, sorted.
import ts from "typescript";
const name = `${process.cwd()}/use.ts`, { sys } = ts;
const service = ts.createLanguageService({
  fileExists: sys.fileExists,
  readFile: sys.readFile,
  directoryExists: sys.directoryExists,
  getScriptFileNames: () => [name],
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) => sys.fileExists(file) ? ts.ScriptSnapshot.fromString(sys.readFile(file)) : undefined,
  getCurrentDirectory: () => process.cwd(),
  getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, types: [] }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});
const found = service.getSuggestionDiagnostics(name).filter((each) => each.reportsDeprecated);
console.log(JSON.stringify([...new Set(found.map((each) => each.file.text.substr(each.start, each.length)))].sort()));
