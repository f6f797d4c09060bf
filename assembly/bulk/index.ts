/**
 * The bulk exports of robots-wasm/embed.wasm: lines of any origins in, one verdict a line out. docs/embedding.md is their
 * contract. They share the buffer with the other exports, and take no address either.
 */

import { indexOf } from "../bytes/bytes";
import { LF } from "../bytes/characters";
import { DIALECT_AT, INPUT, LEAST_READ_BYTES } from "../bytes/layout";
import { buffer, growBuffer, holds } from "../embed/buffer";
import { compiledRules, compileRules, releaseRules } from "../embed/compiling";
import { ruleLineOf } from "../embed/deciding";
import {
  INVALID_AGENT,
  INVALID_CALL,
  INVALID_DIALECT,
  INVALID_LENGTH,
  INVALID_LIMIT,
  INVALID_PROGRAM,
  INVALID_SAVED_RULES,
  isError,
  OUT_OF_MEMORY,
} from "../embed/errors";
import { writeExplanation } from "../embed/explain";
import { compile } from "../embed/index";
import { isKnown } from "../embed/known-dialects";
import { programOf, removeProgram, slotOf } from "../embed/programs";
import { areTokens } from "../embed/tokens";
import { isSavedProgram } from "../embed/validate";
import { addArchive, forgetArchives } from "./archives";
import { isOrigin, writeAuthorityClasses } from "./authority";
import { makeBlanketRules } from "./blanket";
import { moveLines, selectLines, writeCauses, writeFetchedAt } from "./block";
import { HOST_VERDICT } from "./causes";
import { countOf, KINDS } from "./counts";
import { writeCrcTables } from "./crc32";
import { startDistinct } from "./distinct";
import { divideLines } from "./divide";
import { startHolding } from "./held-programs";
import { settleRules, startLookups, TELL_MISSING } from "./lookup";
import { decideLine, decideLinesOf } from "./one-program";
import * as origins from "./origins";
import { makeCache } from "./page-cache";
import { takePages } from "./read-pages";
import { verdictOfDecision } from "./readings";
import { decideSettled, failedOrigin, isDeciding, runRound, startBlock, startRounds } from "./rounds";
import { isSameHost } from "./same-host";
import { writeOrigin } from "./spelled-origin";
import { markFor, writeEncodeSets } from "./url-bytes";
import { ALLOWED, UNKNOWN_ORIGIN } from "./verdicts";

export {
  bulkArchive as bulk_archive,
  bulkCauses as bulk_causes,
  bulkCount as bulk_count,
  bulkDivide as bulk_divide,
  bulkExplain as bulk_explain,
  bulkFailedAt as bulk_failed_at,
  bulkFetchedAt as bulk_fetched_at,
  bulkFile as bulk_file,
  bulkLines as bulk_lines,
  bulkOpen as bulk_open,
  bulkOrigin as bulk_origin,
  bulkPages as bulk_pages,
  bulkResume as bulk_resume,
  bulkRules as bulk_rules,
  bulkSelect as bulk_select,
  bulkStatus as bulk_status,
  bulkVerdict as bulk_verdict,
  decideFile as decide_file,
  decideReadingsOfLines as decide_readings,
  explain,
  readingsRuleLine as readings_rule_line,
};

const MIN_MEMORY_BYTES: u32 = 1 << 20;
/** The least that pages of one round may take together: a few pages of 4 KiB. */
const MIN_ROUND_BYTES: u32 = 1 << 16;
/** What is kept between blocks. */
let memoryBytes: usize = 0;
let seed: u32 = 0;
let dialect: u32 = 0;

writeAuthorityClasses();
writeEncodeSets();
writeCrcTables();

/** Starts a run without archives. */
function bulkOpen(ofDialect: u32, missing: u32, bytes: u32, randomSeed: u32): i32 {
  if (!isKnown(ofDialect)) return INVALID_DIALECT;
  if (bytes < MIN_MEMORY_BYTES || missing > TELL_MISSING) return INVALID_LIMIT;
  dialect = 0;
  startDistinct();
  startRounds(max(MIN_ROUND_BYTES, bytes >> 4));
  forgetArchives();
  memoryBytes = <usize>bytes;
  seed = randomSeed;
  if (!forgetOrigins() || !makeCache(memoryBytes >> 4, seed)) return OUT_OF_MEMORY;
  const error = makeBlanketRules(ofDialect);
  if (error < 0) return error;
  startLookups(ofDialect, missing);
  dialect = ofDialect;
  return 0;
}

function isOpen(): bool {
  return dialect != 0;
}

/** False without memory. */
function forgetOrigins(): bool {
  startHolding(memoryBytes - (memoryBytes >> 2));
  return origins.startOrigins(seed);
}

/** The buffer holds the head of an archive and, right behind it, its footer. */
function bulkArchive(bytes: u32, crawler: u32, shard: u32, shards: u32): i32 {
  if (!isOpen() || isDeciding()) return INVALID_CALL;
  return holds(bytes, 0) ? addArchive(buffer(), bytes, crawler, shard, shards) : INVALID_LENGTH;
}

/** The buffer holds lines. Returns the number of asks, 0 if the verdicts are in the buffer, or an error. */
function bulkLines(bytes: u32): i32 {
  return decideBlock(bytes, false);
}

/** Starts a block as `bulk_lines` does, and keeps the causes of verdicts. */
function bulkExplain(bytes: u32): i32 {
  return decideBlock(bytes, true);
}

function decideBlock(bytes: u32, explains: bool): i32 {
  if (!isOpen()) return INVALID_CALL;
  if (!holds(bytes, 0)) return INVALID_LENGTH;
  markFor(dialect);
  if (origins.originsMemory() > memoryBytes >> 2 && !forgetOrigins()) return OUT_OF_MEMORY;
  return startBlock(bytes, memoryBytes, explains);
}

/** Writes the lines that have a verdict to the buffer, each with its LF, and returns their bytes. */
function bulkSelect(verdict: u32): i32 {
  return isDeciding() ? INVALID_CALL : selectLines(verdict);
}

/** Writes to the buffer when the robots.txt of each line was fetched, and returns the bytes. */
function bulkFetchedAt(): i32 {
  return isDeciding() ? INVALID_CALL : writeFetchedAt();
}

/** Writes why each line was decided as it was to the buffer, and returns the bytes. */
function bulkCauses(): i32 {
  return isDeciding() ? INVALID_CALL : writeCauses();
}

function bulkResume(): i32 {
  return runRound();
}

/** The buffer holds all pages that were asked for. */
function bulkPages(bytes: u32): i32 {
  return isDeciding() ? takePages(bytes) : INVALID_CALL;
}

/** The buffer holds the origin with its host in ASCII. No bytes: it is not a URL. */
function bulkOrigin(number: u32, bytes: u32): i32 {
  if (!isDeciding() || !origins.isRecord(number)) return INVALID_CALL;
  // The answer to another ask has said already how this one is spelled.
  if (origins.stateOf(number) != origins.ODD) return 0;
  if (!holds(bytes, 0)) return INVALID_LENGTH;
  if (bytes != 0 && !isOrigin(buffer(), buffer() + bytes)) return INVALID_CALL;
  const end = bytes == 0 ? 0 : writeOrigin(buffer(), buffer() + bytes, INPUT);
  if (end == 0 || !isSameHost(origins.keyOf(number), origins.keyEndOf(number), INPUT, end)) {
    origins.setState(number, origins.NO_ORIGIN, 0);
    return 0;
  }
  const record = origins.parsedOriginOf(INPUT, end);
  if (record == origins.NONE) return OUT_OF_MEMORY;
  const parsed = origins.canonicalOf(record);
  if (parsed == number) return 0;
  origins.setState(number, origins.ALIAS, parsed);
  return moveLines(number, parsed) ? 0 : OUT_OF_MEMORY;
}

/** Decides at once: before the next round, the rules that follow may take the place of these, which would be asked for again. */
function decideBy(number: u32, program: usize, bytes: u32): i32 {
  origins.setFetchedAt(number, origins.GIVEN);
  const error = settleRules(number, program, bytes);
  return error < 0 ? error : decideSettled(number);
}

/** The buffer holds the rules of the origin as they are saved. */
function bulkRules(number: u32, bytes: u32): i32 {
  if (!isAsked(number, origins.ASKED)) return INVALID_CALL;
  if (!holds(bytes, 0)) return INVALID_LENGTH;
  const isOurs = isSavedProgram(buffer(), bytes) && load<u8>(buffer(), DIALECT_AT) == <u8>dialect;
  return isOurs ? decideBy(number, buffer(), bytes) : INVALID_SAVED_RULES;
}

/** The buffer holds the robots.txt of the origin and, right behind it, product tokens. */
function bulkFile(number: u32, fileBytes: u32, agentsBytes: u32): i32 {
  if (!isAsked(number, origins.ASKED)) return INVALID_CALL;
  if (!holds(fileBytes, agentsBytes)) return INVALID_LENGTH;
  const agents = buffer() + fileBytes;
  const agentsEnd = agents + agentsBytes;
  if (!areTokens(agents, agentsEnd, dialect)) return INVALID_AGENT;
  const bytes = compileRules(dialect, buffer(), agents, agentsEnd, LEAST_READ_BYTES);
  if (bytes < 0) return bytes;
  const error = decideBy(number, compiledRules(), bytes);
  releaseRules();
  return error;
}

/** Says why the verdict holds that `bulk_verdict` gives next: 1 the origin has no robots.txt, 2 it is unavailable, 3 unreachable. */
function bulkStatus(number: u32, status: u32): i32 {
  if (!isAsked(number, origins.ASKED) || status >= HOST_VERDICT) return INVALID_CALL;
  origins.setState(number, origins.ASKED, status);
  return 0;
}

/** One verdict holds for all URLs of the origin: ALLOWED, UNKNOWN_ORIGIN, or of any other number REFUSED. */
function bulkVerdict(number: u32, verdict: u32): i32 {
  if (!isAsked(number, origins.ASKED)) return INVALID_CALL;
  const isUnknown = verdict == UNKNOWN_ORIGIN;
  const state = isUnknown ? origins.NOT_FOUND : verdict == ALLOWED ? origins.ALLOWED_ALL : origins.REFUSED_ALL;
  const status = origins.referenceOf(number);
  origins.setState(number, state, status == 0 ? HOST_VERDICT : status);
  return 0;
}

function isAsked(number: u32, state: u32): bool {
  return isDeciding() && origins.isRecord(number) && origins.stateOf(number) == state;
}

function bulkCount(kind: u32): i32 {
  return kind < KINDS ? <i32>countOf(kind) : INVALID_CALL;
}

/** Writes the origin at which the block failed to the buffer, and returns its bytes; 0 if none was at fault. */
function bulkFailedAt(): i32 {
  const origin = failedOrigin();
  if (!isOpen() || !origins.isRecord(origin)) return 0;
  const bytes = origins.keyEndOf(origin) - origins.keyOf(origin);
  const error = growBuffer(<u32>bytes);
  if (isError(error)) return error;
  memory.copy(buffer(), origins.keyOf(origin), bytes);
  return <i32>bytes;
}

/** Whether the buffer holds `bytes` of whole lines. */
function holdsLines(bytes: u32): bool {
  return bytes != 0 && holds(bytes, 0) && load<u8>(buffer() + bytes - 1) == LF;
}

/** Writes the lines of the buffer to it, divided into parts by their hosts. Returns their bytes or an error. */
function bulkDivide(bytes: u32, parts: u32): i32 {
  return holdsLines(bytes) ? divideLines(<usize>bytes, parts) : INVALID_LENGTH;
}

/** Writes a verdict on all readings of each line of the buffer over them, and returns their number. */
function decideReadingsOfLines(program: u32, bytes: u32): i32 {
  const slot = slotOf(program);
  if (slot == 0) return INVALID_PROGRAM;
  return holdsLines(bytes) ? decideLinesOf(slot, buffer(), buffer() + bytes) : INVALID_LENGTH;
}

/** The decision for all readings of the line in the buffer, or an error. */
function decisionFor(program: u32, bytes: u32): i32 {
  const slot = slotOf(program);
  if (slot == 0) return INVALID_PROGRAM;
  return holdsLines(bytes) ? decideLine(slot, buffer(), indexOf(LF, buffer(), buffer() + bytes) + 1) : INVALID_LENGTH;
}

/** The line of the rule that decides the line in the buffer in all its readings, or 0 if no rule does. */
function readingsRuleLine(program: u32, bytes: u32): i32 {
  const decision = decisionFor(program, bytes);
  return isError(decision) ? decision : ruleLineOf(slotOf(program), decision);
}

/** Writes the verdict on all readings of the line in the buffer, its reason, rule and group to it, and returns the bytes. */
function explain(program: u32, bytes: u32): i32 {
  const decision = decisionFor(program, bytes);
  return isError(decision) ? decision : writeExplanation(programOf(slotOf(program)), decision);
}

/** The buffer holds a robots.txt, its product tokens and a line. 1 if all readings of the line are allowed, 0 if not. */
function decideFile(ofDialect: u32, fileBytes: u32, agentsBytes: u32, lineBytes: u32): i32 {
  const textBytes = <u64>fileBytes + agentsBytes;
  if (textBytes > u32.MAX_VALUE || !holds(<u32>textBytes, lineBytes)) return INVALID_LENGTH;
  const line = buffer() + <usize>textBytes;
  if (lineBytes == 0 || load<u8>(line + lineBytes - 1) != LF) return INVALID_LENGTH;
  const program = compile(ofDialect, fileBytes, agentsBytes, 0);
  if (isError(program)) return program;
  const slot = slotOf(program);
  const decision = decideLine(slot, line, indexOf(LF, line, line + lineBytes) + 1);
  removeProgram(slot);
  return <i32>(verdictOfDecision(decision) == ALLOWED);
}
