/** The groups of a file as lines, for edits that leave all other lines as they are. */
import { productToken } from "../../bindings/agents/rows/internal.ts";

const USER_AGENT = /^[\s\ufeff]*user-?agent\s*:\s*([^#]*)/i;
const RULE = /^\s*(?:dis)?allow\s*:/i;
/** These count for the whole file, wherever they stand. */
const GLOBAL = /^\s*(?:site-?map|license)\s*:/i;

export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/);

export interface LineGroup {
  /** The names in lower case, each with the index of its line. */
  readonly agents: readonly (readonly [name: string, at: number])[];
  /** The indexes of its other lines that say something, those that count for the whole file left out. */
  readonly body: readonly number[];
}

/** A name without its version, as crawlers look for it. */
const nameIn = (value: string): string => (productToken(value.trim()).split("/")[0] ?? "").toLowerCase();

export function groupsIn(lines: readonly string[]): readonly LineGroup[] {
  const groups: { agents: [string, number][]; body: number[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const name = USER_AGENT.exec(line)?.[1];
    const last = groups.at(-1);
    if (name !== undefined && (last === undefined || last.body.some((one) => RULE.test(lines[one]!))))
      groups.push({ agents: [[nameIn(name), at]], body: [] });
    else if (name !== undefined) last!.agents.push([nameIn(name), at]);
    else if (last !== undefined && /^\s*[\w-]+\s*:/.test(line) && !GLOBAL.test(line)) last.body.push(at);
  }
  return groups;
}

/** The file without the names of these crawlers. A group that then names nobody goes with its rules. */
export function withoutNames(file: string, tokens: readonly string[]): string {
  const lines = splitLines(file);
  const gone = new Set(tokens.map((token) => token.toLowerCase()));
  const removed = new Set<number>();
  for (const { agents, body } of groupsIn(lines)) {
    const left = agents.filter(([name]) => !gone.has(name));
    if (left.length === agents.length) continue;
    for (const [name, at] of agents) if (gone.has(name)) removed.add(at);
    if (left.length === 0) for (const at of body) removed.add(at);
  }
  if (removed.size === 0) return file;
  return lines
    .filter((_, at) => !removed.has(at))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

export const isRuleLine = (line: string): boolean => RULE.test(line);
