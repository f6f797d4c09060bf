// npm run docs:api: writes the signatures in docs/api.md from the declarations of every entry in package.json's exports.
// With --check it writes nothing and fails, saying where, if the document and the types differ. A name that has a section
// keeps its place and the prose around it; a new one is added at the end of its entry's section. Takes another package's
// folder as its argument.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { declarationOf, readModule, statementsOf } from "./declarations.mjs";
import { entriesOf } from "./entries.mjs";

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
const root = positionals[0] ?? fileURLToPath(new URL("..", import.meta.url));
const document = join(root, "docs/api.md");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Every entry with its names in the order of the code. */
const entries = entriesOf(manifest).map(({ name: entry, types }) => {
  const { exported } = readModule(join(root, types));
  return { entry, names: new Map([...exported].map(([name, where]) => [name, declarationOf(where)])) };
});

const keyOf = ({ file, name }) => `${file}#${name}`;

/** What other entries offer of the package's own door as well is documented there. */
const [door, ...others] = entries;
for (const { names } of others) {
  for (const [name, declaration] of names) {
    const own = door.names.get(name);
    if (own !== undefined && keyOf(own) === keyOf(declaration)) names.delete(name);
  }
}
const exportedKeys = new Set(entries.flatMap(({ names }) => [...names.values()].map(keyOf)));

/** Members that callers cannot or must not use are left out. */
const isPublic = ({ doc, text }) => !doc.includes("@internal") && !/^(?:#private|private )/.test(text);

const indented = (text, by) => text.replaceAll(/^/gm, by).replaceAll(/^\s+$/gm, "");
const reindented = (text) => text.replaceAll(/^ +/gm, (blanks) => " ".repeat(blanks.length / 2));
/** A docstring's continuation lines, aligned anew. */
const aligned = (doc) => doc.replaceAll(/\n\s*\*/g, "\n *");

/** A declaration as it is shown: without `export`, and of classes and interfaces the public members only. */
function shown({ text }) {
  const plain = text.replaceAll(/^(?:export )?(?:default )?(?:declare )?/gm, (word) => (word === "" ? word : ""));
  const open = /^(?:abstract )?(?:class|interface) [^{]*\{/.exec(plain)?.[0];
  if (open === undefined) return reindented(plain);
  const members = statementsOf(plain.slice(open.length, -1)).filter(isPublic);
  const lines = members.map(({ doc, text: member }) => (doc === "" ? "" : `${aligned(doc)}\n`) + dedented(member));
  return `${open}\n${lines.map((line) => indented(line, "  ")).join("\n")}\n}`;
}

const dedented = (member) => reindented(member.replaceAll(/\n {4}/g, "\n"));

/** The types without a name of their own in any entry that a declaration is made of, and those that they are made of. */
function supporting(declaration, seen = new Set([keyOf(declaration)])) {
  const words = new Set(
    shown(declaration)
      .replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "")
      .match(/\b[A-Z]\w*/g),
  );
  return [...words].flatMap((name) => {
    const found = declarationOf({ file: declaration.file, name });
    if (found === undefined || exportedKeys.has(keyOf(found)) || seen.has(keyOf(found))) return [];
    seen.add(keyOf(found));
    return [found, ...supporting(found, seen)];
  });
}

/** A docstring as Markdown: its text, then parameters as a list, then what is thrown. */
function prose(doc) {
  const text = doc
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .replaceAll(/^\s*\*/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const [first, ...tags] = text.split(/ ?@(?=param|throws|returns|example)/);
  const said = tags.map((tag) =>
    tag
      .replace(/^param (\w+) /, "- `$1`: ")
      .replace(/^throws /, "Throws ")
      .replace(/^returns /, "Returns ")
      .trim(),
  );
  return [first, ...said].filter((one) => one !== "").join("\n\n");
}

const withDoc = (declaration) =>
  `${declaration.doc === "" ? "" : `${aligned(declaration.doc)}\n`}${shown(declaration)}`;

function partOf(declaration) {
  const code = [shown(declaration), ...supporting(declaration).map(withDoc)].join("\n\n");
  const text = prose(declaration.doc);
  return `${text === "" ? "" : `${text}\n\n`}\`\`\`typescript\n${code}\n\`\`\`\n`;
}

const opening = (entry, name) => `<!-- ${entry} ${name} -->\n`;
const CLOSING = "<!-- end -->\n";
const PART = /<!-- (\S+) (\w+) -->\n([\s\S]*?)<!-- end -->\n/g;

/** The table of error codes, from the comments of the members of ErrorCode. */
function errorTable() {
  const { text } = declarationOf({ file: join(root, "dist/types/base/errors.d.ts"), name: "ErrorCode" });
  const members = [...text.matchAll(/\/\*\*\s*([\s\S]*?)\s*\*\/\s*\|?\s*"(\w+)"/g)];
  const rows = members.map(([, comment, code]) => {
    const [, classes, meaning] = /^([^:]+): ([\s\S]*)$/.exec(comment.replaceAll(/\s*\n\s*\*\s*/g, " "));
    return `| \`${code}\` | ${classes.replace(" or ", ", ")} | ${meaning} |\n`;
  });
  return `| code | class | meaning |\n|---|---|---|\n${rows.join("")}`;
}

const ERROR_CODES = /(<!-- error-codes -->\n)[\s\S]*?(<!-- end -->\n)/;

const problems = [];
const before = readFileSync(document, "utf8");
const documented = new Set();

/** The document with every part as the types have it now. */
let after = before.replaceAll(PART, (part, entry, name, text) => {
  const declaration = entries.find((one) => one.entry === entry)?.names.get(name);
  documented.add(`${entry} ${name}`);
  if (declaration === undefined) {
    problems.push(`${entry}: ${name} is documented and not exported: remove its section`);
    return part;
  }
  const now = partOf(declaration);
  if (now !== text && values.check) problems.push(`${entry}: ${name} is not what the types say: npm run docs:api`);
  return opening(entry, name) + now + CLOSING;
});

after = after.replace(ERROR_CODES, (part, start, end) => {
  const now = start + errorTable() + end;
  if (now !== part && values.check) problems.push("the error codes are not what the types say: npm run docs:api");
  return now;
});

/** At the end of an entry's section, which is made if it is not there. */
function added(text, entry, name, part) {
  const heading = `## ${entry}\n`;
  const from = text.indexOf(`\n${heading}`);
  if (from < 0) return added(`${text}\n${heading}`, entry, name, part);
  const next = text.indexOf("\n## ", from + 1);
  const end = next < 0 ? text.length : next;
  return `${text.slice(0, end)}\n### ${name}\n\n${opening(entry, name)}${part}${CLOSING}${text.slice(end)}`;
}

for (const { entry, names } of entries) {
  for (const [name, declaration] of names) {
    if (documented.has(`${entry} ${name}`)) continue;
    if (values.check) problems.push(`${entry}: ${name} is not documented: npm run docs:api`);
    else after = added(after, entry, name, partOf(declaration));
  }
}

for (const { entry } of others) {
  if (!after.includes(`\n## ${entry}\n`)) problems.push(`${entry} has no section: say what it is for`);
}

/** What a reader is told besides the signature: a section that holds only code has no prose. */
for (const section of after.split(/^(?=###? )/m)) {
  const [, entry, name] = new RegExp(PART.source).exec(section) ?? [];
  const words = section.replaceAll(/^#.*$|```[\s\S]*?^```|<!--.*?-->/gm, "").match(/\w+/g)?.length ?? 0;
  if (name !== undefined && words < 4)
    problems.push(`${entry}: ${name} has no prose: write a docstring or a paragraph`);
}

if (!values.check) writeFileSync(document, after);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
