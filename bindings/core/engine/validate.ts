/**
 * The check of saved programs. After it no offset in the bytes leads outside them and every flag tells the truth, so
 * engines need no checks of their own; what fails it is refused with what was expected and what came.
 */
import { dialects } from "../dialects.ts";
import {
  checksumOf,
  compiledRuleAt,
  HEADER_BYTES,
  MAGIC,
  offsets,
  type Program,
  programFlags,
  programOf,
  RULE_BYTES,
  ruleCountOf,
  ruleFlags,
  VERSION,
  WILDCARD,
} from "./program.ts";

const damage = (what: string, expected: string | number, came: string | number): RangeError =>
  new RangeError(`saved rules: expected ${what} ${expected}; got ${came}`);

function expectEqual(what: string, expected: number, came: number): void {
  if (expected !== came) throw damage(what, expected, came);
}

function expectAtMost(what: string, limit: number, came: number): void {
  if (came > limit) throw damage(what, `of at most ${limit}`, came);
}

/**
 * A copy of the bytes as a program.
 * @throws TypeError for anything but a Uint8Array; RangeError for bytes that are truncated, damaged, foreign or of
 * another version.
 */
export function openProgram(saved: Uint8Array): Program {
  if (!(ArrayBuffer.isView(saved) && (saved as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT === 1)) {
    throw new TypeError(`saved rules: expected a Uint8Array; got ${typeof saved}`);
  }
  const program = programOf(new Uint8Array(saved));
  checkHeader(program.bytes);
  checkSections(program);
  for (let rank = 0, count = ruleCountOf(program); rank < count; rank++) checkRule(program, rank);
  return program;
}

function checkHeader(bytes: Uint8Array): void {
  if (bytes.length < HEADER_BYTES) throw damage("a length of at least", HEADER_BYTES, bytes.length);
  const view = new DataView(bytes.buffer);
  expectEqual("the magic number", MAGIC, view.getUint32(offsets.magic, true));
  expectEqual("version", VERSION, bytes[offsets.version]!);
  expectEqual("a total length of", view.getUint32(offsets.totalBytes, true), bytes.length);
  expectEqual("checksum", view.getUint32(offsets.checksum, true), checksumOf(bytes));
  const id = bytes[offsets.dialect]!;
  const dialect = dialects.find((known) => known.id === id);
  if (dialect === undefined) throw damage("a dialect of", dialects.map((known) => known.id).join(", "), id);
  const flags = bytes[offsets.flags]!;
  expectEqual("robots.txt flag", dialect.rules.robotsTxtAllowed ? 1 : 0, flags & programFlags.robotsTxtAllowed);
  expectEqual("unknown header flags", 0, (flags >> 3) | bytes[offsets.flags + 1]!);
}

/** The sections follow one another and fill the bytes exactly. */
function checkSections({ bytes }: Program): void {
  const view = new DataView(bytes.buffer);
  const sizeAt = (offset: number): number => view.getUint32(offset, true);
  const originals = HEADER_BYTES + sizeAt(offsets.ruleCount) * RULE_BYTES + sizeAt(offsets.patternBytes);
  const notes = originals + sizeAt(offsets.originalBytes);
  const fields = notes + sizeAt(offsets.agentBytes);
  expectAtMost("sections", bytes.length, fields);
  const count = sizeAt(offsets.ruleCount);
  const lastEnd = count === 0 ? 0 : sizeAt(HEADER_BYTES + (count - 1) * RULE_BYTES);
  expectEqual("the last pattern's end", sizeAt(offsets.patternBytes), lastEnd);
  checkOriginals(view, count, originals, notes);
  checkFields(bytes, view, fields);
}

function checkOriginals(view: DataView, count: number, start: number, end: number): void {
  let at = start;
  for (let rank = 0; rank < count; rank++) {
    if ((view.getUint32(HEADER_BYTES + rank * RULE_BYTES + 4, true) & ruleFlags.original) === 0) continue;
    expectAtMost("an original", end - 4, at);
    at += 4 + view.getUint32(at, true);
  }
  expectEqual("the originals' end", end, at);
}

function checkFields(bytes: Uint8Array, view: DataView, start: number): void {
  let at = start;
  while (at < bytes.length) {
    const keyEnd = at + 1 + bytes[at]!;
    expectAtMost("a field", bytes.length - 8, keyEnd);
    at = keyEnd + 8 + view.getUint32(keyEnd + 4, true);
  }
  expectEqual("the fields' end", bytes.length, at);
}

/** Ends rise, flags tell what the pattern holds, and a pattern is in the form that compiling gives it. */
function checkRule(program: Program, rank: number): void {
  const view = new DataView(program.bytes.buffer);
  const at = HEADER_BYTES + rank * RULE_BYTES;
  const previous = rank === 0 ? 0 : view.getUint32(at - RULE_BYTES, true);
  expectAtMost(`the end of pattern ${rank - 1}`, view.getUint32(at, true), previous);
  const { pattern, flags } = compiledRuleAt(program, rank);
  expectEqual(
    `wildcard flag of rule ${rank}`,
    pattern.includes(WILDCARD) ? ruleFlags.wildcard : 0,
    flags & ruleFlags.wildcard,
  );
  if (flags & ruleFlags.allow) expectEqual(`verdict of rule ${rank}`, ruleFlags.allowed, flags & ruleFlags.allowed);
  const suffixes = flags & (ruleFlags.trailingStar | ruleFlags.anchored | ruleFlags.original);
  if (flags & ruleFlags.trailingStar) expectEqual(`spelling of rule ${rank}`, ruleFlags.trailingStar, suffixes);
  if (pattern.at(-1) === WILDCARD) throw damage(`pattern ${rank}`, "without a final wildcard", "one");
  for (let i = pattern.indexOf(WILDCARD); i >= 0; i = pattern.indexOf(WILDCARD, i + 1)) {
    if (pattern[i + 1] === WILDCARD) throw damage(`pattern ${rank}`, "without adjacent wildcards", "them");
  }
}
