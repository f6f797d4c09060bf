/** Sets of byte values as tables: 1 for each byte of the set. */
export type ByteSet = Readonly<Uint8Array>;

/** The bytes of some ranges, given as pairs of characters: "AZ--" has the letters from A to Z and the hyphen. */
export function bytesIn(ranges: string): ByteSet {
  const set = new Uint8Array(256);
  for (let i = 0; i < ranges.length; i += 2) set.fill(1, ranges.charCodeAt(i), ranges.charCodeAt(i + 1) + 1);
  return set;
}

export const has = (set: ByteSet, byte: number): boolean => set[byte] === 1;
