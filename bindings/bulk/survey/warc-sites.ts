/** The sites of WARC files, as a client that made the captured requests would know them. Needs warcio, an optional peer. */
import type { AccessPolicy } from "../../access/index.ts";
import { importOptional } from "../../base/optional-package.ts";
import { blanketRules } from "../../core/deciding.ts";
import type { CompileStats, Lost, Replayed } from "../compile/index.ts";
import type { CapturedSite, LostSite } from "./site.ts";

export interface WarcInputs {
  readonly policy: AccessPolicy;
  readonly warcs: readonly string[];
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
  readonly stats: CompileStats;
  readonly signal: AbortSignal;
}

/** Yields what is lost, then every origin by its URL. @throws the reason of the signal when it aborts */
export async function* warcSites(inputs: WarcInputs): AsyncGenerator<CapturedSite | LostSite> {
  const { originsIn } = await importOptional("warcio", "WARC files", () => import("../compile/warcs.ts"));
  const rules = blanketRules("allow", "rfc9309");
  // The policy never asks for the rules: the survey reads the body itself.
  const plan = { ...inputs, keepsDamaged: true, keep: (body: Uint8Array) => body, rulesIn: () => rules };
  for await (const one of originsIn(plan)) yield siteOf(one);
}

function siteOf(one: Replayed | Lost): CapturedSite | LostSite {
  if ("place" in one) return one;
  const { origin, kept, redirects, error, unusable } = one;
  const { status, verdict, httpStatus, fetchedAtMs } = one.state;
  return {
    site: origin.origin,
    ...{ status, verdict, redirects },
    ...(httpStatus !== undefined && { httpStatus }),
    ...(fetchedAtMs !== undefined && { fetchedAtMs }),
    // The table's block is read over: a copy outlives it.
    ...(kept !== undefined && { body: Uint8Array.from(kept) }),
    ...(error !== undefined && { error }),
    ...(unusable !== undefined && { unusable }),
  };
}
