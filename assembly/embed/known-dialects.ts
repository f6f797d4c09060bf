/** The dialects, which the module brings along: dialects.ts is made from bindings/core/dialects.ts. */
import { DIALECT_BYTES, DIALECT_FLAGS_AT, DIALECTS } from "../bytes/layout";
import { DIALECT_DATA, DIALECT_DATA_BYTES, KNOWN_DIALECTS } from "./dialects";

/** Puts the dialects where the rest of the module reads them (layout.ts). */
export function writeDialects(): void {
  memory.copy(DIALECTS, DIALECT_DATA, DIALECT_DATA_BYTES);
}

/** Whether a number is the identifier of a dialect. */
export function isKnown(dialect: u32): bool {
  return dialect < 32 && ((KNOWN_DIALECTS >> dialect) & 1) != 0;
}

export function hasFlag(dialect: u32, flag: u32): bool {
  return (load<u32>(DIALECTS + <usize>dialect * DIALECT_BYTES, DIALECT_FLAGS_AT) & flag) != 0;
}
