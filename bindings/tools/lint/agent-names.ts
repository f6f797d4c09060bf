/** Groups whose rules a crawler may obey together, because they name the same agent (RFC 9309 §2.2.1). */

/** Longer names that start alike count as one name. */
const MAX_NAME_BYTES = 256;

/** The letters that every parser keeps, so two lines that are one agent to any parser have the same name here. */
export function agentName(bytes: Uint8Array, start: number, end: number): string {
  let at = start;
  while (at < end && at - start < MAX_NAME_BYTES && /[A-Za-z_-]/.test(String.fromCharCode(bytes[at]!))) at++;
  return String.fromCharCode(...bytes.subarray(start, at)).toLowerCase();
}

/** For each group, whether another group has one of its names: such agents obey rules that a single group does not show. */
export function sharedGroups(namesByGroup: readonly (readonly string[])[]): readonly boolean[] {
  const groupOf = new Map<string, number>();
  const shared = new Set<string>();
  for (const [group, names] of namesByGroup.entries()) {
    for (const name of names) {
      if ((groupOf.get(name) ?? group) !== group) shared.add(name);
      groupOf.set(name, group);
    }
  }
  return namesByGroup.map((names) => names.some((name) => shared.has(name)));
}
