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
  packPrograms(crawlers.map((agents) => robots.agent(agents).toBytes()));

/** @param programs the result of `AgentRules.toBytes` for each crawler. */
export function packPrograms(programs: readonly Uint8Array[]): Uint8Array {
  const distinct: Uint8Array[] = [];
  const numbers = programs.map((program) => {
    const known = distinct.findIndex((one) => compareBytes(one, program) === 0);
    return known < 0 ? distinct.push(program) - 1 : known;
  });
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
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  if (packed.length < HEAD_BYTES) throw halfPrograms();
  const [crawlers, count] = [view.getUint16(0, true), view.getUint16(2, true)];
  const lengths = HEAD_BYTES + 2 * crawlers;
  let start = lengths + 4 * count;
  if (start > packed.length || crawler >= crawlers) throw halfPrograms();
  const number = view.getUint16(HEAD_BYTES + 2 * crawler, true);
  if (number >= count) throw halfPrograms();
  for (let i = 0; i < number; i++) start += view.getUint32(lengths + 4 * i, true);
  const end = start + view.getUint32(lengths + 4 * number, true);
  if (end > packed.length) throw halfPrograms();
  return packed.subarray(start, end);
}

/** Every program. @throws RangeError unless there is one for each crawler, and they fill the bytes. */
export function allPrograms(packed: Uint8Array, crawlers: number): readonly Uint8Array[] {
  const programs = Array.from({ length: crawlers }, (_, crawler) => programIn(packed, crawler));
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const [written, count] = [view.getUint16(0, true), view.getUint16(2, true)];
  if (written !== crawlers) throw archiveError(`the rules of ${crawlers} crawlers`, written);
  const distinct = new Map(programs.map((program) => [program.byteOffset, program]));
  const bytes = Array.from(distinct.values(), ({ length }) => length).reduce((sum, one) => sum + one, 0);
  if (distinct.size !== count || HEAD_BYTES + 2 * crawlers + 4 * count + bytes !== packed.length)
    throw archiveError("the rules of every crawler, and no other bytes", "others");
  return [...distinct.values()];
}

const halfPrograms = (): RangeError => archiveError("the rules of every crawler", "fewer bytes");
