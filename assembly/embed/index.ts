/**
 * The functions of robots-wasm/embed.wasm, for hosts without JavaScript. docs/embedding.md is their contract: change it and
 * ABI_VERSION with them. No export takes an address, so no argument can make one read or write beside the buffer; lengths
 * are unsigned and compared with the buffer, and handles with the slots.
 */
import { CHECKSUM_AT, LEAST_READ_BYTES, MOST_READ_BYTES } from "../bytes/layout";
import { buffer, growBuffer, holds } from "./buffer";
import { compileText } from "./compiling";
import { decideLinesAt, decideRowsAt, decideUrl, ruleLineOf } from "./deciding";
import {
  INVALID_AGENT,
  INVALID_DIALECT,
  INVALID_LENGTH,
  INVALID_LIMIT,
  INVALID_PROGRAM,
  INVALID_SAVED_RULES,
  isError,
} from "./errors";
import { moveToken } from "./header";
import { isKnown, writeDialects } from "./known-dialects";
import { writeOutline } from "./outline";
import { writePace } from "./pace";
import { addProgram, bytesOf, HANDLE_BYTES, programOf, removeProgram, slotOf } from "./programs";
import { areTokens } from "./tokens";
import { checksumOf, isSavedProgram } from "./validate";

export {
  abiVersion as abi_version,
  compile,
  decide,
  decideLines as decide_lines,
  decideRows as decide_rows,
  free,
  growBuffer as buffer,
  loadSaved as load,
  outline,
  pace,
  productToken as product_token,
  ruleLine as rule_line,
  save,
};

const ABI_VERSION: i32 = 1;
/** So that the length of their handles cannot overflow. */
const MAX_ROWS: u32 = 1 << 28;

writeDialects();

function abiVersion(): i32 {
  return ABI_VERSION;
}

/** The buffer holds the file and behind it the product tokens. */
function compile(dialect: u32, fileBytes: u32, agentsBytes: u32, maxBytes: u32): i32 {
  if (!isKnown(dialect)) return INVALID_DIALECT;
  const limit = maxBytes == 0 ? LEAST_READ_BYTES : maxBytes;
  if (limit < LEAST_READ_BYTES || limit > MOST_READ_BYTES) return INVALID_LIMIT;
  if (!holds(fileBytes, agentsBytes)) return INVALID_LENGTH;
  const agents = buffer() + fileBytes;
  const agentsEnd = agents + agentsBytes;
  if (!areTokens(agents, agentsEnd, dialect)) return INVALID_AGENT;
  return compileText(dialect, buffer(), agents, agentsEnd, limit);
}

/** The buffer holds the bytes of a saved program. */
function loadSaved(bytes: u32): i32 {
  if (!holds(bytes, 0)) return INVALID_LENGTH;
  return isSavedProgram(buffer(), bytes) ? addProgram(buffer(), bytes) : INVALID_SAVED_RULES;
}

/** Writes the program to the buffer as it is saved, and returns its length. */
function save(program: u32): i32 {
  const slot = slotOf(program);
  if (slot == 0) return INVALID_PROGRAM;
  const bytes = bytesOf(slot);
  const error = growBuffer(<u32>bytes);
  if (isError(error)) return error;
  memory.copy(buffer(), programOf(slot), bytes);
  store<u32>(buffer(), checksumOf(buffer(), bytes), CHECKSUM_AT);
  return <i32>bytes;
}

function free(program: u32): i32 {
  const slot = slotOf(program);
  if (slot == 0) return INVALID_PROGRAM;
  removeProgram(slot);
  return 0;
}

/** The decision for the URL in the buffer, or an error. */
function decisionFor(program: u32, urlBytes: u32): i32 {
  const slot = slotOf(program);
  if (slot == 0) return INVALID_PROGRAM;
  return holds(urlBytes, 0) ? decideUrl(slot, buffer(), buffer() + urlBytes) : INVALID_LENGTH;
}

/** 1 for allowed, 0 for not, or an error. */
function decide(program: u32, urlBytes: u32): i32 {
  const decision = decisionFor(program, urlBytes);
  return isError(decision) ? decision : decision & 1;
}

/** The line of the rule that decides, or 0 if no rule does. */
function ruleLine(program: u32, urlBytes: u32): i32 {
  const decision = decisionFor(program, urlBytes);
  return isError(decision) ? decision : ruleLineOf(slotOf(program), decision);
}

/** Writes a verdict for each line of the buffer over them, and returns their number. */
function decideLines(program: u32, bytes: u32): i32 {
  const slot = slotOf(program);
  if (slot == 0) return INVALID_PROGRAM;
  return holds(bytes, 0) ? decideLinesAt(slot, buffer(), buffer() + bytes) : INVALID_LENGTH;
}

/** The buffer holds a handle for each row and behind them as many lines. Writes a verdict for each row over the handles. */
function decideRows(rows: u32, bytes: u32): i32 {
  if (rows > MAX_ROWS || !holds(rows * <u32>HANDLE_BYTES, bytes)) return INVALID_LENGTH;
  const lines = buffer() + <usize>rows * HANDLE_BYTES;
  return decideRowsAt(buffer(), rows, lines, lines + bytes);
}

/** Writes the lines of the file in the buffer to it, in their groups, and returns the bytes. */
function outline(dialect: u32, fileBytes: u32): i32 {
  if (!isKnown(dialect)) return INVALID_DIALECT;
  return holds(fileBytes, 0) ? writeOutline(dialect, buffer(), buffer() + fileBytes) : INVALID_LENGTH;
}

/** Writes the pace that the rules ask for to the buffer, and returns the bytes. */
function pace(program: u32): i32 {
  const slot = slotOf(program);
  return slot == 0 ? INVALID_PROGRAM : writePace(programOf(slot));
}

/** Writes the product token of the User-Agent header in the buffer over it, and returns the bytes. */
function productToken(bytes: u32): i32 {
  return holds(bytes, 0) ? moveToken(buffer(), buffer() + bytes) : INVALID_LENGTH;
}
