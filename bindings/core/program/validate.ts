/**
 * Checks saved programs. In a program that passes, every offset stays inside the bytes and every flag is true, so engines
 * need no checks of their own. A program that fails throws an error that says what was expected and what was found.
 */

import { WILDCARD } from "../../base/characters.ts";
import { withCode, wrongType } from "../../base/errors.ts";
import { u32At } from "../../base/little-endian.ts";
import { dialects } from "../dialects.ts";
import {
  ALLOW,
  ALLOWED,
  ANCHORED,
  CHECKSUM_AT,
  DIALECT_AT,
  FLAGS_AT,
  HAS_WILDCARD,
  HEADER_BYTES,
  MAGIC,
  ORIGINAL,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  TOTAL_BYTES_AT,
  TRAILING_STAR,
  VERSION,
  VERSION_AT,
} from "../layout.ts";
import { checksumOf, type Program, programOf, robotsTxtFlag, type Sections, sectionsOf } from "./program.ts";

const damage = (what: string, expected: string | number, came: string | number): RangeError =>
  withCode(new RangeError(`saved rules: expected ${what} ${expected}; got ${came}`), "ERR_SAVED_RULES");

function expectEqual(what: string, expected: number, came: number): void {
  if (expected !== came) throw damage(what, expected, came);
}

/**
 * Copies saved bytes into a program.
 * @param isIntact whether a checksum of these bytes held already, as in an archive
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a Uint8Array; RangeError (ERR_SAVED_RULES) if the bytes are
 * truncated, damaged, foreign, or of another version.
 */
export function validateProgram(saved: Uint8Array, isIntact = false): Program {
  if (!(ArrayBuffer.isView(saved) && (saved as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT === 1)) {
    throw wrongType("saved rules", "a Uint8Array", saved);
  }
  const program = programOf(new Uint8Array(saved));
  checkHeader(program.bytes, isIntact);
  checkSections(program, sectionsOf(program));
  return program;
}

function checkHeader(bytes: Uint8Array, isIntact: boolean): void {
  if (bytes.length < HEADER_BYTES) throw damage("a length of at least", HEADER_BYTES, bytes.length);
  expectEqual("the magic number", MAGIC, u32At(bytes, 0));
  expectEqual("version", VERSION, bytes[VERSION_AT]!);
  expectEqual("a total length of", u32At(bytes, TOTAL_BYTES_AT), bytes.length);
  if (!isIntact) expectEqual("checksum", u32At(bytes, CHECKSUM_AT), checksumOf(bytes));
  const id = bytes[DIALECT_AT]!;
  const dialect = dialects.find((known) => known.id === id);
  if (dialect === undefined) throw damage("a dialect of", dialects.map((known) => known.id).join(", "), id);
  const flags = bytes[FLAGS_AT]!;
  expectEqual("robots.txt flag", robotsTxtFlag(dialect), flags & PROGRAM_ROBOTS_TXT_ALLOWED);
  expectEqual("unknown header flags", 0, (flags >> 4) | bytes[FLAGS_AT + 1]!);
}

/**
 * The sections must follow one another and fill the bytes exactly. Lengths are never negative, so what ends where it must has
 * no part beyond; beyond the bytes, lengths read as 0.
 */
function checkSections({ bytes }: Program, { patterns, originals, agent, fields }: Sections): void {
  if (fields > bytes.length) throw damage("sections of at most", bytes.length, fields);
  let start = patterns;
  let original = originals;
  // Pattern ends must rise, and flags must fit the pattern.
  for (let at = HEADER_BYTES; at < patterns; at += RULE_BYTES) {
    const end = patterns + u32At(bytes, at);
    if (end < start || end > originals) throw damage("the end of a pattern", `from ${start} to ${originals}`, end);
    const flags = u32At(bytes, at + 4);
    checkRule(bytes, start, end, flags);
    start = end;
    if (flags & ORIGINAL) original += 4 + u32At(bytes, original);
  }
  expectEqual("the end of the patterns", originals, start);
  expectEqual("the end of the originals", agent, original);
  let field = fields;
  while (field < bytes.length) {
    const keyEnd = field + 1 + bytes[field]!;
    field = keyEnd + 8 + u32At(bytes, keyEnd + 4);
  }
  expectEqual("the end of the fields", bytes.length, field);
}

/** The pattern must look as compiling leaves it. */
function checkRule(bytes: Uint8Array, start: number, end: number, flags: number): void {
  let wildcard = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== WILDCARD) continue;
    if (at + 1 === end || bytes[at + 1] === WILDCARD)
      throw damage("a pattern", "without a final or second wildcard", "one");
    wildcard = HAS_WILDCARD;
  }
  expectEqual("wildcard flag", wildcard, flags & HAS_WILDCARD);
  if (flags & ALLOW) expectEqual("verdict of an Allow", ALLOWED, flags & ALLOWED);
  if (flags & TRAILING_STAR) expectEqual("spelling", TRAILING_STAR, flags & (TRAILING_STAR | ANCHORED | ORIGINAL));
}
