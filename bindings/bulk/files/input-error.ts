/** The error for input that cannot be read or is not what was expected: the file's or the machine's fault, not a bug. */
import { withCode } from "../../base/errors.ts";

/** @returns an Error with the code ERR_INPUT and the message `WHAT: REASON`. */
export const inputError = (what: string, reason: unknown): Error & { readonly code: string } =>
  withCode(new Error(`${what}: ${reason instanceof Error ? reason.message : reason}`), "ERR_INPUT");

/** Returns `read()`. @throws an input error with the reason if that throws */
export function readInput<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw inputError(what, error);
  }
}

/** Whether an input cannot be read as it should: its content, or the machine. Other errors are bugs, or about outputs. */
export const isInputFault = (error: unknown): boolean => {
  const { code, syscall = "" } = error as NodeJS.ErrnoException;
  return code === "ERR_INPUT" || ["open", "read", "stat"].includes(syscall);
};
