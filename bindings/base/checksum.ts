/** FNV-1a: detects damage, not forgery. Any change of a single byte changes the checksum. */

export const FNV_BASIS = 0x811c9dc5;

/** @param state the checksum of the bytes before these, if there are any. */
export function fnv1a(bytes: Uint8Array, state: number = FNV_BASIS): number {
  let hash = state;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}
