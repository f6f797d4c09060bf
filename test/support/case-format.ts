/** Reads the case documents: test/cases/README.md says what they look like. */
import { type DialectName, dialects } from "../../bindings/core/dialects.ts";

/** `decided` where the text leaves the verdict open and docs/dialects.md decides it. */
export type Basis = "text" | "decided";

/** What a row expects of the fields about pace: null for none, absent where it is not asked. */
export interface Pace {
  readonly crawlDelay?: number | null;
  readonly requestRate?: { readonly requests: number; readonly seconds: number } | null;
  readonly visitTime?: { readonly fromMinute: number; readonly toMinute: number } | null;
}

export interface Case {
  /** The heading the case stands under. */
  readonly section: string;
  /** Sections of the sources that the heading cites: `RFC 9309 §2.2.2`. */
  readonly cites: readonly string[];
  readonly tags: readonly string[];
  readonly robots: Uint8Array;
  /** A token, or several: the first that has a group of its own counts. */
  readonly agents: readonly string[];
  readonly url: string;
  readonly allowed: boolean;
  /** 0 for no rule, undefined where it is not asked. */
  readonly line: number | undefined;
  readonly pace: Pace;
  readonly readings: readonly { readonly dialect: DialectName; readonly basis: Basis }[];
}

const allDialects = dialects.map(({ name }) => name);
const byteOf: Record<string, number> = { r: 13, n: 10, t: 9, "\\": 92 };

function bytesOfEscaped(text: string): Uint8Array {
  const bytes: number[] = [];
  const joined = text.replaceAll("\n", "");
  for (const [token, escaped, hex] of joined.matchAll(/\\(x([0-9A-Fa-f]{2})|[rnt\\])|[^\\]/gu)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else if (escaped !== undefined) bytes.push(byteOf[escaped]!);
    else bytes.push(...new TextEncoder().encode(token));
  }
  return Uint8Array.from(bytes);
}

function readingOf(word: string): Case["readings"][number] {
  const dialect = allDialects.find((known) => known === word.replace(/\?$/, ""));
  if (dialect === undefined) throw new Error(`dialects: expected all or names of dialects; got ${word}`);
  return { dialect, basis: word.endsWith("?") ? "decided" : "text" };
}

const readingsOf = (cell: string): Case["readings"] => (cell === "all" ? allDialects : cell.split(" ")).map(readingOf);

function verdictOf(cell: string | undefined): boolean {
  if (cell !== "A" && cell !== "D") throw new Error(`verdict: expected A or D; got ${cell}`);
  return cell === "A";
}

const lineOf = (cell: string | undefined): number | undefined =>
  cell === undefined || cell === "?" ? undefined : Number(cell);

const minuteOf = (hours: string): number => Number(hours.slice(0, 2)) * 60 + Number(hours.slice(2));

/** The cells as a file spells the values, `-` for none: `10`, `1/10` in seconds, `0100-0500`. */
function paceOf(row: Readonly<Record<string, string>>): Pace {
  const { delay, rate = "", hours = "" } = row;
  const [requests, seconds] = rate.split("/").map(Number) as [number, number];
  const [from, to] = hours.split("-") as [string, string];
  return {
    ...(delay !== undefined && { crawlDelay: delay === "-" ? null : Number(delay) }),
    ...(rate !== "" && { requestRate: rate === "-" ? null : { requests, seconds } }),
    ...(hours !== "" && { visitTime: hours === "-" ? null : { fromMinute: minuteOf(from), toMinute: minuteOf(to) } }),
  };
}

/** What holds for the rows that follow, until a heading, a block or a table head says otherwise. */
interface Context {
  section: string;
  cites: readonly string[];
  tags: readonly string[];
  robots: Uint8Array;
  columns: readonly string[];
}

const BLOCK = /^#+ .*$|^(?:Cites|Tags): .*$|^```robots(?:-escaped)?\n[\s\S]*?^```$|^\|.*\|$/gm;
const listOf = (line: string, separator: string): string[] => line.replace(/^\w+: /, "").split(separator);

/** The rows of a document. */
export function casesOf(text: string): Case[] {
  const cases: Case[] = [];
  let now: Context = { section: "", cites: [], tags: [], robots: new Uint8Array(), columns: [] };
  for (const [block] of text.matchAll(BLOCK)) {
    if (block.startsWith("#")) now = { ...now, section: block.replace(/^#+ /, ""), cites: [], tags: [] };
    else if (block.startsWith("Cites: ")) now.cites = listOf(block, "; ");
    else if (block.startsWith("Tags: ")) now.tags = listOf(block, " ");
    else if (block.startsWith("```")) now.robots = robotsOf(block);
    else if (!/^\|(-+:?\|)+$/.test(block)) {
      const cells = cellsOf(block);
      if (cells.includes("verdict")) now.columns = cells;
      else cases.push(caseOf(cells, now));
    }
  }
  return cases;
}

const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());

function robotsOf(block: string): Uint8Array {
  const [, kind, body] = /^```(\S+)\n([\s\S]*?)\n?```$/.exec(block)!;
  return kind === "robots-escaped" ? bytesOfEscaped(body!) : new TextEncoder().encode(body);
}

/** A row with a `record` is a file of its own: one Disallow for everyone. */
function caseOf(cells: readonly string[], { columns, ...context }: Context): Case {
  const row = Object.fromEntries(columns.map((column, i) => [column, cells[i]!]));
  const { record, agent = "FooBot", url = "", verdict, line, dialects: names = "all" } = row;
  return {
    ...context,
    robots: record === undefined ? context.robots : new TextEncoder().encode(`User-agent: *\nDisallow: ${record}\n`),
    agents: agent.split(", "),
    url: url.includes("\\x") ? new TextDecoder().decode(bytesOfEscaped(url)) : url,
    allowed: verdictOf(verdict),
    line: lineOf(line),
    pace: paceOf(row),
    readings: readingsOf(names),
  };
}
