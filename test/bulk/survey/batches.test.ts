/** Batches of sites: none is left out, none comes twice, also in a run that goes on. */
import { expect, it } from "vitest";
import { batchesOf } from "../../../bindings/bulk/survey/batches.ts";
import type { Site } from "../../../bindings/bulk/survey/site.ts";

async function* sites(bytes: readonly number[]): AsyncGenerator<Site> {
  for (const [i, length] of bytes.entries())
    yield { origin: `https://h${i}.example`, kept: new Uint8Array(length) } as unknown as Site;
}

/** The numbers of the sites of each batch, and the ends that batches name. */
async function batched(bytes: readonly number[], rowsPerSite: number, skip = 0) {
  const found: { numbers: number[]; end: number }[] = [];
  for await (const batch of batchesOf(sites(bytes), { rowsPerSite, skip }))
    found.push({
      numbers: batch.sites.map((site) => Number(/\d+/.exec((site as { origin: string }).origin)![0])),
      end: batch.end,
    });
  return found;
}

it.each([
  [1, 512],
  [16, 512],
  [17, 481],
  [8192, 1],
  [100_000, 1],
])("with %i rows for a site a batch has %i", async (rowsPerSite, most) => {
  const found = await batched(Array(most + 1).fill(0), rowsPerSite);
  expect(found.map(({ numbers }) => numbers.length)).toEqual([most, 1]);
});

it("and no more sites once bodies have 4 MiB", async () => {
  const half = 2 * 2 ** 20;
  const found = await batched([half, half - 1, 1, half, half, 5], 1);
  expect(found.map(({ numbers }) => numbers)).toEqual([[0, 1, 2], [3, 4], [5]]);
});

it("a run goes on with the site after the end of any batch", async () => {
  const bytes = Array(10).fill(0);
  const all = await batched(bytes, 4096);
  expect(all.map(({ end }) => end)).toEqual([2, 4, 6, 8, 10]);
  for (const { end } of [{ end: 0 }, ...all]) {
    const rest = await batched(bytes, 4096, end);
    expect(rest.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 10 - end }, (_, i) => i + end));
    expect(rest.at(-1)?.end).toBe(end === 10 ? undefined : 10);
  }
});
