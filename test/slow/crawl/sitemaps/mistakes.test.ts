/** What keeps a process busy: a file of nothing but mistakes, each of which takes longer than an entry. */
import sax from "sax";
import { expect, it } from "vitest";
import { parseSitemap } from "../../../../bindings/crawl/sitemaps/index.ts";

it.each([
  [100_000, 2],
  [100_001, 1],
])("after 100,000 mistakes the file ends: %i", (mistakes, pages) => {
  const page = "<url><loc>https://a.example/1</loc></url>";
  const read = parseSitemap(`<urlset>${page}<x>${"&;".repeat(mistakes)}</x>${page}</urlset>`, { xml: sax });
  expect(read.pages).toHaveLength(pages);
  expect(read.errors.map(({ fault }) => fault)).toEqual(["format"]);
});
