/** Freezes what several callers are handed, and all in it, so that none changes what another sees. Linear in its parts. */
export function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object") frozen(part);
  return Object.freeze(value);
}
