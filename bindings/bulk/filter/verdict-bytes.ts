/** Verdicts as characters, one for each line. */
import { LF } from "../../base/characters.ts";
import { INVALID } from "./block-result.ts";

/** The characters of verdicts, by their number: refused, allowed, invalid, undecided (refused), of an unknown origin. */
const CHARACTERS = Uint8Array.from("01-0?", (character) => character.charCodeAt(0));

/** One character for each line, also for those that were too long to read. */
export function verdictBytes(verdicts: Uint8Array, overlong: number, withLines: boolean): Uint8Array<ArrayBuffer> {
  const width = withLines ? 2 : 1;
  const output = new Uint8Array(width * (overlong + verdicts.length)).fill(LF);
  for (let i = 0; i < overlong; i++) output[width * i] = CHARACTERS[INVALID]!;
  for (let i = 0; i < verdicts.length; i++) output[width * (overlong + i)] = CHARACTERS[verdicts[i]!]!;
  return output;
}
