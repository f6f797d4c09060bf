/** From the bytes of a robots.txt and the caller's tokens to a program of its own. */

import { PADDING, PREFIX_BYTES, REFUSED } from "../bytes/layout";
import { compileFile } from "../compile/file-compiler";
import { OUT_OF_MEMORY } from "./errors";
import { allocate, release } from "./heap";
import { isIn, READS_UTF16 } from "./known-dialects";
import { addProgram } from "./programs";
import { textBytes, writeText } from "./text";
import { tokensBytes, writeTokens } from "./tokens";

/** Room for compiling, by the length of the file: enough for nearly all files. compileFile says how much the others need. */
const ROOM_FACTOR: usize = 12;
const ROOM_BYTES: usize = 4096;

/** Compiles the file [file, fileEnd) for the agents in [fileEnd, agentsEnd). Returns a handle or an error. */
export function compileText(dialect: u32, file: usize, fileEnd: usize, agentsEnd: usize, limit: usize): i32 {
  let room = ROOM_FACTOR * textBytes(fileEnd - file, limit) + tokensBytes(agentsEnd - fileEnd) + ROOM_BYTES;
  let program = OUT_OF_MEMORY;
  while (room != 0) {
    const block = allocate(PREFIX_BYTES + room);
    if (block == 0) return OUT_OF_MEMORY;
    const at = block + PREFIX_BYTES;
    const length = writeText(file, fileEnd, at, limit, isIn(READS_UTF16, dialect));
    const tokens = writeTokens(fileEnd, agentsEnd, at + length + PADDING, dialect);
    const result = compileFile(dialect, at, length, tokens, room);
    if (result >= 0) program = addProgram(at, result);
    release(block);
    room = result < 0 && result != REFUSED ? <usize>-result : 0;
  }
  return program;
}
