/** What to survey, as plain data, so that it can be sent to worker threads. */
import type { KnownAgent } from "../../agents/index.ts";
import type { DialectName } from "../../core/index.ts";
import type { RowFormat } from "../rows/index.ts";

/** One row for a site and crawler, or for a site. */
export type SurveyForm = "crawler" | "site";

export interface SurveyPlan {
  readonly crawlers: readonly KnownAgent[];
  readonly form: SurveyForm;
  /** Undefined: each crawler reads the file in the dialect that its operator documents, and the rest is that of rfc9309. */
  readonly dialect: DialectName | undefined;
  readonly format: RowFormat;
}

/** What a part of a survey says of itself. */
export interface PartLabel {
  /** Its sites: those after the first `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** The digest of everything on which its rows depend; of the inputs, their paths. */
  readonly survey: string;
}
