/** The verdicts that an edit of a file changes, by example, with the known crawlers for which each does. */
import { checkedBody } from "../../base/arguments.ts";
import { knownAgents } from "./agent-rows.ts";
import { FileChange } from "./file-change.ts";

/** A verdict that an edit changes. */
export interface VerdictShift {
  readonly path: string;
  /** The verdict of the new version; the old version has the opposite. */
  readonly allowed: boolean;
  /** The line that decides in the new version, or else in the old one; absent if no rule does. */
  readonly line?: number;
  /** The known crawlers for which it changes. */
  readonly tokens: readonly string[];
}

/** What an edit changes, by example. */
export interface VerdictShifts {
  /** The shifts for most crawlers first. */
  readonly shifts: readonly VerdictShift[];
  /** Whether other verdicts may change too: the search for examples was ended. */
  readonly mayChange: boolean;
}

/**
 * Compares two versions of a file for all known crawlers, each in the dialect that its operator documents, with an example for each
 * rule that makes a difference. `changedVerdicts` of robots-wasm/lint does the same for each agent that a version names.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for another body; never because of the files.
 */
export function verdictShifts(before: string | Uint8Array, after: string | Uint8Array): VerdictShifts {
  const change = new FileChange(checkedBody(before), checkedBody(after));
  const examples = new Set(knownAgents.flatMap((row) => change.differencesFor(row).map(({ path }) => path)));
  const crawlers = knownAgents.map((row) => ({ token: row.token, sides: change.sidesFor(row) }));
  const shifts = [...examples].flatMap((path) => (path === undefined ? [] : shiftsAt(path, crawlers)));
  // Of paths that change for as many crawlers, the one that says the most: "/" before "/cart/help".
  shifts.sort((a, b) => b.tokens.length - a.tokens.length || a.path.length - b.path.length);
  return { shifts, mayChange: examples.has(undefined) };
}

interface Crawler {
  readonly token: string;
  readonly sides: ReturnType<FileChange["sidesFor"]>;
}

function shiftsAt(path: string, crawlers: readonly Crawler[]): VerdictShift[] {
  const changed = crawlers.flatMap(({ token, sides: [before, after] }) => {
    const [was, is] = [before.explain(path), after.explain(path)];
    return was.allowed === is.allowed ? [] : { token, allowed: is.allowed, line: (is.rule ?? was.rule)?.line };
  });
  return [true, false].flatMap((allowed) => {
    const those = changed.filter((one) => one.allowed === allowed);
    const [first] = those;
    if (first === undefined) return [];
    return [{ path, allowed, tokens: those.map(({ token }) => token), ...(first.line && { line: first.line }) }];
  });
}
