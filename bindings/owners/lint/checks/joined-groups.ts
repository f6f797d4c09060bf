/**
 * User-agent lines that join the ones above them, although what stands between looks like an end: only Allow and Disallow end a list of
 * user-agent lines (RFC 9309 §2.1, §2.2.4). Silent for lines in a row, and for groups that refuse nothing. Linear in the file.
 */
import { LF } from "../../../base/characters.ts";
import { enumerated } from "../../../base/numbers.ts";
import { shorten } from "../../../base/shorten.ts";
import type { DialectName } from "../../../core/index.ts";
import { KIND_DISALLOW, readRecords, walkGroups } from "../../../core/linting.ts";
import { dialects, LINE } from "../../../core/parsing.ts";
import type { Check, Details } from "../findings.ts";
import { everything, nameOf } from "../group-facts.ts";
import { type Line, type LineField, type LintFile, type LintGroup, textAt } from "../lint-file.ts";

/** How many of the joined crawlers, and of the lines between them, a message names. */
const MOST_NAMED = 20;

/** User-agent lines in a row, comments aside. */
interface Block {
  readonly agents: LineField[];
  /** What stands between them and the block before. */
  readonly between: readonly Line[];
}

export const checkJoinedGroups: Check = (source, report) => {
  const splitting = splittersIn(source);
  for (const group of source.groups) {
    const refusal = group.agents.length > 1 ? strongestRefusal(source, group) : undefined;
    if (refusal === undefined) continue;
    for (const { block, above, joined } of joinsIn(source, blocksOf(source, group))) {
      const { value } = block.agents[0]!;
      const join = { joined, between: block.between, refusal, dialects: splitting(value.line) };
      report("joined-groups", value, { message: messageOf(source, join), ...closing(source, above, block) });
    }
  }
};

/** Each block below the first one that other crawlers are joined to, with the block above it. */
function joinsIn(source: LintFile, blocks: readonly Block[]) {
  const seen = new Map<string, LineField>();
  return blocks.flatMap((block, i) => {
    const joined = others(source, seen, block.agents);
    for (const agent of block.agents) if (!seen.has(nameOf(source, agent))) seen.set(nameOf(source, agent), agent);
    return joined.length === 0 ? [] : [{ block, above: blocks[i - 1]!, joined }];
  });
}

function blocksOf(source: LintFile, { agents }: LintGroup): readonly Block[] {
  const blocks: Block[] = [];
  for (const [i, agent] of agents.entries()) {
    const between = i === 0 ? [] : source.lines.slice(agents[i - 1]!.value.line, agent.value.line - 1);
    const looksEnded = between.some((line) => !isComment(source, line));
    if (i === 0 || looksEnded) blocks.push({ agents: [agent], between });
    else blocks.at(-1)!.agents.push(agent);
  }
  return blocks;
}

const isEmpty = (source: LintFile, line: Line): boolean => /^[ \t]*$/.test(textAt(source, line));
const isComment = (source: LintFile, line: Line): boolean => /^[ \t]*#/.test(textAt(source, line));

/** The rule that refuses the whole site, or else the first that refuses something. */
function strongestRefusal(source: LintFile, { rules }: LintGroup): LineField | undefined {
  const refusals = rules.filter(({ kind, value }) => kind === KIND_DISALLOW && value.end > value.start);
  return refusals.find(({ value }) => everything(source).test(textAt(source, value))) ?? refusals[0];
}

/** The user-agent lines above that name other crawlers than these, each once. */
function others(source: LintFile, above: ReadonlyMap<string, LineField>, agents: readonly LineField[]): LineField[] {
  const names = new Set(agents.map((agent) => nameOf(source, agent)));
  const found: LineField[] = [];
  for (const [name, agent] of above) {
    if (!names.has(name)) found.push(agent);
    if (found.length > MOST_NAMED) break;
  }
  return found;
}

interface Join {
  readonly joined: readonly LineField[];
  readonly between: readonly Line[];
  readonly refusal: LineField;
  readonly dialects: readonly DialectName[];
}

function messageOf(source: LintFile, { joined, between, refusal, dialects }: Join): string {
  const names = joined.map(({ value }) => `${shorten(textAt(source, value)) || "a name"} (line ${value.line})`);
  const written = between.filter((line) => !isEmpty(source, line) && !isComment(source, line));
  const ends = [
    ...written
      .slice(0, MOST_NAMED)
      .map((line) => `${shorten(textAt(source, line.field?.key ?? line))} (line ${line.line})`),
    ...(between.some((line) => isEmpty(source, line)) ? ["an empty line"] : []),
  ];
  const [join, them] = joined.length === 1 ? ["joins", "it"] : ["join", "them"];
  const rule = `line ${refusal.value.line}, Disallow: ${shorten(textAt(source, refusal.value))}, applies to ${them} too`;
  const split = dialects.length === 0 ? "" : `; in ${enumerated(dialects)}, a new group begins here`;
  const ending = ends.length === 1 ? "does not end" : "do not end";
  return `${enumerated(named(names))} ${join} this group: ${enumerated(ends)} ${ending} a list of user-agent lines, so ${rule}${split}`;
}

const named = (names: readonly string[]): readonly string[] =>
  names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), "others"] : names;

/** An empty Disallow under a block, above its first empty line: the crawlers then have a group of their own, which refuses nothing. */
function closing(source: LintFile, { agents }: Block, { between }: Block): Pick<Details, "replacement" | "at"> {
  const last = source.lines[agents.at(-1)!.value.line - 1]!;
  const firstEmpty = between.findIndex((line) => isEmpty(source, line));
  const empty = firstEmpty < 0 ? between.length : firstEmpty;
  const { line, end } = (empty === 0 ? undefined : between.at(empty - 1)) ?? last;
  return { replacement: `${lineEndAt(source.bytes, end)}Disallow:`, at: { line, start: end, end } };
}

function lineEndAt(bytes: Uint8Array, end: number): string {
  if (bytes[end] === LF) return "\n";
  return bytes[end + 1] === LF ? "\r\n" : "\r";
}

/** Returns in which dialects a group begins at a line. Reads the file in all of them when it is first called. */
function splittersIn({ bytes }: LintFile): (line: number) => readonly DialectName[] {
  let starts: readonly (readonly [DialectName, ReadonlySet<number>])[] | undefined;
  return (line) => {
    starts ??= dialects.map((dialect) => {
      const records = readRecords(bytes, dialect);
      const lines = new Set<number>();
      walkGroups(records, (start) => {
        lines.add(records.table[start + LINE]!);
        return false;
      });
      return [dialect.name, lines];
    });
    return starts.filter(([, lines]) => lines.has(line)).map(([name]) => name);
  };
}
