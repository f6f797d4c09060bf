/** Texts for the host: values of a robots.txt and numbers, each on a line of its own, because no value holds a line end. */
import { LF } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { buffer, growBuffer } from "./buffer";
import { isError, OUT_OF_MEMORY } from "./errors";
import { allocate, release } from "./heap";

const ZERO: u8 = 48;
/** Room for a number and its line end. */
export const NUMBER_BYTES: usize = 11;

let block: usize = 0;
let at: usize = 0;

/** Makes room for `bytes` of text. False without memory. */
export function startTexts(bytes: usize): bool {
  block = at = allocate(bytes);
  return block != 0;
}

export function addText(from: usize, end: usize): void {
  memory.copy(at, from, end - from);
  at += end - from;
  endText();
}

/** A byte of a text, which `endText` ends. */
export function addByte(byte: u32): void {
  store<u8>(at++, byte);
}

export function endText(): void {
  addByte(LF);
}

export function addNumber(number: u32): void {
  let unit: u32 = 1;
  while (number / unit > 9) {
    countTurn();
    unit *= 10;
  }
  for (; unit != 0; unit /= 10) addByte(ZERO + ((number / unit) % 10));
  endText();
}

/** Moves the texts to the buffer, and returns their bytes or an error. */
export function finishTexts(): i32 {
  const bytes = at - block;
  const error = growBuffer(<u32>bytes);
  if (!isError(error)) memory.copy(buffer(), block, bytes);
  release(block);
  return isError(error) ? OUT_OF_MEMORY : <i32>bytes;
}
