/** What a row of codes.json holds: the build makes codes.ts of it. Codes are stable; docs/lint.md has the table. */
import type { OtherTool } from "../../base/other-tools.ts";

/**
 * `error`: the line does not do what its author meant. `warning`: probably not, or not for every crawler. `info`: good to
 * know.
 */
export type Severity = "error" | "warning" | "info";

/** What all findings with one code have in common. */
export interface LintCode {
  readonly severity: Severity;
  /** The document and section that states the rule. */
  readonly section: string;
  /** Why it matters, in one or two sentences. */
  readonly explanation: string;
  /** The tools that report such a line too, as far as known (docs/lint.md); absent without one. */
  // core/audits/seo/robots-txt.js of GoogleChrome/lighthouse f8eac39 (2026-08-20); webtrees/pull/4972 (Search Console)
  readonly also?: readonly OtherTool[];
}

/** Shorter than an object in each row of codes.ts. */
export const lintCode = (
  severity: Severity,
  section: string,
  explanation: string,
  also?: readonly OtherTool[],
): LintCode => ({ severity, section, explanation, ...(also && { also }) });
