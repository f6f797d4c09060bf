/** From the bytes of a robots.txt and the caller's tokens to a program of its own. */

import { HEADER_BYTES, LINE_SHIFT, PADDING, PREFIX_BYTES, READS_UTF16, REFUSED } from "../bytes/layout";
import { compileFile } from "../compile/file-compiler";
import { OUT_OF_MEMORY } from "./errors";
import { allocate, release } from "./heap";
import { hasFlag } from "./known-dialects";
import { addProgram } from "./programs";
import { isCompressed, textBytes, writeText } from "./text";
import { tokensBytes, writeTokens } from "./tokens";

/** Room for compiling, by the length of the file: enough for nearly all files. compileFile says how much the others need. */
const ROOM_FACTOR: usize = 12;
const ROOM_BYTES: usize = 4096;

/** What was compiled last lies behind the prefix in this block, which is released by the one who compiled. */
let block: usize = 0;

/** Compiles the file [file, fileEnd) for the agents in [fileEnd, agentsEnd). Returns a handle or an error. */
export function compileText(dialect: u32, file: usize, fileEnd: usize, agentsEnd: usize, limit: usize): i32 {
  const bytes = compileRules(dialect, file, fileEnd, agentsEnd, limit);
  if (bytes < 0) return bytes;
  const program = addProgram(compiledRules(), bytes);
  releaseRules();
  return program;
}

/** Compiles as above, but returns the length of the program, which lies at compiledRules() until it is released; or an error. */
export function compileRules(dialect: u32, file: usize, fileEnd: usize, agentsEnd: usize, limit: usize): i32 {
  let room = ROOM_FACTOR * textBytes(fileEnd - file, limit) + tokensBytes(agentsEnd - fileEnd) + ROOM_BYTES;
  while (room != 0) {
    block = allocate(PREFIX_BYTES + room);
    if (block == 0) return OUT_OF_MEMORY;
    const at = compiledRules();
    const length = writeText(file, fileEnd, at, limit, hasFlag(dialect, READS_UTF16));
    const tokens = writeTokens(fileEnd, agentsEnd, at + length + PADDING, dialect);
    const result = compileFile(dialect, at, length, tokens, room);
    if (result >= 0) {
      if (isCompressed(file, fileEnd)) forgetLine(at);
      return result;
    }
    releaseRules();
    room = result != REFUSED ? <usize>-result : 0;
  }
  return OUT_OF_MEMORY;
}

/** No line of the file states its only rule. */
function forgetLine(program: usize): void {
  const rule = program + HEADER_BYTES;
  store<u32>(rule, load<u32>(rule, 4) & ((1 << LINE_SHIFT) - 1), 4);
}

export function compiledRules(): usize {
  return block + PREFIX_BYTES;
}

export function releaseRules(): void {
  release(block);
}
