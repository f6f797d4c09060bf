/** Compares bytes: a failure says where they differ, and does not print megabytes. */
import { expect } from "vitest";

/** Where and how two byte arrays differ, in words; undefined if they are equal. */
export function byteDifference(got: Uint8Array, expected: Uint8Array): string | undefined {
  if (Buffer.compare(got, expected) === 0) return undefined;
  const at = expected.findIndex((byte, i) => byte !== got[i]);
  const from = at < 0 ? expected.length : at;
  const shown = (bytes: Uint8Array): string =>
    `${bytes.length} bytes, from there ${Buffer.from(bytes.subarray(from, from + 16)).toString("hex")}`;
  return `byte ${from} differs: got ${shown(got)}; expected ${shown(expected)}`;
}

/** @param what names the bytes: the dialect, the file, the URL. */
export function expectSameBytes(got: Uint8Array, expected: Uint8Array, what: string): void {
  expect(byteDifference(got, expected), what).toBeUndefined();
}
