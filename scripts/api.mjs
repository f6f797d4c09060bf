// node scripts/api.mjs: writes docs/api/, the reference of every entry in package.json's exports. People write the head of a page:
// what the entry is for and an example. The rest comes from the declarations: types and docstrings. --check writes nothing.
// Fails, saying where, if an entry lacks words or an example, and with --check if a page is out of date. Takes another
// package's folder as its argument.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { headingsOf, slugsOf } from "../docs/.vitepress/build/slugs.mjs";
import { codeCell, codeOf, hasProse, sectionOf } from "./api-page.mjs";
import { declarationOf, readModule } from "./declarations.mjs";
import { entriesOf, pageOf } from "./entries.mjs";

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
const [root = fileURLToPath(new URL("..", import.meta.url))] = positionals;
const folder = join(root, "docs/api");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Stands in a page where its head ends. */
const MARK = "<!-- From here on written by node scripts/api.mjs from types and docstrings -->\n";
const problems = [];

const keyOf = ({ file, name }) => `${file}#${name}`;
const isValue = ({ text }) =>
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:class|function|const|let) /.test(text);

const entries = entriesOf(manifest).map(({ path, name: entry, types }) => {
  const { exported } = readModule(join(root, types));
  const names = new Map([...exported].map(([name, where]) => [name, declarationOf(where)]));
  return { entry, file: `${pageOf(path)}.md`, names };
});

/** The first entry that exports a declaration documents it; others link to it. Under several names, the first one counts. */
const owners = new Map();
for (const { entry, file, names } of entries) {
  for (const [name, declaration] of names) {
    const key = keyOf(declaration);
    if (!owners.has(key)) owners.set(key, { entry, file, name, declaration });
  }
}

/** The declarations that a declaration's code names. */
const namedIn = (declaration) =>
  [
    ...new Set(
      codeOf(declaration)
        .replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "")
        .match(/\b[A-Z]\w*/g),
    ),
  ]
    .map((name) => declarationOf({ file: declaration.file, name }))
    .filter((found) => found !== undefined && keyOf(found) !== keyOf(declaration));

/** The types without a name of their own in any entry that a declaration is made of, and those that they are made of. */
function supporting(declaration, seen = new Set([keyOf(declaration)])) {
  return namedIn(declaration).flatMap((found) => {
    if (owners.has(keyOf(found)) || seen.has(keyOf(found))) return [];
    seen.add(keyOf(found));
    return [found, ...supporting(found, seen)];
  });
}

/** What an entry documents: functions and classes, those of the example first, each followed by the types that it names. */
function ownOf({ entry, file, names }) {
  const own = [...names.values()].filter((one) => owners.get(keyOf(one)).entry === entry);
  const ordered = new Map();
  const add = (declaration) => {
    const key = keyOf(declaration);
    if (ordered.has(key) || owners.get(key)?.entry !== entry) return;
    ordered.set(key, owners.get(key));
    for (const found of [declaration, ...supporting(declaration)].flatMap(namedIn)) add(found);
  };
  const head = headOf(file);
  const isInHead = ({ name }) => new RegExp(`\\b${name}\\(`).test(head);
  for (const declaration of [...own.filter(isInHead), ...own.filter(isValue), ...own]) add(declaration);
  return [...ordered.values()];
}

const headOf = (file) => {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8").split(MARK)[0] : "";
};

const own = new Map(entries.map((one) => [one.entry, ownOf(one)]));

/** The anchor of each declaration on its page. Methods have headings that no declaration has. */
const anchors = new Map();
for (const { entry, file } of entries) {
  const above = headingsOf(headOf(file));
  const slugs = slugsOf([...above, ...own.get(entry).map(({ name }) => name)]).slice(above.length);
  own.get(entry).forEach(({ declaration }, i) => {
    anchors.set(keyOf(declaration), `${file}#${slugs[i]}`);
  });
}

const linkTo = (declaration, from) => anchors.get(keyOf(declaration)).replace(from, "");

/** A type as code, with a link if it is one name that has a section. */
const linkerOf = (declaration, page) => (type) => {
  const [, name] = /^(?:readonly )?(\w+)(?:\[\])?$/.exec(type) ?? [];
  const found = name === undefined ? undefined : declarationOf({ file: declaration.file, name });
  const isLinked = found !== undefined && anchors.has(keyOf(found));
  return isLinked ? `[${codeCell(type)}](${linkTo(found, page)})` : codeCell(type);
};

const withLinks = (prose) =>
  prose
    .replaceAll(/`?(ERR_\w+)`?/g, "[`$1`](index.md#errors)")
    .replaceAll(/\bdocs\/([\w-]+)\.md\b/g, "[$1.md](../$1.md)");

/** Codes of errors lead to their table, names of documents to the documents. */
const linked = (text) =>
  text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith("```") ? part : withLinks(part)))
    .join("");

const isBuiltIn = ({ entry }) => entries[0].entry === entry;

/** What an entry exports that another page documents. */
function elsewhere({ entry, file, names }) {
  const others = [...names].filter(([, one]) => owners.get(keyOf(one)).entry !== entry);
  const door = entries[0];
  const isWholeDoor =
    others.length > 0 &&
    [...door.names.values()].every((one) => [...names.values()].some((own) => keyOf(own) === keyOf(one)));
  const rest = others.filter(([, one]) => !(isWholeDoor && isBuiltIn(owners.get(keyOf(one)))));
  const links = rest.map(([name, one]) => `[\`${name}\`](${linkTo(one, file)})`);
  return [
    ...(isWholeDoor ? [`It exports every name of [\`${door.entry}\`](${door.file}).`] : []),
    ...(links.length > 0 ? [`It also exports ${links.join(", ")}.`] : []),
  ];
}

const listOf = (label, parts, file) =>
  parts.length === 0
    ? []
    : [
        `**${label}:** ${parts.map(({ name, declaration }) => `[\`${name}\`](${linkTo(declaration, file)})`).join(", ")}`,
      ];

function generatedOf(one) {
  const parts = own.get(one.entry);
  const sections = parts.map(({ name, declaration }) => {
    const section = sectionOf(declaration, supporting(declaration), linkerOf(declaration, one.file));
    if (!hasProse(declaration)) problems.push(`${one.entry}: ${name} has no prose: write a docstring`);
    const uncoded = /Throws (?:Type|Range)?Error[^\n]*/.exec(section)?.[0];
    if (uncoded !== undefined && !/ERR_|like `/.test(uncoded))
      problems.push(`${one.entry}: ${name}: name the code: ${uncoded}`);
    return `## ${name}\n\n${linked(section)}`;
  });
  const lists = [
    ...listOf(
      "Functions, classes, values",
      parts.filter((part) => isValue(part.declaration)),
      one.file,
    ),
    ...listOf(
      "Types",
      parts.filter((part) => !isValue(part.declaration)),
      one.file,
    ),
  ];
  return [...elsewhere(one), ...lists, ...sections].map((part) => `\n${part}\n`).join("");
}

function pageTextOf(one) {
  const head = headOf(one.file) || `# ${one.entry}\n\n`;
  const words = head.replaceAll(/^#.*$|^```[\s\S]*?^```$/gm, "").match(/\w+/g)?.length ?? 0;
  const where = `docs/api/${one.file}`;
  if (words < 4) problems.push(`${one.entry} has no description: write in ${where} what it is for`);
  const text = `${head.trimEnd()}\n\n${MARK}${generatedOf(one)}`;
  if (!/^```ts/m.test(text)) problems.push(`${one.entry} has no example: write one in ${where}`);
  return text;
}

/** The table of error codes, from the comments of the members of ErrorCode. */
function errorTable() {
  const { text } = entries[0].names.get("ErrorCode");
  const members = [...text.matchAll(/\/\*\*\s*([\s\S]*?)\s*\*\/\s*\|?\s*"(\w+)"/g)];
  const rows = members.map(([, comment, code]) => {
    const [, classes, meaning] = /^([^:]+): ([\s\S]*)$/.exec(comment.replaceAll(/\s*\n\s*\*\s*/g, " "));
    return `| \`${code}\` | ${classes.replace(" or ", ", ")} | ${meaning} |\n`;
  });
  return `| code | class | meaning |\n|---|---|---|\n${rows.join("")}`;
}

/** The first sentence that a page says about its entry. */
const purposeOf = ({ file }) =>
  /^#.*\n+([^\n#`][\s\S]*?)(?:\.(?=\s)|\n\n|$)/.exec(headOf(file))?.[1]?.replaceAll("\n", " ") ?? "";

const valuesOf = ({ entry }) =>
  own
    .get(entry)
    .filter(({ declaration }) => isValue(declaration))
    .map(({ name, declaration }) => `[\`${name}\`](${linkTo(declaration)})`)
    .join(", ");

const entryTable = () =>
  `| entry | what it does | functions, classes, values |\n|---|---|---|\n${entries
    .map((one) => `| [\`${one.entry}\`](${one.file}) | ${purposeOf(one)} | ${valuesOf(one)} |\n`)
    .join("")}`;

const REGIONS = { entries: entryTable, "error-codes": errorTable };

/** The index, with what stands between `<!-- name -->` and `<!-- end -->` written anew. */
const indexPage = () =>
  readFileSync(join(folder, "index.md"), "utf8").replaceAll(
    /(<!-- ([\w-]+) -->\n)[\s\S]*?(<!-- end -->\n)/g,
    (_, start, name, end) => `${start}\n${REGIONS[name]()}\n${end}`,
  );

const pages = new Map([...entries.map((one) => [one.file, pageTextOf(one)]), ["index.md", indexPage()]]);
for (const file of readdirSync(folder)) {
  if (!pages.has(file)) problems.push(`docs/api/${file} belongs to no entry: remove it`);
}
for (const [file, text] of pages) {
  const path = join(folder, file);
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  if (values.check) problems.push(`docs/api/${file} is out of date: run node scripts/api.mjs`);
  else writeFileSync(path, text);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
