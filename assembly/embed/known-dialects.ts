/** The dialects, which the module brings along: dialects.ts is made from bindings/core/dialects.ts. */
import { PROFILES } from "../bytes/layout";
import { PROFILE_DATA, PROFILE_DATA_BYTES } from "./dialects";

export { ANY_AGENT, CUTS_CALLER, DIALECTS, EMPTY_MATCHES, READS_UTF16 } from "./dialects";

/** Puts the profiles where the rest of the module reads them (layout.ts). */
export function writeProfiles(): void {
  memory.copy(PROFILES, PROFILE_DATA, PROFILE_DATA_BYTES);
}

/** Whether a dialect, which may be any number, is in a set of dialects. */
export function isIn(set: u32, dialect: u32): bool {
  return dialect < 32 && ((set >> dialect) & 1) != 0;
}
