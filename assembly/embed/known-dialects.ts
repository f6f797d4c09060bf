/** The dialects, which the module brings along: dialects.ts is made from bindings/core/dialects.ts. */
import { DIALECTS } from "../bytes/layout";
import { DIALECT_DATA, DIALECT_DATA_BYTES } from "./dialects";

export { ANY_AGENT, CUTS_CALLER, EMPTY_MATCHES, KNOWN_DIALECTS, READS_UTF16 } from "./dialects";

/** Puts the dialects where the rest of the module reads them (layout.ts). */
export function writeDialects(): void {
  memory.copy(DIALECTS, DIALECT_DATA, DIALECT_DATA_BYTES);
}

/** Whether a dialect, which may be any number, is in a set of dialects. */
export function isIn(set: u32, dialect: u32): bool {
  return dialect < 32 && ((set >> dialect) & 1) != 0;
}
