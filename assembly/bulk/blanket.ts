/** Rules for a whole origin that do not come from a file, as bindings/core/robots/blanket-rules.ts makes them. */
import { LEAST_READ_BYTES } from "../bytes/layout";
import { compileText } from "../embed/compiling";
import { removeProgram, slotOf } from "../embed/programs";

/** `User-agent: *`, `Disallow: /` and, behind the file, the product token `*`. */
const FILE_BYTES: usize = 25;
const FILE: usize = memory.data<u8>([
  85, 115, 101, 114, 45, 97, 103, 101, 110, 116, 58, 32, 42, 10, 68, 105, 115, 97, 108, 108, 111, 119, 58, 32, 47, 42,
]);

let allowing: u32 = 0;
let refusing: u32 = 0;

/** Compiles both for a dialect. Returns 0 or an error. */
export function makeBlanketRules(dialect: u32): i32 {
  dropBlanketRules();
  const fileEnd = FILE + FILE_BYTES;
  const empty = compileText(dialect, fileEnd, fileEnd, fileEnd + 1, LEAST_READ_BYTES);
  if (empty < 0) return empty;
  allowing = empty;
  const whole = compileText(dialect, FILE, fileEnd, fileEnd + 1, LEAST_READ_BYTES);
  if (whole < 0) return whole;
  refusing = whole;
  return 0;
}

/** The handles may be lost: the host may free any. */
function dropBlanketRules(): void {
  if (slotOf(allowing) != 0) removeProgram(slotOf(allowing));
  if (slotOf(refusing) != 0) removeProgram(slotOf(refusing));
  allowing = 0;
  refusing = 0;
}

export function blanketSlot(allows: bool): usize {
  return slotOf(allows ? allowing : refusing);
}
