/** What the stores have in common: bytes as they come back, and times in whole seconds. */

export const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** Undefined for anything that is no bytes. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value instanceof Uint8Array ? value : undefined;
}
