/** Profiles of the linter as data: each names the codes that it leaves out. */
import type { FindingCode } from "./codes.ts";

/**
 * `modern`: for site owners, about crawlers of today. `bing`: the same, and what only Bing does. `all`: every finding, also those that matter only to parsers of the
 * 1994 and 1996 documents, and those that are usually intended.
 */
export type LintProfile = "modern" | "bing" | "all";

const intended: readonly FindingCode[] = [
  "wildcard-dependent",
  "order-dependent",
  "blank-line-in-group",
  "everything-refused",
];

/** The codes that each profile leaves out. */
export const profiles: Readonly<Record<LintProfile, readonly FindingCode[]>> = {
  modern: [...intended, "delay-beyond-bing"],
  bing: intended,
  all: [],
};
