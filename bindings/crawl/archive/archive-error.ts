import { withCode } from "../../base/errors.ts";

/** @returns the error for an archive that cannot be used, with the code ERR_ARCHIVE. */
export const archiveError = (expected: string, got: string | number): RangeError =>
  withCode(new RangeError(`archive: expected ${expected}; got ${got}`), "ERR_ARCHIVE");
