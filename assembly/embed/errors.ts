/**
 * The errors of the exports (docs/embedding.md). A decision is -3 or more (layout.ts), so no error can be mistaken for one.
 * Each is a literal number on a line of its own, because test/embed/module.ts reads them from this text.
 */
export const INVALID_PROGRAM: i32 = -10;
export const INVALID_DIALECT: i32 = -11;
export const INVALID_LENGTH: i32 = -12;
export const INVALID_AGENT: i32 = -13;
export const INVALID_LIMIT: i32 = -14;
export const INVALID_SAVED_RULES: i32 = -15;
export const URL_TOO_LONG: i32 = -16;
export const OUT_OF_MEMORY: i32 = -17;
export const TOO_MANY_PROGRAMS: i32 = -18;
export const INVALID_ARCHIVE: i32 = -19;
export const WRONG_SHARD: i32 = -20;
export const INVALID_CALL: i32 = -21;

/** Whether an export returned an error instead of a decision. */
export function isError(decision: i32): bool {
  return decision <= INVALID_PROGRAM;
}
