/**
 * The compiled rules of an origin for all crawlers of an archive. Crawlers with equal rules share them.
 *
 *   u16 crawlers │ u16 programs │ for each crawler u16 its program │ for each program u32 bytes │ programs
 */
import { viewOf } from "../../base/little-endian.ts";
import type { RobotsTxt } from "../../core/index.ts";
import { archiveError } from "./archive-error.ts";
import { compareBytes } from "./table-writer.ts";

const HEAD_BYTES = 4;

/** @returns undefined if they take more than `maxBytes`; rules beyond that are not compiled. */
export const programsOf = (
  ...[robots, crawlers, maxBytes]: Parameters<typeof borrowPrograms>
): Uint8Array | undefined => borrowPrograms(robots, crawlers, maxBytes)?.slice();

/** Returns what `programsOf` returns, in memory that the next call overwrites. */
export const borrowPrograms = (
  robots: RobotsTxt,
  crawlers: readonly (readonly string[])[],
  maxBytes: number = Infinity,
): Uint8Array | undefined => packed(crawlers.length, (i) => robots.agent(crawlers[i]!).toBytes(), maxBytes);

/** @param programs the result of `AgentRules.toBytes` for each crawler. */
export const packPrograms = (programs: readonly Uint8Array[]): Uint8Array =>
  packed(programs.length, (i) => programs[i]!, Infinity)!.slice();

/** Programs one after another, and their head right before them. Memory of its own for each file takes longer than compiling it. */
let room: Uint8Array = new Uint8Array(2 ** 16);

/**
 * @param programOf called for each crawler. A generator would be slower: V8 compiles the checksum into it, badly.
 * @returns undefined if they take more than `maxBytes`; no program is made after that
 */
function packed(crawlers: number, programOf: (i: number) => Uint8Array, maxBytes: number): Uint8Array | undefined {
  const numbers: number[] = [];
  const ends = [HEAD_BYTES + (2 + 4) * crawlers];
  for (let i = 0; i < crawlers; i++) {
    const program = programOf(i);
    const number = numberOf(program, ends);
    numbers.push(number);
    if (number + 1 < ends.length) continue;
    ends.push(ends[number]! + program.length);
    if (headBytes(crawlers, ends) + ends.at(-1)! - ends[0]! > maxBytes) return undefined;
    makeRoom(ends);
    room.set(program, ends[number]);
  }
  const start = ends[0]! - headBytes(crawlers, ends);
  writeHead(viewOf(room.subarray(start)), numbers, ends);
  return room.subarray(start, ends.at(-1));
}

/** The number of the equal program, or of the next. */
function numberOf(program: Uint8Array, ends: readonly number[]): number {
  let number = 0;
  while (number + 1 < ends.length && compareBytes(room.subarray(ends[number], ends[number + 1]), program) !== 0)
    number++;
  return number;
}

const headBytes = (crawlers: number, ends: readonly number[]): number =>
  HEAD_BYTES + 2 * crawlers + 4 * (ends.length - 1);

function makeRoom(ends: readonly number[]): void {
  if (ends.at(-1)! <= room.length) return;
  const larger = new Uint8Array(2 * ends.at(-1)!);
  larger.set(room.subarray(0, ends.at(-2)));
  room = larger;
}

function writeHead(head: DataView, numbers: readonly number[], ends: readonly number[]): void {
  head.setUint16(0, numbers.length, true);
  head.setUint16(2, ends.length - 1, true);
  const lengths = HEAD_BYTES + 2 * numbers.length;
  for (let i = 0; i < numbers.length; i++) head.setUint16(HEAD_BYTES + 2 * i, numbers[i]!, true);
  for (let i = 0; i + 1 < ends.length; i++) head.setUint32(lengths + 4 * i, ends[i + 1]! - ends[i]!, true);
}

/** The program of a crawler. @throws RangeError unless the bytes are programs, and its own among them. */
export function programIn(packed: Uint8Array, crawler: number): Uint8Array {
  const { crawlers, ends } = packedHead(packed);
  if (crawler >= crawlers) throw halfPrograms();
  return programAt(packed, ends, viewOf(packed).getUint16(HEAD_BYTES + 2 * crawler, true));
}

/** Where programs end. The first entry is where they start. */
function packedHead(packed: Uint8Array): { readonly crawlers: number; readonly ends: readonly number[] } {
  const view = viewOf(packed);
  if (packed.length < HEAD_BYTES) throw halfPrograms();
  const [crawlers, count] = [view.getUint16(0, true), view.getUint16(2, true)];
  const lengths = HEAD_BYTES + 2 * crawlers;
  const ends = [lengths + 4 * count];
  if (ends[0]! > packed.length) throw halfPrograms();
  for (let i = 0; i < count; i++) ends.push(ends[i]! + view.getUint32(lengths + 4 * i, true));
  return { crawlers, ends };
}

function programAt(packed: Uint8Array, ends: readonly number[], number: number): Uint8Array {
  const end = ends[number + 1];
  if (end === undefined || end > packed.length) throw halfPrograms();
  return packed.subarray(ends[number], end);
}

/** Every program. @throws RangeError unless there is one for each crawler, and they fill the bytes. */
export function allPrograms(packed: Uint8Array, crawlers: number): readonly Uint8Array[] {
  const { crawlers: written, ends } = packedHead(packed);
  if (written !== crawlers) throw archiveError(`the rules of ${crawlers} crawlers`, written);
  const view = viewOf(packed);
  const used = new Set(Array.from({ length: crawlers }, (_, i) => view.getUint16(HEAD_BYTES + 2 * i, true)));
  if (used.size !== ends.length - 1 || ends.at(-1) !== packed.length)
    throw archiveError("the rules of every crawler, and no other bytes", "others");
  return [...used].map((number) => programAt(packed, ends, number));
}

const halfPrograms = (): RangeError => archiveError("the rules of every crawler", "fewer bytes");
