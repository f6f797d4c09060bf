/** Fields that are not rules: their values (numbers, hours, parameters), by the parsers of the core, and noindex, which is unsupported. */

import { KIND_OTHER, MAX_CRAWL_DELAY_SECONDS, MAX_SITEMAP_BYTES } from "../../../core/linting.ts";
import { textAt } from "../../../core/parsing.ts";
import type { AddFinding, Check } from "../findings.ts";
import { knownFields } from "../known-fields.ts";
import type { LineField, LintFile, Span } from "../lint-file.ts";
import { preferencesMeant } from "../preference-labels.ts";
import { isRetiredLabel } from "./usage.ts";

const decoded = ({ bytes }: LintFile, { start, end }: Span): string => textAt(bytes, start, end);

export const checkFields: Check = (source, report) => {
  for (const { field } of source.lines) if (field?.kind === KIND_OTHER) checkValue(source, field, report);
};

/** No server accepts a longer URL, and no other value is as long. */
const MAX_VALUE_BYTES = MAX_SITEMAP_BYTES;

function checkValue(source: LintFile, { key, value }: LineField, report: AddFinding): void {
  if (key.end - key.start > MAX_VALUE_BYTES) return;
  const name = decoded(source, key).toLowerCase();
  if (name === "noindex") report("noindex-unsupported", key, { message: "no search engine reads noindex" });
  const known = Object.hasOwn(knownFields, name) ? knownFields[name] : undefined;
  if (known === undefined) return;
  if (name === "crawl-delay") checkDelay(decoded(source, value), value, report);
  const isTooLong = value.end - value.start > MAX_VALUE_BYTES;
  const isInvalid = isTooLong || known.parse(decoded(source, value)) === undefined;
  const { problems, meant } = isTooLong
    ? { problems: [] }
    : preferencesMeant(name, decoded(source, value), isRetiredLabel(name));
  const replacement = meant === undefined ? {} : { replacement: meant };
  if (isInvalid)
    report("invalid-value", value, { message: [`expected ${known.expected}`, ...problems].join("; "), ...replacement });
  else if (problems.length > 0) report("unknown-preference", value, { message: problems.join("; "), ...replacement });
}

function checkDelay(text: string, value: Span, report: AddFinding): void {
  if (/^\d{1,15}(\.\d*)?$/.test(text) && Number(text) > MAX_CRAWL_DELAY_SECONDS)
    report("delay-too-long", value, { message: `the delay is longer than a day (${MAX_CRAWL_DELAY_SECONDS} seconds)` });
}
