/** Reads the case documents: test/cases/README.md says what they look like. */
import { type DialectName, dialects } from "../bindings/dialects.ts";

export interface Case {
  readonly section: string;
  readonly robots: Uint8Array;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
  /** 0 for no rule, undefined where it is not asked. */
  readonly line: number | undefined;
  readonly dialects: readonly DialectName[];
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

function dialectsOf(cell: string | undefined, fallback: readonly DialectName[]): readonly DialectName[] {
  if (cell === undefined) return fallback;
  if (cell === "all") return allDialects;
  return cell.split(" ").map((name) => {
    const found = allDialects.find((known) => known === name);
    if (found === undefined) throw new Error(`dialects: expected all or names of dialects; got ${name}`);
    return found;
  });
}

function verdictOf(cell: string | undefined): boolean {
  if (cell !== "A" && cell !== "D") throw new Error(`verdict: expected A or D; got ${cell}`);
  return cell === "A";
}

const lineOf = (cell: string | undefined): number | undefined =>
  cell === undefined || cell === "?" ? undefined : Number(cell);

/** The rows of a document; `fallback` is the dialects of rows that name none. */
export function casesOf(text: string, fallback: readonly DialectName[]): Case[] {
  const cases: Case[] = [];
  let section = "";
  let robots = new Uint8Array();
  let columns: string[] = [];
  for (const [block] of text.matchAll(/^#+ .*$|^```robots(?:-escaped)?\n[\s\S]*?^```$|^\|.*\|$/gm)) {
    if (block.startsWith("#")) section = block.replace(/^#+ /, "");
    else if (block.startsWith("```")) robots = robotsOf(block);
    else if (/^\|(-+:?\|)+$/.test(block)) continue;
    else {
      const cells = block
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      if (cells.includes("verdict")) columns = cells;
      else
        cases.push(
          caseOf(Object.fromEntries(columns.map((column, i) => [column, cells[i]!])), section, robots, fallback),
        );
    }
  }
  return cases;
}

function robotsOf(block: string): Uint8Array<ArrayBuffer> {
  const [, kind, body] = /^```(\S+)\n([\s\S]*?)\n?```$/.exec(block)!;
  return new Uint8Array(kind === "robots-escaped" ? bytesOfEscaped(body!) : new TextEncoder().encode(body));
}

/** A row with a `record` is a file of its own: one Disallow for everyone. */
function caseOf(
  row: Record<string, string>,
  section: string,
  robots: Uint8Array,
  fallback: readonly DialectName[],
): Case {
  const { record, agent = "FooBot", url = "", verdict, line, dialects: names } = row;
  return {
    section,
    robots: record === undefined ? robots : new TextEncoder().encode(`User-agent: *\nDisallow: ${record}\n`),
    agent,
    url,
    allowed: verdictOf(verdict),
    line: lineOf(line),
    dialects: dialectsOf(names, fallback),
  };
}
