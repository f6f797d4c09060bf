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
  robots: RobotsTxt,
  crawlers: readonly (readonly string[])[],
  maxBytes: number = Infinity,
): Uint8Array | undefined => packPrograms(compiled(robots, crawlers), maxBytes);

function* compiled(robots: RobotsTxt, crawlers: readonly (readonly string[])[]): Generator<Uint8Array> {
  for (const agents of crawlers) yield robots.agent(agents).toBytes();
}

/**
 * @param programs the result of `AgentRules.toBytes` for each crawler.
 * @returns undefined if they take more than `maxBytes`; no program is read after that.
 */
export function packPrograms(programs: Iterable<Uint8Array>, maxBytes: number = Infinity): Uint8Array | undefined {
  const distinct: Uint8Array[] = [];
  const numbers: number[] = [];
  let length = HEAD_BYTES;
  for (const program of programs) {
    const known = distinct.findIndex((one) => compareBytes(one, program) === 0);
    numbers.push(known < 0 ? distinct.push(program) - 1 : known);
    length += 2 + (known < 0 ? 4 + program.length : 0);
    if (length > maxBytes) return undefined;
  }
  return packed(numbers, distinct, length);
}

function packed(numbers: readonly number[], distinct: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, numbers.length, true);
  view.setUint16(2, distinct.length, true);
  for (const [i, number] of numbers.entries()) view.setUint16(HEAD_BYTES + 2 * i, number, true);
  const lengths = HEAD_BYTES + 2 * numbers.length;
  let at = lengths + 4 * distinct.length;
  for (const [i, program] of distinct.entries()) {
    view.setUint32(lengths + 4 * i, program.length, true);
    bytes.set(program, at);
    at += program.length;
  }
  return bytes;
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
