/** Edits and what they change: fixes, repairs, and two versions of a file. */
import { knownAgents } from "../../bindings/owners/agents/index.ts";
import { FileChange } from "../../bindings/owners/agents/internal.ts";
import { applyFixes } from "../../bindings/owners/lint/index.ts";
import type { EditEffect, Mended, Requests, Shift } from "../protocol.ts";

const SHOWN_NAMES = 3;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function mend({ file, url, repairs }: Requests["mend"]["ask"]): Mended {
  const { body, fixes, repairs: repaired } = applyFixes(file, { repairs, ...(url !== undefined && { url }) });
  const text = decoder.decode(body);
  const shifts = repairs ? shiftsOf({ before: file, after: text }) : { shifts: [], mayChange: false };
  return { text, applied: fixes + repaired, ...shifts };
}

/** Example paths whose verdict changes, each with the known crawlers for which it does, in the reading of each. */
export function shiftsOf({ before, after }: Requests["shifts"]["ask"]): EditEffect {
  const change = new FileChange(before, after);
  const examples = new Set(knownAgents.flatMap((row) => change.differencesFor(row).map(({ path }) => path)));
  const crawlers = knownAgents.map((row) => ({ name: row.token, sides: change.sidesFor(row) }));
  const shifts = [...examples].flatMap((path) => (path === undefined ? [] : shiftsAt(path, crawlers)));
  // Of paths that change for as many crawlers, the one that says the most: "/" before "/cart/help".
  shifts.sort((a, b) => b.count - a.count || a.path.length - b.path.length);
  return { shifts, mayChange: examples.has(undefined) };
}

interface Crawler {
  readonly name: string;
  readonly sides: ReturnType<FileChange["sidesFor"]>;
}

function shiftsAt(path: string, crawlers: readonly Crawler[]): Shift[] {
  const changed = crawlers.flatMap(({ name, sides }) => {
    const [was, is] = sides.map((side) => side.explain(path)) as [Explained, Explained];
    return was.allowed === is.allowed ? [] : { name, allowed: is.allowed, line: (is.rule ?? was.rule)?.line };
  });
  return [true, false].flatMap((allowed) => {
    const those = changed.filter((one) => one.allowed === allowed);
    const [first] = those;
    if (first === undefined) return [];
    const names = those.slice(0, SHOWN_NAMES).map(({ name }) => name);
    return [{ path, allowed, count: those.length, names, ...(first.line && { line: first.line }) }];
  });
}

type Explained = ReturnType<Crawler["sides"][number]["explain"]>;
