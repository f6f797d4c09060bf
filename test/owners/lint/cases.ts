/** For every code, a file that has it and a similar file that does not: the rows of cases.json. `[` and `]` mark the span. */
import { readFileSync } from "node:fs";
import type { FindingCode, LintOptions, LintProfile } from "../../../bindings/owners/lint/index.ts";
import { sized } from "../../support/sized.ts";

export interface LintCase {
  readonly code: FindingCode;
  readonly found: string;
  readonly notFound: string;
  /** What the fix makes of the span. It keeps every verdict. */
  readonly fix?: string;
  /** What the repair makes of the span. */
  readonly repair?: string;
  /** The profile that reports it. Default "modern". */
  readonly profile?: LintProfile;
  /** Other options for `found`, and for `notFound`. */
  readonly options?: LintOptions;
  readonly otherOptions?: LintOptions;
}

const group = "User-agent: *\n";
const rules = Array.from({ length: 2048 }, (_, i) => `Disallow: /${i}/\n`).join("");
const long = (text: string, count: number): string => `Disallow: /${text.repeat(count)}`;

export const cases: readonly LintCase[] = [
  ...JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8")),
  { code: "line-too-long", found: `${group}[${long("a", 16_700)}]\n`, notFound: `${group}${long("a", 16_600)}\n` },
  { code: "too-many-rules", found: `${group}${rules}[Disallow]: /a\n`, notFound: `${group}${rules}` },
  {
    code: "rule-too-long",
    found: `${group}Disallow: [/${"é".repeat(1024)}]\n`,
    notFound: `${group}${long("é", 1023)}\n`,
  },
];

/** For tests that ask the same of every case: `npm run test:changed` leaves out the long files. */
export const usualCases: readonly LintCase[] = sized(
  cases,
  cases,
  cases.filter(({ found }) => found.length < 1_000),
);
