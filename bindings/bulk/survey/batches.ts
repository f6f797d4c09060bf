/** Puts sites into batches: enough for a worker to be busy, few enough that their rows fit in memory many times. */
import type { Site } from "./site.ts";

export interface Batch {
  readonly sites: readonly Site[];
  /** The number of sites up to its end, with those that were skipped. */
  readonly end: number;
}

const MAX_SITES = 512;
const MAX_ROWS = 8192;
const MAX_BODY_BYTES = 4 * 2 ** 20;

export interface BatchOptions {
  readonly rowsPerSite: number;
  /** How many sites to leave out: another run has their rows. */
  readonly skip: number;
}

export async function* batchesOf(
  sites: AsyncIterable<Site>,
  { rowsPerSite, skip }: BatchOptions,
): AsyncGenerator<Batch> {
  const most = Math.max(1, Math.min(MAX_SITES, Math.floor(MAX_ROWS / rowsPerSite)));
  let batch: Site[] = [];
  let bodyBytes = 0;
  let end = 0;
  for await (const site of sites) {
    if (++end <= skip) continue;
    batch.push(site);
    bodyBytes += "kept" in site ? (site.kept?.length ?? 0) : 0;
    if (batch.length < most && bodyBytes < MAX_BODY_BYTES) continue;
    yield { sites: batch, end };
    batch = [];
    bodyBytes = 0;
  }
  if (batch.length > 0) yield { sites: batch, end };
}
