/**
 * The compiled rules of an origin for all crawlers of an archive. Crawlers with equal rules share them.
 *
 *   u16 crawlers │ u16 programs │ for each crawler u16 its program │ for each program u32 bytes │ programs
 */
import type { RobotsTxt } from "../../index.ts";
import { archiveError } from "./archive-error.ts";
import { compareBytes } from "./table-writer.ts";

const HEAD_BYTES = 4;

export const programsOf = (robots: RobotsTxt, crawlers: readonly (readonly string[])[]): Uint8Array =>
  programsWithin(Infinity, robots, crawlers)!;

/** @returns undefined if they take more than `maxBytes`; rules beyond that are not compiled. */
export function programsWithin(
  maxBytes: number,
  robots: RobotsTxt,
  crawlers: readonly (readonly string[])[],
): Uint8Array | undefined {
  const distinct: Uint8Array[] = [];
  const numbers: number[] = [];
  let bytes = HEAD_BYTES;
  for (const agents of crawlers) {
    const program = robots.agent(agents).toBytes();
    const count = distinct.length;
    numbers.push(numberOf(program, distinct));
    bytes += 2 + (distinct.length > count ? 4 + program.length : 0);
    if (bytes > maxBytes) return undefined;
  }
  return packed(numbers, distinct);
}

/** @param programs the result of `AgentRules.toBytes` for each crawler. */
export function packPrograms(programs: readonly Uint8Array[]): Uint8Array {
  const distinct: Uint8Array[] = [];
  const numbers = programs.map((program) => numberOf(program, distinct));
  return packed(numbers, distinct);
}

/** Where the program stands among the distinct ones, to which a new one is added. */
function numberOf(program: Uint8Array, distinct: Uint8Array[]): number {
  const known = distinct.findIndex((one) => compareBytes(one, program) === 0);
  return known < 0 ? distinct.push(program) - 1 : known;
}

function packed(numbers: readonly number[], distinct: readonly Uint8Array[]): Uint8Array {
  const start = HEAD_BYTES + 2 * numbers.length + 4 * distinct.length;
  const bytes = new Uint8Array(distinct.reduce((sum, { length }) => sum + length, start));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, numbers.length, true);
  view.setUint16(2, distinct.length, true);
  for (const [i, number] of numbers.entries()) view.setUint16(HEAD_BYTES + 2 * i, number, true);
  let at = start;
  distinct.forEach((program, i) => {
    view.setUint32(HEAD_BYTES + 2 * numbers.length + 4 * i, program.length, true);
    bytes.set(program, at);
    at += program.length;
  });
  return bytes;
}

/** The program of a crawler. @throws RangeError unless the bytes are programs, and its own among them. */
export function programIn(packed: Uint8Array, crawler: number): Uint8Array {
  const { crawlers, ends } = headOf(packed);
  if (crawler >= crawlers) throw halfPrograms();
  return programAt(packed, ends, viewOf(packed).getUint16(HEAD_BYTES + 2 * crawler, true));
}

/** Where programs end. The first entry is where they start. */
function headOf(packed: Uint8Array): { readonly crawlers: number; readonly ends: readonly number[] } {
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

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Every program. @throws RangeError unless there is one for each crawler, and they fill the bytes. */
export function allPrograms(packed: Uint8Array, crawlers: number): readonly Uint8Array[] {
  const { crawlers: written, ends } = headOf(packed);
  if (written !== crawlers) throw archiveError(`the rules of ${crawlers} crawlers`, written);
  const view = viewOf(packed);
  const used = new Set(Array.from({ length: crawlers }, (_, i) => view.getUint16(HEAD_BYTES + 2 * i, true)));
  if (used.size !== ends.length - 1 || ends.at(-1) !== packed.length)
    throw archiveError("the rules of every crawler, and no other bytes", "others");
  return [...used].map((number) => programAt(packed, ends, number));
}

const halfPrograms = (): RangeError => archiveError("the rules of every crawler", "fewer bytes");
