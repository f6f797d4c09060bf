/** Reads verdicts printed by `check --json` or `explain --json`, possibly by another version of the package. */
import { parsedJson } from "../base/json.ts";
import { inputError } from "../bulk/files/input-error.ts";
import type { Explanation } from "../core/deciding.ts";

/** `check` records only the verdict. */
export type Recorded = Pick<Explanation, "allowed"> & Partial<Explanation> & { readonly url: string };

export function recordedOf(file: Uint8Array): readonly Recorded[] {
  const lines = new TextDecoder().decode(file).split(/\r?\n/);
  return lines.flatMap((line, i) => (line === "" ? [] : [recordAt(line, i + 1)]));
}

function recordAt(line: string, number: number): Recorded {
  const record = parsedJson(line) as Partial<Recorded> | null | undefined;
  if (typeof record?.url === "string" && typeof record.allowed === "boolean" && hasValidReason(record))
    return record as Recorded;
  throw inputError(`line ${number}`, "expected a line of check --json or explain --json; got something else");
}

function hasValidReason({ reason, rule }: Partial<Recorded>): boolean {
  if (reason !== undefined && typeof reason !== "string") return false;
  return rule === undefined || (typeof rule?.pattern === "string" && Number.isInteger(rule.line));
}
