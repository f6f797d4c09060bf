/** Archives with changed bytes and mended checksums: the bulk exports refuse what the library refuses, and decide the rest alike. */

import { expect, it } from "vitest";
import { crc32 } from "../../../bindings/crawl/archive/crc32.ts";
import { openArchive } from "../../../bindings/crawl/archive/index.ts";
import { bytesAccess } from "../../../bindings/crawl/archive/random-access.ts";
import { archiveOf, byRules } from "../../crawl/archive/build.ts";
import { entry, forged } from "../../crawl/archive/forge.ts";
import { BulkHost } from "../../embed/bulk-host.ts";
import { wanted } from "../../embed/bulk-lines.ts";
import fc from "../../support/properties.ts";

const { array, assert, constantFrom, nat, oneof, property, tuple } = fc;

const HEADER_BYTES = 12;
const FOOTER_BYTES = 44;
const RUNS = process.env["ROBOTS_WEEKLY"] === undefined ? 150 : 3000;

type Change = readonly [at: number, value: number];

/** Changes bytes of pages, and makes the checksums of the leaves, the root and the footer hold. */
function changed(archive: Uint8Array, changes: readonly Change[]): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  const start = HEADER_BYTES + view.getUint32(8, true);
  const footer = bytes.length - FOOTER_BYTES;
  for (const [at, value] of changes) bytes[start + (at % (footer - start))] = value;
  const root = Number(view.getBigUint64(footer, true));
  const rootEnd = root + view.getUint32(footer + 8, true);
  if (view.getUint32(footer + 32, true) > 1) mendLeaves(bytes, root, rootEnd);
  view.setUint32(footer + 12, crc32(bytes.subarray(root, rootEnd)), true);
  view.setUint32(footer + 36, crc32(bytes.subarray(footer, footer + 36), crc32(bytes.subarray(0, start))), true);
  return bytes;
}

/** The checksums in the root, as far as its entries still make sense. */
function mendLeaves(bytes: Uint8Array, root: number, end: number): void {
  const view = new DataView(bytes.buffer);
  for (let at = root; at + 8 <= end; ) {
    const reference = at + 8 + view.getUint32(at, true);
    if (reference + 16 > bytes.length) return;
    const [leaf, length] = [Number(view.getBigUint64(reference, true)), view.getUint32(reference + 8, true)];
    if (leaf + length <= bytes.length) view.setUint32(reference + 12, crc32(bytes.subarray(leaf, leaf + length)), true);
    at = reference + view.getUint32(at + 4, true);
  }
}

const refused = "!";

function orRefused(decide: () => string): string {
  try {
    return decide();
  } catch (error) {
    expect(String(error)).toMatch(/ERR_ARCHIVE|INVALID_ARCHIVE|archive: expected/);
    return refused;
  }
}

it("forged pages are refused as the library refuses them, or decided alike", async () => {
  const numbered = Array.from({ length: 9 }, (_, i) => ({
    host: `host${i}.example`,
    state: byRules(`User-agent: *\nDisallow: /${i}`),
  }));
  const leaves = [
    { key: "", entries: [entry("a.example"), entry("b.example")] },
    { key: "c", entries: [entry("c.example"), entry("c.example", "https")] },
  ];
  const lines = [
    ...["a", "b", "c", "d"].map((name) => `https://${name}.example/x`),
    ...numbered.map(({ host }, i) => `http://${host}/${i}`),
  ];
  const seen = new Set<string>();
  const archives = constantFrom(await archiveOf(numbered), await forged(leaves));
  const changes = array(tuple(nat(5000), oneof(nat(255), constantFrom(0, 1, 255))), { minLength: 1, maxLength: 3 });
  const isSame = property(archives, changes, (archive, changesOfIt) => {
    const bytes = changed(archive, changesOfIt);
    // Each line opens the archive anew: what is kept of a forged page depends on what was looked up before.
    const decide = (line: string): string => new BulkHost().add(bytesAccess(bytes)).decide(line);
    for (const line of lines) {
      const verdict = orRefused(() => wanted(openArchive(bytes), [line]));
      const decided = orRefused(() => decide(line));
      expect(decided, line).toBe(verdict);
      seen.add(verdict);
    }
  });
  assert(isSame, { numRuns: RUNS });
  expect(seen).toEqual(new Set(["0", "1", refused]));
});
