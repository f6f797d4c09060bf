// Reads declaration files as tsc writes them: top-level statements, their docstrings, what they export and import.
// TypeScript 7 has no API to ask, and its output is regular: nothing here needs a type checker.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** From `start` on, the end of a comment or string that begins there; `start` itself where none does. */
function skipped(text, start) {
  const [token] = /^(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\])*")/.exec(text.slice(start)) ?? [""];
  return start + token.length;
}

/** Where the statement or member at `start` ends: after its semicolon, or the brace that closes a class or interface. */
function endOf(text, start, endsAtBrace) {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const next = skipped(text, at);
    if (next > at) {
      at = next - 1;
    } else if ("{([".includes(text[at])) {
      depth++;
    } else if ("})]".includes(text[at]) && --depth === 0 && endsAtBrace && text[at] === "}") {
      return at + 1;
    } else if (text[at] === ";" && depth === 0) {
      return at + 1;
    }
  }
  return text.length;
}

/** @returns {{ doc: string, text: string }[]} statements or members, each with the comment that stands right before it. */
export function statementsOf(text) {
  const statements = [];
  for (let at = 0, doc = ""; ; ) {
    at += /^\s*/.exec(text.slice(at))[0].length;
    if (at >= text.length) return statements;
    const end = skipped(text, at);
    if (end > at) {
      doc = text.slice(at, end);
      at = end;
      continue;
    }
    const isBlock = /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|class|namespace) /.test(
      text.slice(at, at + 60),
    );
    const stop = endOf(text, at, isBlock);
    statements.push({ doc, text: text.slice(at, stop) });
    doc = "";
    at = stop;
  }
}

const DECLARED =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|class|type|function|const|let|namespace) (\w+)/;

/** `{ type A, B as C }` as pairs of the name inside and outside. */
function namesIn(list) {
  return list
    .split(",")
    .map((one) => one.trim().replace(/^type /, ""))
    .filter((one) => one !== "")
    .map((one) => one.split(" as "))
    .map(([inside, outside = inside]) => ({ inside, outside }));
}

const sourceOf = (file, specifier) => join(dirname(file), specifier.replace(/\.([cm]?)[jt]s$/, ".d.$1ts"));

const modules = new Map();

/** What a declaration file declares, imports from its neighbours and exports, by name. */
export function readModule(file) {
  if (!modules.has(file)) modules.set(file, parseModule(file));
  return modules.get(file);
}

function parseModule(file) {
  const module = { file, declared: new Map(), imported: new Map(), exported: new Map() };
  for (const statement of statementsOf(readFileSync(file, "utf8"))) {
    addNames(module, statement) || addStar(module, statement) || addDeclaration(module, statement);
  }
  return module;
}

/** `import { A } from …`, `export { A } from …`, `export { A };`, `export default A;`, `export = A;` */
function addNames(module, { text }) {
  const [, alias] = /^export (?:default|=) (\w+);/.exec(text) ?? [];
  if (alias !== undefined) module.exported.set("default", { file: module.file, name: alias });
  const [, verb, list, specifier] = /^(import|export) (?:type )?\{([^}]*)\}(?: from "(.*)")?;/.exec(text) ?? [];
  const isForeign = specifier !== undefined && !specifier.startsWith(".");
  const file = specifier === undefined || isForeign ? module.file : sourceOf(module.file, specifier);
  for (const { inside, outside } of isForeign && verb === "import" ? [] : namesIn(list ?? "")) {
    (verb === "import" ? module.imported : module.exported).set(outside, { file, name: inside });
  }
  return alias !== undefined || verb !== undefined;
}

function addStar(module, { text }) {
  const [, specifier] = /^export \* from "(.*)";/.exec(text) ?? [];
  if (specifier === undefined) return false;
  for (const [name, where] of readModule(sourceOf(module.file, specifier)).exported) {
    if (name !== "default") module.exported.set(name, where);
  }
  return true;
}

/** Overloads of a function are one declaration. */
function addDeclaration(module, { doc, text }) {
  const [, name] = DECLARED.exec(text) ?? [];
  if (name === undefined) return;
  const before = module.declared.get(name);
  const together = before === undefined ? text : `${before.text}\n${text}`;
  module.declared.set(name, { name, doc: before?.doc || doc, text: together });
  if (text.startsWith("export ")) {
    module.exported.set(text.startsWith("export default ") ? "default" : name, { file: module.file, name });
  }
}

/** The declaration that a name in a module stands for, through imports and re-exports; undefined for a global or a package's. */
export function declarationOf({ file, name }) {
  const module = readModule(file);
  const declaration = module.declared.get(name);
  if (declaration !== undefined) return { ...declaration, file };
  const next = module.imported.get(name) ?? module.exported.get(name);
  return next === undefined || (next.file === file && next.name === name) ? undefined : declarationOf(next);
}
