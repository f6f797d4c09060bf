/** Reads verdicts printed by `check --json` or `explain --json`, possibly by another version of the package. */
import { parsedJson } from "../base/json.ts";
import type { Explanation } from "../core/deciding.ts";

/** `check` records only the verdict. */
export type Recorded = Pick<Explanation, "allowed"> & Partial<Explanation> & { readonly url: string };

/** @param skip is told of each line that is not a record */
export function recordedOf(file: Uint8Array, skip: (text: string) => void): readonly Recorded[] {
  const lines = new TextDecoder().decode(file).split(/\r?\n/);
  return lines.flatMap((line, i) => {
    if (line === "") return [];
    const record = recordIn(line);
    if (record === undefined)
      skip(`line ${i + 1}: expected a line of check --json or explain --json; got something else`);
    return record ?? [];
  });
}

function recordIn(line: string): Recorded | undefined {
  const record = parsedJson(line) as Partial<Recorded> | null | undefined;
  const isRecord = typeof record?.url === "string" && typeof record.allowed === "boolean" && hasValidReason(record);
  return isRecord ? (record as Recorded) : undefined;
}

function hasValidReason({ reason, rule }: Partial<Recorded>): boolean {
  if (reason !== undefined && typeof reason !== "string") return false;
  return rule === undefined || (typeof rule?.pattern === "string" && Number.isInteger(rule.line));
}
