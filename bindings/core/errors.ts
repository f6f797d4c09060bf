/**
 * Errors with a stable `code`, as Node's have. Messages may change between versions; codes do not. docs/api.md lists
 * them. The file stands below all others, so that every room can throw the same errors.
 */

export type ErrorCode =
  /** TypeError: an argument or option has the wrong type. */
  | "ERR_INVALID_ARG_TYPE"
  /** RangeError or TypeError: right type, but a value that is not accepted. */
  | "ERR_INVALID_ARG_VALUE"
  /** TypeError: an option with this name does not exist. */
  | "ERR_UNKNOWN_OPTION"
  /** TypeError: expected an absolute URL with a host. */
  | "ERR_INVALID_URL"
  /** RangeError: saved rules are truncated, damaged, foreign, or of another version. */
  | "ERR_SAVED_RULES"
  /** RangeError: an archive is truncated, damaged, foreign, of another version, or compiled for something else. */
  | "ERR_ARCHIVE"
  /** RangeError: a stored client entry is truncated, damaged, or foreign. */
  | "ERR_STORED_ENTRY"
  /** Error: an optional package that this call needs is not installed. */
  | "ERR_MISSING_PACKAGE"
  /** Error: this runtime lacks what the call needs. */
  | "ERR_UNSUPPORTED"
  /** Error: `init` of robots-wasm/slim was not called first. */
  | "ERR_NOT_INITIALISED"
  /** Error: an address that the client may not connect to. */
  | "ERR_ADDRESS_REFUSED"
  /** Error: a request took longer than its limit. */
  | "ERR_TIMEOUT"
  /** Error: an input file or folder cannot be read or is not what was expected. */
  | "ERR_INPUT"
  /** Error: the command line was called wrongly. */
  | "ERR_USAGE";

/** Gives an error its code. */
export const withCode = <E extends Error>(error: E, code: ErrorCode): E & { readonly code: ErrorCode } =>
  Object.assign(error, { code });

/** The type of a value, in a word: what an error says it got. */
export const kindOf = (value: unknown): string => (value === null ? "null" : typeof value);

/** @returns the error for an argument of the wrong type: `NAME: expected EXPECTED; got TYPE`. */
export const wrongType = (name: string, expected: string, value: unknown): TypeError =>
  withCode(new TypeError(`${name}: expected ${expected}; got ${kindOf(value)}`), "ERR_INVALID_ARG_TYPE");

/** @returns the error for an argument of the right type with a value that is not accepted. */
export const wrongValue = (name: string, expected: string, value: unknown): RangeError =>
  withCode(new RangeError(`${name}: expected ${expected}; got ${String(value)}`), "ERR_INVALID_ARG_VALUE");
