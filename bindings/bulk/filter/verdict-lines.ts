/** Verdicts as JSON, one object a line that is a URL: the verdict, why, and the rule with its line where one decides. */
import { GrowingBytes } from "../../core/engine/growing-bytes.ts";
import type { Explanation } from "../../index.ts";
import type { Access, Cause } from "./origin-rules.ts";
import type { Answer } from "./origins.ts";
import type { Window } from "./window.ts";

/** The verdicts of a large window are longer than a string can be. */
const PIECE_CHARACTERS = 65_536;

/** One verdict of `filter --json`. */
export interface LineVerdict {
  readonly url: string;
  readonly allowed: boolean;
  readonly reason: Explanation["reason"] | Cause;
  readonly rule?: Explanation["rule"];
}

export function jsonLines(window: Window, answers: readonly Answer[]): Uint8Array<ArrayBuffer> {
  const { bytes, lineEnds, runLines, runGroups } = window;
  const output = new GrowingBytes(bytes.length);
  let text = "";
  for (let run = 0; run < runLines.length; run++) {
    const access = answers[runGroups.values[run]!];
    if (access === undefined) continue;
    for (let line = runLines.values[run]!; line < window.runEnd(run); line++) {
      const url = urlIn(bytes, window.lineStart(line), lineEnds.values[line]!);
      text += `${JSON.stringify(verdictOf(url, access))}\n`;
      if (text.length < PIECE_CHARACTERS) continue;
      output.append(Buffer.from(text));
      text = "";
    }
  }
  output.append(Buffer.from(text));
  return output.bytes();
}

function urlIn(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes.subarray(start, bytes[end - 2] === 13 ? end - 2 : end - 1);
}

function verdictOf(line: Uint8Array, { rules, cause }: Access): LineVerdict {
  const url = Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8");
  const { allowed, reason, rule } = rules.explain(line);
  if (cause !== undefined && reason !== "robots-txt") return { url, allowed, reason: cause };
  return { url, allowed, reason, ...(rule !== undefined && { rule }) };
}
