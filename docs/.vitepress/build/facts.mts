/** The numbers of the landing page, each read from the record that holds it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { knownAgents } from "robots-wasm/agents";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const textOf = (path: string): string => readFileSync(root + path, "utf8");

type Figures = Readonly<Record<string, { readonly ns: number; readonly spread: number }>>;

/** A row of a table of a run of the benchmarks. */
export interface Measured {
  readonly case: string;
  readonly figures: Figures;
}

/** The newest run that was published. */
export interface Run {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly command: string;
  readonly [table: string]: unknown;
}

export function newestRun(): Run {
  const folder = `${root}bench/record/`;
  const runs = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/bench.json`));
  return JSON.parse(readFileSync(`${folder}${runs.sort().at(-1)}/bench.json`, "utf8"));
}

export const tableOf = (run: Run, name: string): readonly Measured[] => (run[name] ?? []) as readonly Measured[];

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** The rows under the first table whose head has all these words. */
function tableWith(path: string, ...words: readonly string[]): { head: string[]; rows: string[][] } {
  const tables = textOf(path).match(/(?:^\|.*(?:\n|$))+/gm) ?? [];
  const found = tables.find((table) => words.every((word) => table.slice(0, table.indexOf("\n")).includes(word)));
  if (found === undefined) throw new Error(`${path}: expected a table with ${words.join(", ")} in its head; got none`);
  const [head, , ...rows] = found.trim().split("\n").map(cellsOf);
  return { head: head!, rows };
}

export interface Facts {
  readonly agreement: { readonly total: number; readonly agreed: number; readonly parsers: number };
  readonly speed: { readonly fewest: Growth; readonly most: Growth; readonly firstNs: number };
  readonly runtimes: { readonly cases: number; readonly count: number; readonly names: string };
  readonly compared: { readonly names: readonly string[]; readonly rows: readonly ComparedRow[] };
  /** Known crawlers. */
  readonly crawlers: number;
}

/** The time of one decision, by the number of rules. */
interface Growth {
  readonly rules: number;
  readonly ns: number;
}

interface ComparedCell {
  readonly text: string;
  readonly isBest: boolean;
  /** The page that says more, without the site's base. */
  readonly link?: string;
}

interface ComparedRow {
  readonly what: string;
  readonly link?: string;
  readonly cells: readonly ComparedCell[];
}

/** How many of the labelled cases we answer as google/robotstxt does, of how many, beside how many others. */
function agreement(): Facts["agreement"] {
  const { head, rows } = tableWith("docs/scoreboard.md", "labelled (");
  const column = head.findIndex((name) => name.includes("labelled ("));
  const total = Number(/\((\d+)\)/.exec(head[column]!)![1]);
  const percentOf = (name: string): number =>
    Number(/\d+(?:\.\d+)?/.exec(rows.find(([who]) => who === name)![column]!)![0]);
  return { total, agreed: Math.round((total * percentOf("robots-wasm")) / 100), parsers: rows.length };
}

/** One decision with few rules and with many, and a first decision over files as they come. */
function speed(): Facts["speed"] {
  const run = newestRun();
  const cases = tableOf(run, "query").flatMap(({ case: name, figures }) => {
    const rules = /^(\d+) rules, 20 %/.exec(name)?.[1];
    return rules === undefined ? [] : [{ rules: Number(rules), ns: figures["robots-wasm"]!.ns }];
  });
  const first = tableOf(run, "cold").find(({ case: name }) => name === "real, as they come, bytes, k = 1")!;
  return { fewest: cases[0]!, most: cases.at(-1)!, firstNs: first.figures["robots-wasm"]!.ns };
}

const RUNTIMES = "<!-- runtimes: made by";

/** The table that `node test/runtimes/main.mjs --docs` writes, in whatever document it stands. */
function runtimes(): Facts["runtimes"] {
  const path = ["README.md", "docs/runtimes.md"].find((name) => textOf(name).includes(RUNTIMES));
  if (path === undefined) throw new Error(`expected README.md or docs/runtimes.md to have "${RUNTIMES}"; got neither`);
  const [, table] = textOf(path).split(RUNTIMES);
  const rows = (table!.split("<!-- /runtimes -->")[0]!.match(/^\| (?!runtime|-).*$/gm) ?? []).map(cellsOf);
  const results = rows.map((cells) => {
    const [, passed, all] = /^(\d+) of (\d+)$/.exec(cells.at(-1)!) ?? [];
    if (all === undefined || passed !== all)
      throw new Error(`${path}: expected every row to pass all cases; got ${cells.join(", ")}`);
    return { name: cells[0]!.replace(/,.*| \(.*/, ""), cases: Number(all) };
  });
  // Rows of frameworks have a case for each entry; the others run the whole suite.
  const cases = Math.max(...results.map((one) => one.cases));
  const names = results.filter((one) => one.cases === cases).map(({ name }) => name);
  return { cases, ...listed([...new Set(names)]) };
}

/** `Node 20, 22 and 24, Bun`: versions tell only those of one name apart. */
function listed(names: readonly string[]): { readonly count: number; readonly names: string } {
  const majors = new Map<string, string[]>();
  for (const name of names) {
    const [word, version = ""] = name.split(" ") as [string, string?];
    majors.set(word, [...(majors.get(word) ?? []), version.split(".")[0]!]);
  }
  const texts = [...majors].map(([word, versions]) =>
    versions.length === 1 ? word : `${word} ${versions.slice(0, -1).join(", ")} and ${versions.at(-1)}`,
  );
  return { count: names.length, names: texts.join(", ") };
}

/** ` ([limits](docs/client.md#limits))` behind a text says more about it. */
const MORE = / \(\[[^\]]*\]\([^)]*\)\)/g;
const PARTS = /\*\*(.*?)\*\*|\[([^\]]*)\]\([^)]*\)|`([^`]*)`/g;
const plain = (cell: string): string => cell.replaceAll(MORE, "").replaceAll(PARTS, "$1$2$3");

function linkIn(cell: string): { readonly link?: string } {
  const [, path, hash = ""] = /\]\(docs\/([^)#]+)\.md(#[^)]*)?\)/.exec(cell) ?? [];
  return path === undefined ? {} : { link: `/${path}${hash}` };
}

/** The README's comparison; a cell in bold is the best of its row. */
function compared(): Facts["compared"] {
  const { head, rows } = tableWith("README.md", "robots-wasm", "robots-parser");
  return {
    names: head.slice(1).map(plain),
    rows: rows.map(([what, ...cells]) => ({
      what: plain(what!),
      ...linkIn(what!),
      cells: cells.map((cell) => ({ text: plain(cell), isBest: cell.startsWith("**"), ...linkIn(cell) })),
    })),
  };
}

export const facts = (): Facts => ({
  agreement: agreement(),
  speed: speed(),
  runtimes: runtimes(),
  compared: compared(),
  crawlers: knownAgents.length,
});
