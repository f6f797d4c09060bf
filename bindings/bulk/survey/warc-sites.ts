/** The sites of WARC files, as a client that made the captured requests would know them. */
import type { AccessPolicy } from "../../access/index.ts";
import { type CompileStats, type Lost, originsIn, type Replayed } from "../warc/index.ts";
import type { CapturedSite, LostSite } from "./site.ts";

interface WarcInputs {
  readonly policy: AccessPolicy;
  readonly warcs: readonly string[];
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
  readonly stats: CompileStats;
  readonly signal: AbortSignal;
}

/** Yields what is lost, then every origin in the order of an archive. @throws the reason of the signal when it aborts */
export async function* warcSites(inputs: WarcInputs): AsyncGenerator<CapturedSite | LostSite> {
  const plan = { ...inputs, keepsDamaged: true, keep: (body: Uint8Array) => body };
  for await (const one of originsIn(plan)) yield siteOf(one);
}

function siteOf(one: Replayed | Lost): CapturedSite | LostSite {
  if ("place" in one) return one;
  const { origin, kept, redirects, error, unusable } = one;
  const { status, verdict, httpStatus, fetchedAtMs } = one.state;
  return {
    site: origin,
    ...{ status, verdict, redirects },
    ...(httpStatus !== undefined && { httpStatus }),
    ...(fetchedAtMs !== undefined && { fetchedAtMs }),
    // The table's block is read over: a copy outlives it.
    ...(kept !== undefined && { body: Uint8Array.from(kept) }),
    ...(error !== undefined && { error }),
    ...(unusable !== undefined && { unusable }),
  };
}
