/**
 * What an archive stores for an origin, and its encoding as the value of a table entry:
 *
 *   0 u8 status │ 1 u8 verdict │ 2 u16 HTTP status, or 0 │ 4 f64 fetched at, or -1 │ 12 f64 fresh until, or -1 │ 20 programs
 *
 * Times are milliseconds since 1970. There are programs (programs.ts) if and only if the verdict is `rules`.
 */
import type { AccessStatus, Verdict } from "../../core/access/index.ts";
import { archiveError } from "./archive-error.ts";

export interface OriginState {
  readonly status: AccessStatus;
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  readonly fetchedAtMs?: number;
  readonly expiresAtMs?: number;
  /** The result of `packPrograms`. */
  readonly programs?: Uint8Array;
}

const statuses: readonly AccessStatus[] = ["success", "unavailable", "unreachable"];
const verdicts: readonly Verdict[] = ["rules", "allowed", "refused"];
const HEAD_BYTES = 20;
const UNKNOWN = -1;

export function encodeState(state: OriginState): Uint8Array {
  const bytes = new Uint8Array(stateBytes(state));
  writeState(bytes, 0, state);
  return bytes;
}

/** How many bytes `writeState` writes. */
export const stateBytes = ({ programs }: OriginState): number => HEAD_BYTES + (programs?.length ?? 0);

export function writeState(to: Uint8Array, at: number, state: OriginState): void {
  const { status, verdict, httpStatus, fetchedAtMs, expiresAtMs, programs } = state;
  const view = new DataView(to.buffer, to.byteOffset + at, HEAD_BYTES);
  view.setUint8(0, statuses.indexOf(status));
  view.setUint8(1, verdicts.indexOf(verdict));
  view.setUint16(2, httpStatus ?? 0, true);
  view.setFloat64(4, fetchedAtMs ?? UNKNOWN, true);
  view.setFloat64(12, expiresAtMs ?? UNKNOWN, true);
  if (programs !== undefined) to.set(programs, at + HEAD_BYTES);
}

/** The last time that a Date can hold. */
const MAX_TIME_MS = 8.64e15;
const isTime = (ms: number): boolean => ms === UNKNOWN || (ms >= 0 && ms <= MAX_TIME_MS);

/** @throws RangeError unless the bytes are a state. */
export function decodeState(bytes: Uint8Array): OriginState {
  const status = statuses[bytes[0]!];
  const verdict = verdicts[bytes[1]!];
  if (bytes.length < HEAD_BYTES || status === undefined || verdict === undefined)
    throw archiveError("the state of an origin", "other bytes");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const httpStatus = view.getUint16(2, true);
  const fetchedAtMs = view.getFloat64(4, true);
  const expiresAtMs = view.getFloat64(12, true);
  if (![fetchedAtMs, expiresAtMs].every(isTime) || (verdict !== "rules" && bytes.length > HEAD_BYTES))
    throw archiveError("the state of an origin", "other bytes");
  return {
    status,
    verdict,
    ...(httpStatus !== 0 && { httpStatus }),
    ...(fetchedAtMs !== UNKNOWN && { fetchedAtMs }),
    ...(expiresAtMs !== UNKNOWN && { expiresAtMs }),
    ...(verdict === "rules" && { programs: bytes.subarray(HEAD_BYTES) }),
  };
}
