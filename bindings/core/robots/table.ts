/**
 * Tables of numbers: made once and then only read, as the rules of an agent are, or collected record by record while a
 * file is read. A typed array of its own costs 2.3 µs (Node 20, 2026-11), more than reading a median file: small
 * tables share a slab, and records are collected in a table that is used again.
 */

/** A table that is kept keeps its slab, so a slab is small: 16 KiB. */
const SLAB_LENGTH = 4096;
const MAX_SHARED_LENGTH = SLAB_LENGTH / 8;

let slab = new Int32Array(SLAB_LENGTH);
let slabUsed = 0;

/** A zeroed table of exactly `length` numbers. */
export function newTable(length: number): Int32Array {
  if (length > MAX_SHARED_LENGTH) return new Int32Array(length);
  if (slabUsed + length > SLAB_LENGTH) {
    slab = new Int32Array(SLAB_LENGTH);
    slabUsed = 0;
  }
  slabUsed += length;
  return slab.subarray(slabUsed - length, slabUsed);
}

/** Numbers of a record in the table: a kind of keys.ts, a 1-based line, and offsets in the bytes. */
export const record = { kind: 0, line: 1, keyStart: 2, keyEnd: 3, valueStart: 4, valueEnd: 5 } as const;
export const RECORD_STRIDE = 6;

/** Where records are collected: it grows with the largest file so far, but what a monster needed is given back. */
const SCRATCH_LENGTH = 1024 * RECORD_STRIDE;
const MAX_KEPT_LENGTH = 64 * SCRATCH_LENGTH;

let scratch = new Int32Array(SCRATCH_LENGTH);
let used = 0;

export function startRecords(): void {
  used = 0;
}

export function addRecord(
  kind: number,
  line: number,
  keyStart: number,
  keyEnd: number,
  valueStart: number,
  valueEnd: number,
): void {
  if (used === scratch.length) grow();
  const at = used;
  scratch[at] = kind;
  scratch[at + 1] = line;
  scratch[at + 2] = keyStart;
  scratch[at + 3] = keyEnd;
  scratch[at + 4] = valueStart;
  scratch[at + 5] = valueEnd;
  used = at + RECORD_STRIDE;
}

function grow(): void {
  const larger = new Int32Array(scratch.length * 2);
  larger.set(scratch);
  scratch = larger;
}

/** The kind of the record added last, or -1. */
export const lastKind = (): number => (used === 0 ? -1 : scratch[used - RECORD_STRIDE]!);

/** The records added since `startRecords`, in a table of their own. */
export function takeRecords(): Int32Array {
  const table = newTable(used);
  table.set(scratch.subarray(0, used));
  if (scratch.length > MAX_KEPT_LENGTH) scratch = new Int32Array(SCRATCH_LENGTH);
  return table;
}
