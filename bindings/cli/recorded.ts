/** Verdicts as `check --json` and `explain --json` print them, read again: what another version of the package has said. */
import type { Explanation } from "../core/robots/agent-rules.ts";
import { Misuse } from "./misuse.ts";

/** `check` records the verdict alone. */
export type Recorded = Pick<Explanation, "allowed"> & Partial<Explanation> & { readonly url: string };

export function recordedOf(file: Uint8Array): readonly Recorded[] {
  const lines = new TextDecoder().decode(file).split(/\r?\n/);
  return lines.flatMap((line, i) => (line === "" ? [] : [recordAt(line, i + 1)]));
}

function recordAt(line: string, number: number): Recorded {
  const record = jsonOf(line) as Partial<Recorded> | null | undefined;
  if (typeof record?.url === "string" && typeof record.allowed === "boolean" && hasReadableWhy(record))
    return record as Recorded;
  throw new Misuse(`expected lines of check --json or explain --json; got something else in line ${number}`);
}

function hasReadableWhy({ reason, rule }: Partial<Recorded>): boolean {
  if (reason !== undefined && typeof reason !== "string") return false;
  return rule === undefined || (typeof rule?.pattern === "string" && Number.isInteger(rule.line));
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
