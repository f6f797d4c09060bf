/** Verdicts as JSON, one object a line that is a URL: the verdict, why, and the rule with its line where one decides. */
import type { Explanation } from "../index.ts";
import type { Access, Cause } from "./access.ts";
import type { Answer } from "./origins.ts";
import type { Window } from "./window.ts";

const NO_URL = 2;

/** One verdict of `filter --json`. */
export interface LineVerdict {
  readonly url: string;
  readonly allowed: boolean;
  readonly reason: Explanation["reason"] | Cause;
  readonly rule?: Explanation["rule"];
}

export function jsonLines(window: Window, verdicts: Uint8Array, answers: readonly Answer[]): Uint8Array<ArrayBuffer> {
  const { bytes, runCount, runGroups, runLines, lineEnds } = window;
  const lines: string[] = [];
  for (let run = 0; run < runCount; run++) {
    const access = answers[runGroups[run]!];
    const to = run + 1 < runCount ? runLines[run + 1]! : verdicts.length;
    for (let line = runLines[run]!; line < to && access !== undefined && verdicts[line] !== NO_URL; line++) {
      const start = line === 0 ? 0 : lineEnds[line - 1]!;
      lines.push(JSON.stringify(verdictOf(urlIn(bytes, start, lineEnds[line]!), access)), "\n");
    }
  }
  return new Uint8Array(Buffer.from(lines.join("")));
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
