/** What a long run ends of: what the machine or the input refuses is told in a line, what is wrong with this program is not. */
import { Misuse } from "./misuse.ts";

/** The error to throw for one that was caught. */
export function clearError(error: unknown): unknown {
  const { code, message, name } = error as NodeJS.ErrnoException;
  if (name === "WarcError" || code === "EROBOTS" || message.startsWith("archive: ")) return new Misuse(message);
  return typeof code === "string" && /^(E[A-Z]+|Z_[A-Z_]+)$/.test(code)
    ? new Misuse(`expected to read and write to the end; got ${message}`)
    : error;
}
