/** What an archive reads of its file. */
import { expect } from "vitest";
import { describe as describeArchive } from "../../../bindings/crawl/archive/description.ts";
import { openArchive, type RandomAccess } from "../../../bindings/crawl/archive/index.ts";
import { bytesAccess } from "../../../bindings/crawl/archive/random-access.ts";
import { FOOTER_BYTES, PAGE_BYTES } from "../../../bindings/crawl/archive/table-writer.ts";
import { archiveOf, byRules, rfc9309 } from "./build.ts";

/** Counts what is read. */
export function counting(bytes: Uint8Array): RandomAccess & { reads: number; bytes: number } {
  const { size, read } = bytesAccess(bytes);
  return {
    size,
    reads: 0,
    bytes: 0,
    read(offset, length) {
      this.reads++;
      this.bytes += length;
      return read(offset, length);
    },
  };
}

/** An archive of so many origins and levels: opening reads head and footer, a look-up at most a page a level and then one. */
export async function readsFewPages(count: number, levels: number): Promise<void> {
  const state = byRules("User-agent: *\nDisallow: /x");
  const origins = Array.from({ length: count }, (_, i) => ({ host: `host${i}.example`, state }));
  const source = counting(await archiveOf(origins));
  const archive = openArchive(source);
  expect(source).toMatchObject({ reads: 3, bytes: 24 + describeArchive(rfc9309).length + FOOTER_BYTES });
  for (let i = -1, most = levels; i <= count; i += Math.ceil(count / 40)) {
    const before = { ...source };
    const found = archive.find(`http://host${i}.example/`);
    expect(found?.rules.isAllowed("/x")).toBe(i < 0 || i >= count ? undefined : false);
    expect(source.reads - before.reads).toBeLessThanOrEqual(most);
    expect(source.bytes - before.bytes).toBeLessThanOrEqual(most * PAGE_BYTES);
    // A far neighbour may need another page above the leaves.
    most = 2;
  }
  archive.verify();
  expect([...archive].length).toBe(count);
  archive.find(`http://host${count - 1}.example/`);
  const before = { ...source };
  for (let i = 0; i < 10; i++) archive.find(`http://host${count - 1}.example/`);
  expect(source.reads).toBe(before.reads);
}
