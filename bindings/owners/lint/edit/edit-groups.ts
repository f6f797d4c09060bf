/** Adds groups to a file, and takes crawlers out of its groups, where that changes nothing for other crawlers. */
import { checkedBody, checkedStrings } from "../../../base/arguments.ts";
import { CR, LF } from "../../../base/characters.ts";
import { isHtml } from "../../../base/html.ts";
import { concat } from "../../../base/little-endian.ts";
import { bytesOf, hasUtf8Mark, hasUtf16Mark } from "../../../base/utf8.ts";
import { isPaceKey, isUserAgent, readRecords } from "../../../core/linting.ts";
import { type Dialect, dialectNamed, dialects, KEY_START, LEAST_READ_BYTES, offsetsIn } from "../../../core/parsing.ts";
import { factsWith } from "../agent-facts.ts";
import { buildRobotsTxt } from "../build/build.ts";
import type { GroupSource } from "../build/robots-txt-source.ts";
import { type LineField, type LintFile, type LintGroup, sourceOf, textAt } from "../lint-file.ts";
import { keepsOthers, tokenIn } from "./kept-groups.ts";

/** The result of `addGroups` and `removeAgents`. */
export interface EditedFile {
  /** UTF-8. The file as it was, if there is a `problem`. */
  readonly body: Uint8Array;
  /** The 1-based line at which the groups were inserted; absent if none were. */
  readonly line?: number;
  /** Why nothing was written; absent if the file was edited. */
  readonly problem?: string;
}

const [rfc9309, google] = (["rfc9309", "google"] as const).map(dialectNamed) as [Dialect, Dialect];

/**
 * Adds groups to a file. For crawlers that they do not name, no verdict, delay, field or sitemap changes, in any dialect; `*` names every
 * crawler without a group of its own. The groups stand at the top, after a byte order mark. If lines above all groups would become part
 * of them there, they stand above the first user-agent line, or else at the end. Earlier groups of the same crawlers go on to count:
 * call `removeAgents` first to replace them.
 * @param body text, or the bytes that the server sent.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) or RangeError (ERR_INVALID_ARG_VALUE) for groups that `buildRobotsTxt` does not write.
 */
export function addGroups(body: string | Uint8Array, groups: readonly GroupSource[]): EditedFile {
  const bytes = bytesOf(checkedBody(body));
  const text = buildRobotsTxt({ groups });
  if (text === "") return { body: bytes };
  const problem = problemOf(bytes, bytes.length + text.length);
  if (problem !== undefined) return { body: bytes, problem };
  const agents = Array.from(text.matchAll(/^User-agent: (.*)$/gm), ([, agent]) => agent!);
  for (const { at, before, after } of placesIn(bytes)) {
    const added = concat([bytes.subarray(0, at), bytesOf(before + text + after), bytes.subarray(at)]);
    if (added.length <= LEAST_READ_BYTES && keepsOthers([bytes, added], agents, dialects))
      return { body: added, line: lineEndsIn(bytes.subarray(0, at)) + lineEndsIn(bytesOf(before)) + 1 };
  }
  return { body: bytes, problem: "in every place, the groups would change the rules of other crawlers" };
}

/**
 * Takes crawlers out of the groups that name them; a group that then names nobody goes with its lines, but for sitemaps. For other
 * crawlers, no verdict, delay, field or sitemap changes in `rfc9309` and `google`.
 * @param body text, or the bytes that the server sent.
 * @param agents product tokens, or `*`.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type.
 */
export function removeAgents(body: string | Uint8Array, agents: readonly string[]): EditedFile {
  const bytes = bytesOf(checkedBody(body));
  const names = new Set(checkedStrings("agents", agents).map(tokenName));
  const problem = problemOf(bytes, bytes.length);
  if (problem !== undefined) return { body: bytes, problem };
  const source = sourceOf(bytes, { dialect: google, url: undefined, facts: factsWith([]) });
  const gone = new Set(linesNaming(source, names).map(({ key }) => key.line));
  const left = withoutLines(source, gone);
  if (keepsOthers([bytes, left], agents, [rfc9309, google])) return { body: left };
  return { body: bytes, problem: "without these crawlers, the rules of other crawlers would change" };
}

/** The longest reading of a name: Google reads no digits. */
const tokenName = (agent: string): string => tokenIn(agent, rfc9309);

function problemOf(bytes: Uint8Array, length: number): string | undefined {
  if (hasUtf16Mark(bytes)) return "the file is UTF-16; save it as UTF-8 first";
  if (isHtml(bytes)) return "the file is an HTML page, not a robots.txt";
  if (length <= LEAST_READ_BYTES) return undefined;
  return `the file would have more than ${LEAST_READ_BYTES} bytes, and crawlers may ignore what comes after them`;
}

/** Where groups can be inserted, and the text around them. */
interface Place {
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** The top, above the first user-agent line, the end, and the end under a closed group. */
function* placesIn(bytes: Uint8Array): Generator<Place> {
  const lineEnd = bytes.includes(CR) && bytes[bytes.indexOf(LF) - 1] === CR ? "\r\n" : "\n";
  const top = hasUtf8Mark(bytes) ? 3 : 0;
  yield { at: top, before: "", after: bytes.length > top ? lineEnd : "" };
  yield { at: firstAgentIn(bytes), before: "", after: lineEnd };
  const end = isLineEnd(bytes.at(-1)) ? "" : lineEnd;
  yield { at: bytes.length, before: end + lineEnd, after: "" };
  yield { at: bytes.length, before: `${end}Disallow:${lineEnd}${lineEnd}`, after: "" };
}

const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR;

/** The start of the line that is the first user-agent line in any dialect. */
function firstAgentIn(bytes: Uint8Array): number {
  const starts = dialects.map((dialect) => {
    const { table } = readRecords(bytes, dialect);
    const [first] = offsetsIn(table, 0, table.length, isUserAgent);
    return first === undefined ? bytes.length : table[first + KEY_START]!;
  });
  let at = Math.min(...starts);
  while (at > 0 && !isLineEnd(bytes[at - 1])) at--;
  return at;
}

function lineEndsIn(bytes: Uint8Array): number {
  let count = 0;
  for (const [i, byte] of bytes.entries()) if (byte === LF || (byte === CR && bytes[i + 1] !== LF)) count++;
  return count;
}

/** The user-agent lines of these names, and what belongs to nobody without them. */
function linesNaming(source: LintFile, names: ReadonlySet<string>): readonly LineField[] {
  const isGone = ({ value }: LineField): boolean => names.has(tokenName(textAt(source, value)));
  const isPace = ({ key }: LineField): boolean => isPaceKey(textAt(source, key).toLowerCase());
  const emptied = ({ agents }: LintGroup): boolean => agents.every(isGone);
  return [
    ...source.groups.flatMap(({ agents }) => agents.filter(isGone)),
    ...source.groups.filter(emptied).flatMap(({ rules, fields }) => [...rules, ...fields]),
    ...source.runs.filter(emptied).flatMap(({ fields }) => fields.filter(isPace)),
  ];
}

/** The file without lines. Of the empty lines around them, one is kept. */
function withoutLines({ bytes, lines }: LintFile, gone: ReadonlySet<number>): Uint8Array {
  const kept: Uint8Array[] = [];
  let [hasGap, isAfterEmpty] = [false, true];
  for (const [i, { line, start, end }] of lines.entries()) {
    const isEmpty = start === end;
    if (gone.has(line)) hasGap = true;
    else if (!(hasGap && isEmpty && isAfterEmpty)) {
      kept.push(bytes.subarray(start, lines[i + 1]?.start ?? bytes.length));
      [hasGap, isAfterEmpty] = [false, isEmpty];
    }
  }
  return concat(kept);
}
