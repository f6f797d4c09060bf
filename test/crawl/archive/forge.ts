/** Archives as their format allows them to be forged: any entries on any page, with checksums that hold. */
import { crc32 } from "../../../bindings/crawl/archive/crc32.ts";
import { describe } from "../../../bindings/crawl/archive/description.ts";
import { originKey, type Scheme } from "../../../bindings/crawl/archive/origin-key.ts";
import { encodeState } from "../../../bindings/crawl/archive/state.ts";
import { groupFingerprint, type TableEntry, VERSION } from "../../../bindings/crawl/archive/table-writer.ts";
import { byRules, rfc9309 } from "./build.ts";

export interface ForgedLeaf {
  /** The key of the reference to the leaf. */
  readonly key: string;
  /** By default those of the hosts. */
  readonly fingerprints?: readonly number[];
  readonly entries: readonly TableEntry[];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const fingerprintOfHost = (host: string): number => groupFingerprint(bytes(`${host}\0`));

const refusing = encodeState(byRules("User-agent: *\nDisallow: /"));

export const entry = (host: string, scheme: Scheme = "", value: Uint8Array = refusing): TableEntry => ({
  key: originKey(host, scheme),
  value,
});

export const uint = (value: number, length: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, length);
};

export const pageOf = (entries: readonly TableEntry[]): Buffer =>
  Buffer.concat(entries.flatMap(({ key, value }) => [uint(key.length, 4), uint(value.length, 4), key, value]));

const hostsIn = (entries: readonly TableEntry[]): string[] => [
  ...new Set(entries.map(({ key }) => Buffer.from(key).toString().split("\0")[0]!)),
];

/** The head of an archive. */
export function headOf(description: Parameters<typeof describe>[0]): Buffer {
  const text = bytes(describe(description));
  return Buffer.concat([Buffer.from("RWAR"), uint(VERSION, 4), uint(text.length, 4), text]);
}

/** An archive of one page above these leaves; of one leaf alone if `root` is its entries. */
export async function forged(
  leaves: readonly ForgedLeaf[],
  { root, description = rfc9309 }: { root?: readonly TableEntry[]; description?: Parameters<typeof describe>[0] } = {},
): Promise<Uint8Array> {
  const head = headOf(description);
  const pages: Buffer[] = [];
  const place = (page: Buffer): Buffer => {
    const offset = head.length + pages.reduce((sum, { length }) => sum + length, 0);
    pages.push(page);
    return Buffer.concat([uint(offset, 8), uint(page.length, 4), uint(crc32(page), 4)]);
  };
  const references = leaves.map(({ key, entries, fingerprints = hostsIn(entries).map(fingerprintOfHost) }) => ({
    key: bytes(key),
    value: Buffer.concat([place(pageOf(entries)), ...fingerprints.map((one) => uint(one, 2))]),
  }));
  const toRoot = place(pageOf(root ?? references));
  const count = (root ?? leaves.flatMap(({ entries }) => entries)).length;
  const size = head.length + pages.reduce((sum, { length }) => sum + length, 0) + 44;
  const footer = Buffer.concat([toRoot, uint(size, 8), uint(count, 8), uint(root === undefined ? 2 : 1, 4)]);
  const checksum = uint(crc32(footer, crc32(head)), 4);
  return new Uint8Array(Buffer.concat([head, ...pages, footer, checksum, Buffer.from("RWAE")]));
}
