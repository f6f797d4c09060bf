/** Sorts errors by `code`: those that a user can mend become one line, bugs keep their stack. */
import { getSystemErrorMap } from "node:util";
import { type ErrorCode, withCode } from "../base/errors.ts";

/** @returns the error for a wrong call. Its message says what was expected and what came; the exit code is 2. */
export const usageError = (message: string): Error => withCode(new Error(message), "ERR_USAGE");

const reported: ReadonlySet<unknown> = new Set<ErrorCode>([
  "ERR_USAGE",
  "ERR_INPUT",
  "ERR_ARCHIVE",
  "ERR_MISSING_PACKAGE",
  "ERR_SITEMAP",
  "ERR_UNSUPPORTED",
]);

/** The codes of errors about an argument of the library. */
const argumentCodes: ReadonlySet<unknown> = new Set<ErrorCode>([
  "ERR_INVALID_ARG_TYPE",
  "ERR_INVALID_ARG_VALUE",
  "ERR_INVALID_URL",
  "ERR_UNKNOWN_OPTION",
]);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

/** Calls the library with values from the command line, so that an error about its arguments is a usage error. */
export function withUserValues<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw argumentCodes.has(codeOf(error)) ? usageError((error as Error).message) : error;
  }
}

/** The error to show in one line; undefined for a bug. */
export function toUserError(error: unknown): Error | undefined {
  if (reported.has(codeOf(error))) return error as Error;
  const { syscall, path, errno } = error as NodeJS.ErrnoException;
  if (typeof syscall !== "string") return undefined;
  const where = path === undefined ? "" : ` ${path}`;
  return new Error(`could not ${syscall}${where}: ${systemText(errno) ?? codeOf(error)}`);
}

/** The operating system's text for an error number, such as `no space left on device`. */
export const systemText = (errno: number | undefined): string | undefined =>
  errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
