/**
 * Errors with a stable `code`, like Node's. Messages may change between versions; codes do not. This file imports nothing,
 * so that every room can throw the same errors.
 */

/** The `code` of every error that this package throws on purpose. */
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
  /** TypeError or Error: an optional package that this call needs is not passed, or not installed. */
  | "ERR_MISSING_PACKAGE"
  /** Error: this runtime lacks what the call needs. */
  | "ERR_UNSUPPORTED"
  /** Error: `init` of robots-wasm/slim was not called first. */
  | "ERR_NOT_INITIALISED"
  /** Error: an address that the client may not connect to. */
  | "ERR_ADDRESS_REFUSED"
  /** Error: the robots.txt of a host asks for a longer interval than the caller accepts. */
  | "ERR_TOO_SLOW"
  /** Error: the turn of a host does not come within the time that the caller has. The error has `dueAt`, in milliseconds since 1970. */
  | "ERR_NOT_DUE"
  /** Error: the store that processes share does not answer. Try again later. */
  | "ERR_STORE"
  /** Error: what was called has been closed. */
  | "ERR_CLOSED"
  /** Error: the robots.txt of a host refuses a URL, or nobody knows what it says. The error has the `decision`. */
  | "ERR_ROBOTS_REFUSED"
  /** Error: a redirect that is not followed: there were too many, or it does not lead to an http or https URL. */
  | "ERR_REDIRECT"
  /** Error: a request took longer than its limit. */
  | "ERR_TIMEOUT"
  /** Error: an input file or folder cannot be read or is not what was expected. */
  | "ERR_INPUT"
  /** Error: a sitemap that cannot be read, exceeds a limit, or lists what is not an http or https URL. */
  | "ERR_SITEMAP"
  /** Error: a licence document (RSL) that cannot be read or exceeds a limit. */
  | "ERR_RSL"
  /** Error: the command line was called wrongly. */
  | "ERR_USAGE";

export const withCode = <E extends Error>(error: E, code: ErrorCode): E & { readonly code: ErrorCode } =>
  Object.assign(error, { code });

/** What a refused request means for a queue: whether asking again can help, and when. */
export interface Refusal {
  /** Rules, addresses or the caller's own limits decided: asking again gives the same. Otherwise nobody knows yet. */
  readonly isFinal: boolean;
  /** When to ask again, if it is not final: not before. */
  readonly retryAt?: Date;
}

type RefusalCode = Extract<
  ErrorCode,
  "ERR_ADDRESS_REFUSED" | "ERR_REDIRECT" | "ERR_TOO_SLOW" | "ERR_NOT_DUE" | "ERR_STORE" | "ERR_CLOSED"
>;

/** Every code of a refused request, and whether it is final; ERR_ROBOTS_REFUSED is as its decision is. */
export const REFUSALS: Readonly<Record<RefusalCode, boolean>> = {
  ERR_ADDRESS_REFUSED: true,
  ERR_REDIRECT: true,
  ERR_TOO_SLOW: true,
  ERR_NOT_DUE: false,
  ERR_STORE: false,
  ERR_CLOSED: false,
};

/** A queue that knows no better time asks again after this. */
const RETRY_MS = 1000;

/** @param retryAtMs when to ask again, if the code is not final. Default: in a second. */
export function refusal(
  message: string,
  code: RefusalCode,
  retryAtMs: number = Date.now() + RETRY_MS,
): Error & Refusal & { readonly code: ErrorCode } {
  const isFinal = REFUSALS[code];
  return Object.assign(withCode(new Error(message), code), {
    isFinal,
    ...(!isFinal && { retryAt: new Date(retryAtMs) }),
  });
}

/** The type of a value as errors show it: `null`, `number`, `object`, or the name of a built-in class such as `Response`. */
export function kindOf(value: unknown): string {
  if (typeof value !== "object") return typeof value;
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return name === "Null" || name === "Object" ? name.toLowerCase() : name;
}

/** @returns the error for an argument of the wrong type: `NAME: expected EXPECTED; got GOT`. */
export const wrongType = (name: string, expected: string, value: unknown, got: string = kindOf(value)): TypeError =>
  withCode(new TypeError(`${name}: expected ${expected}; got ${got}`), "ERR_INVALID_ARG_TYPE");

/** @returns the error for an argument of the right type with a value that is not accepted. */
export const wrongValue = (name: string, expected: string, value: unknown): RangeError =>
  withCode(new RangeError(`${name}: expected ${expected}; got ${shownText(value)}`), "ERR_INVALID_ARG_VALUE");

/** As text; as its kind if it has none, like an object without a prototype or a list with a symbol. */
export function shownText(value: unknown, toText: (value: unknown) => string | undefined = String): string {
  try {
    return toText(value) ?? kindOf(value);
  } catch {
    return kindOf(value);
  }
}

/** As JSON; as its kind if it has none, like a symbol or a bigint. */
export const jsonOf = (value: unknown): string => shownText(value, JSON.stringify);
