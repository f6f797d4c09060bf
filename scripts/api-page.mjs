// A declaration as Markdown: prose, signature, a table of properties with their defaults, methods, errors, examples.
import { statementsOf } from "./declarations.mjs";

/** Members that callers cannot or must not use are left out. */
const isPublic = ({ doc, text }) => !doc.includes("@internal") && !/^(?:#private|private )/.test(text);

const indented = (text, by) => text.replaceAll(/^/gm, by).replaceAll(/^\s+$/gm, "");
const reindented = (text) => text.replaceAll(/^ +/gm, (blanks) => " ".repeat(blanks.length / 2));
const dedented = (member) => reindented(member.replaceAll(/\n {4}/g, "\n"));
const flat = (text) => text.replaceAll(/\s+/g, " ").trim();

/** A docstring's text, without the comment around it. */
const docText = (doc) =>
  doc
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .replaceAll(/^\s*\* ?/gm, "")
    .trim();

const TAGS = /^@(?=param|throws|returns|example|deprecated)/m;
const tagsOf = (doc) => docText(doc.replaceAll(/(?<=\S) @(?=param|throws|returns|deprecated)/g, "\n@")).split(TAGS);

const said = (tag) =>
  flat(tag)
    .replace(/^param (\w+) /, "- `$1`: ")
    .replace(/^throws /, "Throws ")
    .replace(/^returns /, "Returns ")
    .replace(/^deprecated /, "**Deprecated.** ");

/** A docstring as Markdown: its text, then parameters as a list, then what is thrown. Examples are apart. */
function proseOf(doc) {
  const [first, ...tags] = tagsOf(doc);
  const lines = [flat(first), ...tags.filter((tag) => !tag.startsWith("example")).map(said)];
  return lines.filter((line) => line !== "").reduce((all, line) => all + separatorOf(all, line) + line, "");
}

const separatorOf = (all, line) => {
  if (all === "") return "";
  return line.startsWith("- ") && /(?:^|\n)- [^\n]*$/.test(all) ? "\n" : "\n\n";
};

const examplesOf = (doc) =>
  tagsOf(doc)
    .filter((tag) => tag.startsWith("example"))
    .map((tag) => tag.replace("example", "").trim());

const withoutExport = (text) =>
  text.replaceAll(/^(?:export )?(?:default )?(?:declare )?/gm, (word) => (word === "" ? word : ""));

const HEAD = /^(?:abstract )?(?:class|interface) [^{]*\{/;

/** The public members of a class or interface; undefined for other declarations. */
function membersOf({ text }) {
  const plain = withoutExport(text);
  const open = HEAD.exec(plain)?.[0];
  return open === undefined ? undefined : statementsOf(plain.slice(open.length, -1)).filter(isPublic);
}

/** A docstring's continuation lines, aligned anew, without examples. */
const comment = (doc) =>
  doc
    .replaceAll(/\n\s*\*/g, "\n *")
    .replace(/\n \* @example[\s\S]*?(?=\n \* @|\n \*\/)/g, "")
    .replaceAll(/^\/\*\*\n \* (.*)\n \*\/$/g, "/** $1 */");
const withDoc = (doc, text) => (doc === "" ? text : `${comment(doc)}\n${text}`);

/** A declaration as code, without `export`, and of classes and interfaces the public members only. */
export function codeOf(declaration) {
  const members = membersOf(declaration);
  const plain = withoutExport(declaration.text);
  if (members === undefined) return reindented(plain);
  const lines = members.map(({ doc, text }) => indented(withDoc(doc, dedented(text)), "  "));
  return `${HEAD.exec(plain)[0]}\n${lines.join("\n")}\n}`;
}

const fenced = (code) => `\`\`\`typescript\n${code}\n\`\`\``;

/** `readonly a?: T;` and `get a(): T;` as parts; undefined for methods, constructors and types of several lines. */
function propertyOf({ doc, text }) {
  const [, isStatic, name, optional, type] =
    /^(static )?(?:readonly )?(?:get )?(\w+)(?:\(\))?(\?)?: ([\s\S]*);$/.exec(text) ?? [];
  const isMethod = /^(?:static )?\w+\(/.test(text);
  if (name === undefined || isMethod || isStatic || type.includes("/**") || flat(type).length > 120) return undefined;
  return { doc, name, type: flat(type), isOptional: optional !== undefined };
}

/** `Default 5.` and `Default: as in X.` at any place of a docstring; the rest is the meaning. */
const DEFAULT = /(?:^|(?<=[.)] ))Default:? ((?:[^.]|\.(?=\S))+)\.(?: |$)/;

const cell = (text) => text.replaceAll("|", "\\|");
export const codeCell = (text) => cell(text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

function rowOf({ doc, name, type, isOptional }, linked, hasDefaults) {
  const prose = proseOf(doc).replaceAll(/\n+/g, " ");
  const [, byDefault] = DEFAULT.exec(prose) ?? [];
  const meaning = cell(byDefault === undefined ? prose : prose.replace(DEFAULT, "").trim());
  if (!hasDefaults) return `| \`${name}${isOptional ? "?" : ""}\` | ${linked(type)} | ${meaning} |`;
  const value = byDefault === undefined ? (isOptional ? "" : "required") : cell(byDefault);
  return `| \`${name}\` | ${linked(type)} | ${value} | ${meaning} |`;
}

/** Options, which callers pass, have a column for their defaults. Results have `?` where a property may be absent. */
function tableOf(properties, linked, noun = "property") {
  const hasDefaults = noun === "option" || properties.some(({ doc }) => DEFAULT.test(proseOf(doc)));
  const head = hasDefaults ? "| option | type | default | meaning |" : `| ${noun} | type | meaning |`;
  const rows = properties.map((property) => rowOf(property, linked, hasDefaults));
  return [head, head.replaceAll(/[^|]+/g, "---"), ...rows].join("\n");
}

const isOptions = ({ name }) => /Options$|^Configuration$/.test(name);

/** `RobotsTxt.agent` of its declaration `agent(agent: string): AgentRules;`. */
const methodName = (owner, text) => `${owner}.${/^(?:static |readonly |get )*(\[[\w.]+\]|\w+)/.exec(text)[1]}`;

function methodOf(owner, { doc, text }) {
  return [`### ${methodName(owner, text)}`, fenced(dedented(text)), proseOf(doc), ...examplesOf(doc)];
}

/** Properties as a table, methods each with a heading. */
function classOf(declaration, linked) {
  const members = membersOf(declaration);
  const properties = members.map(propertyOf).filter((one) => one !== undefined);
  const constructors = members.filter(({ text }) => text.startsWith("constructor("));
  const methods = members.filter((member) => propertyOf(member) === undefined && !constructors.includes(member));
  const created = constructors.flatMap(({ doc, text }) => [
    fenced(text.replace("constructor", `new ${declaration.name}`)),
    proseOf(doc),
  ]);
  const table = properties.length > 0 ? [tableOf(properties, linked)] : [];
  return [
    ...created,
    ...examplesOf(declaration.doc),
    ...table,
    ...methods.flatMap((one) => methodOf(declaration.name, one)),
  ];
}

const extendsOf = (text) => /^interface \w+(?:<[^>]*>)? extends ([^{]*) \{/.exec(withoutExport(text))?.[1];

/** An interface of plain properties as a table; undefined for others. */
function interfaceTable(declaration, linked) {
  const members = membersOf(declaration);
  if (members === undefined || members.length === 0) return undefined;
  const properties = members.map(propertyOf);
  if (properties.includes(undefined)) return undefined;
  const base = extendsOf(declaration.text);
  const noun = isOptions(declaration) ? "option" : "property";
  const table = tableOf(properties, linked, noun);
  return base === undefined
    ? table
    : `Every ${noun} of ${linked(base.replace(/^Partial<(\w+)>$/, "$1"))}, and:\n\n${table}`;
}

export const hasProse = ({ doc }) => proseOf(doc) !== "";

/**
 * @param supporting types without a name of their own in any entry, which its code contains.
 * @param linked a type as Markdown: a link to its section if it has one.
 */
function partsOf(declaration, supporting, linked) {
  const prose = proseOf(declaration.doc);
  const examples = examplesOf(declaration.doc);
  if (/^(?:export )?(?:declare )?(?:abstract )?class /.test(declaration.text))
    return [prose, ...classOf(declaration, linked)];
  const table = supporting.length === 0 ? interfaceTable(declaration, linked) : undefined;
  if (table !== undefined) return [prose, table, ...examples];
  const code = fenced([codeOf(declaration), ...supporting.map((one) => withDoc(one.doc, codeOf(one)))].join("\n\n"));
  const isFunction = /^(?:export )?(?:default )?(?:declare )?function /.test(declaration.text);
  return isFunction ? [code, prose, ...examples] : [prose, code, ...examples];
}

export const sectionOf = (...of) =>
  partsOf(...of)
    .filter((part) => part !== "")
    .join("\n\n");
