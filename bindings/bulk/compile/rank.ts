/**
 * Chooses among several states of an origin: the input with the highest rank wins, and within one input an entry for the
 * scheme wins over one for both schemes. Captures rank below files; later folders rank above earlier ones. An archive to
 * which others are added ranks below both, its captures below captures and its files below files.
 */
import {
  compareBytes,
  decodeState,
  encodeState,
  hostOfKey,
  type OriginState,
  type TableEntry,
} from "../../crawl/archive/internal.ts";

const RANK_BYTES = 4;

const EARLIER_CAPTURE = 0;
export const CAPTURE = 1;
const EARLIER_FILE = 2;
/** That of the first folder. */
export const FILE = 3;

/** The state of an archive to which others are added. Only captures have a time. */
export const rankedEarlier = (state: Uint8Array): Uint8Array =>
  ranked(decodeState(state).fetchedAtMs === undefined ? EARLIER_FILE : EARLIER_CAPTURE, state);

export function ranked(rank: number, state: Uint8Array): Uint8Array {
  const value = Buffer.allocUnsafe(RANK_BYTES + state.length);
  value.writeUInt32LE(rank, 0);
  value.set(state, RANK_BYTES);
  return value;
}

const rankOf = ({ value }: TableEntry): number => Buffer.from(value.buffer, value.byteOffset).readUInt32LE(0);

/** @param entries in the order of their keys. */
export function* resolved(entries: Iterable<TableEntry>): Generator<TableEntry> {
  let host: Uint8Array = new Uint8Array();
  /** By the length of their scheme. */
  const known = new Map<number, TableEntry>();
  for (const entry of entries) {
    const group = hostOfKey(entry.key);
    if (compareBytes(group, host) !== 0) {
      yield* winners(known);
      known.clear();
      host = group;
    }
    const scheme = entry.key.length - host.length;
    const other = known.get(scheme);
    if (other === undefined) known.set(scheme, entry);
    else if (isCapturedAgain(other, entry)) known.set(scheme, laterOf(other, entry));
    else if (rankOf(other) <= rankOf(entry)) known.set(scheme, entry);
  }
  yield* winners(known);
}

const isCapturedAgain = (earlier: TableEntry, entry: TableEntry): boolean =>
  rankOf(earlier) === EARLIER_CAPTURE && rankOf(entry) === CAPTURE;

const rankedState = ({ value }: TableEntry): OriginState => decodeState(value.subarray(RANK_BYTES));

/**
 * The later of two captures. If it has no file of its own (an outage, or a 304), it refuses: the policy goes on with the last
 * copy, and which of the two inputs has it is unknown, as is when an outage began.
 */
function laterOf(earlier: TableEntry, entry: TableEntry): TableEntry {
  const isEarlier = (rankedState(entry).fetchedAtMs ?? -1) < rankedState(earlier).fetchedAtMs!;
  const later = isEarlier ? earlier : entry;
  const state = rankedState(later);
  if (state.verdict === "refused" || !needsCopy(state)) return later;
  const { programs: _, ...known } = state;
  const refused: OriginState = { ...known, status: "unreachable", verdict: "refused" };
  return { key: later.key, value: ranked(rankOf(later), encodeState(refused)) };
}

/** A copy of unknown age decides, or how long an outage has lasted. */
const needsCopy = ({ status, httpStatus }: OriginState): boolean => status === "unreachable" || httpStatus === 304;

function* winners(known: ReadonlyMap<number, TableEntry>): Generator<TableEntry> {
  const general = known.get(0);
  for (const [scheme, { key, value }] of known) {
    const isOutranked = scheme !== 0 && general !== undefined && rankOf(general) > rankOf({ key, value });
    if (!isOutranked) yield { key, value: value.subarray(RANK_BYTES) };
  }
}
