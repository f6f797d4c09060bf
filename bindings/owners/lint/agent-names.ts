/** Groups whose rules a crawler may obey together, because they name the same agent (RFC 9309 §2.2.1). */
import type { LineField, LintGroup } from "./lint-file.ts";

/** Longer names that start alike count as one name. */
const MAX_NAME_BYTES = 256;

/** The leading letters, `_` and `-`. Lines that any parser takes for one agent get one name. */
export function lettersOf(bytes: Uint8Array, { value: { start, end } }: LineField): string {
  let at = start;
  while (at < end && at - start < MAX_NAME_BYTES && /[A-Za-z_-]/.test(String.fromCharCode(bytes[at]!))) at++;
  return String.fromCharCode(...bytes.subarray(start, at)).toLowerCase();
}

/** For each group, whether another group has one of its names: such agents obey rules that a single group does not show. */
export function sharedGroups(groups: readonly LintGroup[], nameOf: (agent: LineField) => string): readonly boolean[] {
  const names = groups.map(({ agents }) => new Set(agents.map(nameOf)));
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const name of names.flatMap((own) => [...own])) (seen.has(name) ? shared : seen).add(name);
  return names.map((own) => [...own].some((name) => shared.has(name)));
}
