// How many members of generated types say nothing: `node untyped.mjs FILE...` counts `any` and `unknown` in interfaces and type aliases.
// Headers of answers do not count: openapi-typescript lets each have more of them than the document names.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const ts = createRequire(process.cwd() + "/")("typescript");
const says_nothing = new Set([ts.SyntaxKind.AnyKeyword, ts.SyntaxKind.UnknownKeyword]);
let count = 0;

function visit(node) {
  if (ts.isPropertySignature(node) && node.name.text === "headers") return;
  if (says_nothing.has(node.kind)) count += 1;
  ts.forEachChild(node, visit);
}

for (const file of process.argv.slice(2)) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) visit(statement);
  }
}
console.log(count);
