/** What to survey, as plain data, so that it can be sent to worker threads. */

import type { DialectName } from "../../core/index.ts";
import type { KnownAgent } from "../../owners/agents/index.ts";
import type { RowFormat } from "../rows/columns.ts";

/** One row for a site and crawler, for a site, or for a site and name in a user-agent line. */
export type SurveyForm = "crawler" | "site" | "agent";

export interface SurveyPlan {
  readonly crawlers: readonly KnownAgent[];
  readonly form: SurveyForm;
  /** Undefined: each crawler reads the file in the dialect that its operator documents, and the rest is that of rfc9309. */
  readonly dialect: DialectName | undefined;
  readonly format: RowFormat;
  /** The name of the crawl, which each row has. */
  readonly snapshot: string | null;
}

/** What a part of a survey says of itself. */
export interface PartLabel {
  /** Its sites: those after the first `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** The digest of everything on which its rows depend; of the inputs, their paths. */
  readonly survey: string;
}
