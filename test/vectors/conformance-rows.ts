/** The rows of docs/conformance.md: a section, what it says, and what shows it. */
import { readFileSync } from "node:fs";

/** What shows a row: a heading of the case documents, words in a file, or that there is nothing to show. */
export type Proof =
  | { readonly kind: "heading"; readonly heading: string }
  | { readonly kind: "file"; readonly path: string; readonly words: string }
  | { readonly kind: "background" | "left out" };

export interface Row {
  /** The seeds that the table covers, by their names in seeds.json; none for the other texts. */
  readonly seeds: readonly string[];
  readonly dialect: string;
  readonly cells: readonly string[];
  readonly section: string;
  /** Short phrases of the text, which the row quotes. */
  readonly phrases: readonly string[];
  readonly proofs: readonly Proof[];
}

export const path: URL = new URL("../../docs/conformance.md", import.meta.url);
export const text: string = readFileSync(path, "utf8");

function proofOf(part: string): Proof {
  if (part === "background") return { kind: "background" };
  if (/^left out: .{20}/.test(part)) return { kind: "left out" };
  const [, test, document, words = ""] = /^(?:`(test\/[^`]+)`|\[.*\]\(([\w-]+\.md)\))(?: “(.+)”)?$/.exec(part) ?? [];
  if (test === undefined && document === undefined) return { kind: "heading", heading: part };
  return { kind: "file", path: test ?? `docs/${document}`, words };
}

function rowOf(line: string, seeds: readonly string[], dialect: string): Row {
  const cells = line
    .slice(2, -1)
    .split("|")
    .map((cell) => cell.trim());
  const phrases = Array.from(cells[1]!.matchAll(/“(.+?)”/g), ([, phrase]) => phrase!);
  return { seeds, dialect, cells, section: cells[0]!, phrases, proofs: cells[2]!.split("<br>").map(proofOf) };
}

/** Walks the lines, each under the marks of its table. */
export function mapLines<T>(rowTo: (row: Row) => T, otherTo: (line: string) => T): T[] {
  let seeds: readonly string[] = [];
  let dialect = "";
  return text.split("\n").map((line) => {
    if (line.startsWith("## ")) seeds = [];
    seeds = /^<!-- seed (.+) -->$/.exec(line)?.[1]?.split(" ") ?? seeds;
    dialect = /^<!-- dialect (\w+) -->$/.exec(line)?.[1] ?? dialect;
    return /^\| (?!section)/.test(line) ? rowTo(rowOf(line, seeds, dialect)) : otherTo(line);
  });
}

export const rows: readonly Row[] = mapLines<Row | undefined>(
  (row) => row,
  () => undefined,
).filter((row) => row !== undefined);
