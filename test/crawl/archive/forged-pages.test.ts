/** What a look-up reads is bounded, however an archive is forged: by the library and by the module. Bytes are counted, not time. */
import { describe, expect, it } from "vitest";
import { MAX_PROGRAM_BYTES } from "../../../bindings/core/layout.ts";
import { crc32 } from "../../../bindings/crawl/archive/crc32.ts";
import { describe as describeArchive } from "../../../bindings/crawl/archive/description.ts";
import { openArchive, type RandomAccess } from "../../../bindings/crawl/archive/index.ts";
import { archiveLayout } from "../../../bindings/crawl/archive/page-layout.ts";
import { allPrograms, packPrograms } from "../../../bindings/crawl/archive/programs.ts";
import { bytesAccess } from "../../../bindings/crawl/archive/random-access.ts";
import { parse } from "../../../bindings/index.ts";
import { BulkHost } from "../../embed/bulk-host.ts";
import { archiveOf, byRules, rfc9309 } from "./build.ts";
import { entry, fingerprintOfHost, headOf, pageOf, uint } from "./forge.ts";
import { counting } from "./reads.ts";

const MANY = Array.from({ length: 50 }, (_, i) => `host${i}.example`);
const PAGE_BYTES = 4096;

/** An archive of which only these pieces have bytes other than zero, as a sparse file. Counts what is read. */
function sparse(
  pieces: ReadonlyMap<number, Uint8Array>,
  root: { readonly offset: number; readonly bytes: Uint8Array } | Buffer,
  { size, levels }: { readonly size: number; readonly levels: number },
): RandomAccess & { bytes: number } {
  const head = headOf(rfc9309);
  const reference = Buffer.isBuffer(root) ? root : referenceTo(root.offset, root.bytes);
  const footer = Buffer.concat([reference, uint(size, 8), uint(100, 8), uint(levels, 4)]);
  const end = Buffer.concat([footer, uint(crc32(footer, crc32(head)), 4), Buffer.from("RWAE")]);
  const all = new Map<number, Uint8Array>([[0, head], [size - end.length, end], ...pieces]);
  if (!Buffer.isBuffer(root)) all.set(root.offset, root.bytes);
  return {
    size,
    bytes: 0,
    read(offset, length) {
      this.bytes += length;
      const read = new Uint8Array(length);
      for (const [at, piece] of all) {
        const from = Math.max(at, offset);
        const until = Math.min(at + piece.length, offset + length);
        if (from < until) read.set(piece.subarray(from - at, until - at), from - offset);
      }
      return read;
    },
  };
}

const referenceTo = (offset: number, bytes: Uint8Array, length = bytes.length): Buffer =>
  Buffer.concat([uint(offset, 8), uint(length, 4), uint(crc32(bytes), 4)]);

const linesOf = (hosts: readonly string[]): string => hosts.map((host) => `http://${host}/x\n`).join("");

/** What each of both reads until all hosts are looked up; every look-up fails. */
function bytesRead(source: RandomAccess & { bytes: number }, hosts = MANY): readonly number[] {
  const archive = openArchive(source);
  for (const host of hosts)
    expect(() => archive.find(`http://${host}/`)).toThrow(expect.objectContaining({ code: "ERR_ARCHIVE" }));
  const byLibrary = source.bytes;
  source.bytes = 0;
  const module = new BulkHost().add(source);
  for (const host of hosts) expect(() => module.decide(linesOf([host]))).toThrow("INVALID_ARCHIVE");
  return [byLibrary, source.bytes];
}

describe("a page longer than any that compile writes is refused without being read", () => {
  const size = 2 ** 28;
  const start = headOf(rfc9309).length;

  it("a leaf of 255 MB in a sparse file of 8 KiB", () => {
    for (const length of [255e6, archiveLayout(describeArchive(rfc9309)).maxLeafBytes + 1]) {
      const root = Buffer.concat([uint(start, 8), uint(length, 4), uint(0, 4)]);
      expect(Math.max(...bytesRead(sparse(new Map(), root, { size, levels: 1 })))).toBeLessThan(1000);
    }
  });

  it("a page above the leaves", () => {
    const root = Buffer.concat([uint(start, 8), uint(20_000, 4), uint(0, 4)]);
    expect(Math.max(...bytesRead(sparse(new Map(), root, { size, levels: 2 })))).toBeLessThan(1000);
  });

  it("the limit grows with the crawlers in the description, which one brackets each", () => {
    const of = (crawlers: number): number =>
      archiveLayout(describeArchive({ ...rfc9309, crawlers: Array(crawlers).fill(["A"]) })).maxLeafBytes;
    expect(of(1)).toBeLessThan(20e6);
    expect(of(2) - of(1)).toBe(3 * (MAX_PROGRAM_BYTES + 6));
    expect(of(1000)).toBe(2 ** 28);
  });
});

describe("the longest rules that compile writes are read", () => {
  const file = `User-agent: *\n${"Allow: /é%2f?%2f\n".repeat(32_000)}`;

  it("for http, https and both, by the library and by the module, behind other hosts of the leaf", async () => {
    const state = byRules(file);
    const bytes = await archiveOf([
      { host: "a.example", state: byRules("") },
      { host: "b.example", state: byRules("") },
      ...(["http", "https"] as const).map((scheme) => ({ host: "b.example", scheme, state })),
    ]);
    const source = counting(bytes);
    const archive = openArchive(source);
    archive.verify();
    expect(archive.find("https://b.example/")?.rules.isAllowed("/x")).toBe(true);
    const { bytes: before } = source;
    for (const host of ["a", "b", "c"]) archive.find(`http://${host}.example/`);
    expect(source.bytes, "a long page is kept").toBe(before);
    expect(new BulkHost().add(bytesAccess(bytes)).decide(linesOf(["a.example", "b.example"]))).toBe("11");
  });
});

describe("no byte belongs to two pages", () => {
  const start = headOf(rfc9309).length;
  const size = 2 ** 20;
  const leaf = pageOf([entry("host1.example")]);
  const branch = (references: readonly (readonly [string, Buffer])[]): Buffer =>
    pageOf(references.map(([key, value]) => ({ key: Buffer.from(key), value })));
  const toLeaf = (offset: number, page: Uint8Array = leaf): Buffer =>
    Buffer.concat([referenceTo(offset, page), uint(fingerprintOfHost("host1.example"), 2)]);

  it("leaves of one page do not overlap", () => {
    for (const second of [start, start + 1]) {
      const bytes = branch([
        ["", toLeaf(start)],
        ["host1", toLeaf(second)],
      ]);
      const source = sparse(new Map([[start, leaf]]), { offset: 1000, bytes }, { size, levels: 2 });
      expect(Math.max(...bytesRead(source, ["host1.example"]))).toBeLessThan(2000);
    }
  });

  it("two pages above the leaves do not share leaves", () => {
    const below = branch([["", toLeaf(start)]]);
    const bytes = branch([
      ["", referenceTo(1000, below)],
      ["host1", referenceTo(2000, below)],
    ]);
    const pieces = new Map([
      [start, leaf],
      [1000, below],
      [2000, below],
    ]);
    const source = sparse(pieces, { offset: 3000, bytes }, { size, levels: 3 });
    expect(Math.max(...bytesRead(source, ["host1.example"]))).toBeLessThan(4000);
    expect(openArchive(source).find("http://gone.example/")).toBeUndefined();
  });

  it("the second half of a page belongs to one host, so others do not read it", () => {
    const many = pageOf(MANY.map((host) => entry(host, "", new Uint8Array(500))));
    const four = pageOf(["", "http", "https", "x"].map((one) => entry("b.example", one as "", new Uint8Array(2000))));
    const padded = pageOf([entry("a".repeat(PAGE_BYTES)), entry("host1.example"), entry("host2.example")]);
    for (const bytes of [many, padded, four])
      expect(bytesRead(sparse(new Map(), { offset: start, bytes }, { size, levels: 1 }))).toHaveLength(2);
  });

  it("a reference has as many fingerprints as a leaf can have hosts, so other hosts do not read it", () => {
    const all = Buffer.concat(Array.from({ length: 1000 }, (_, i) => uint(i, 2)));
    const bytes = branch([["", Buffer.concat([referenceTo(start, leaf), all])]]);
    const source = sparse(new Map([[start, leaf]]), { offset: 1000, bytes }, { size, levels: 2 });
    bytesRead(source);
  });
});

it("the rules of an entry are read once, however many crawlers share an archive", () => {
  const crawlers = 20_000;
  const program = parse("").agent("x").toBytes();
  const packed = packPrograms(Array(crawlers).fill(program))!;
  expect(allPrograms(packed, crawlers)).toHaveLength(1);
  // A program of no bytes for each crawler: in quadratic time this takes minutes.
  const forged = Buffer.alloc(4 + 6 * 65_535);
  forged.writeUInt16LE(65_535, 0);
  forged.writeUInt16LE(65_535, 2);
  for (let i = 0; i < 65_535; i++) forged.writeUInt16LE(i, 4 + 2 * i);
  expect(allPrograms(forged, 65_535)).toHaveLength(65_535);
});
