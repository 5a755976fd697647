// Answers, for each line of JSON on standard input, what the TypeScript parser and the JavaScript engine make of it.
"use strict";
const readline = require("node:readline");
const vm = require("node:vm");
const ts = require("typescript");

function parse(code) {
  const file = ts.createSourceFile("sample.ts", code, ts.ScriptTarget.Latest, true);
  return { file, errors: file.parseDiagnostics.map((found) => ts.flattenDiagnosticMessageText(found.messageText, "\n")) };
}

const answers = {
  // The value of an expression, as JSON.
  value({ code }) {
    const { errors } = parse(`const value = ${code};`);
    return { errors, value: JSON.stringify(vm.runInNewContext(`(${code})`)) };
  },
  // What is declared at the top of a module, and the comment that belongs to each declaration.
  module({ code }) {
    const { file, errors } = parse(code);
    const docs = file.statements.map((statement) =>
      (statement.jsDoc ?? []).map((doc) => ({
        text: ts.getTextOfJSDocComment(doc.comment) ?? "",
        tags: (doc.tags ?? []).map((tag) => tag.tagName.text),
        links: Array.isArray(doc.comment) ? doc.comment.filter((part) => part.kind !== ts.SyntaxKind.JSDocText).length : 0,
      })),
    );
    const names = file.statements.map((statement) => statement.name?.text ?? ts.SyntaxKind[statement.kind]);
    const directives = (file.commentDirectives ?? []).length + file.pragmas.size + file.referencedFiles.length;
    return { errors, names, docs, directives };
  },
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = answers[question.ask](question);
  } catch (error) {
    answer = { errors: [String(error)] };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
