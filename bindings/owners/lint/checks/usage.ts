/** Content-Usage lines: labels that the drafts have retired, and lines between user-agent lines. */

import { enumerated } from "../../../base/numbers.ts";
import { parseContentUsage } from "../../../core/linting.ts";
import type { AddFinding, Check } from "../findings.ts";
import { isField } from "../group-facts.ts";
import { preferenceLabels } from "../known-fields.ts";
import { type LineField, type LintFile, textAt } from "../lint-file.ts";

/** Labels of earlier drafts than draft-ietf-aipref-vocab-08. */
const RETIRED = ["bots", "all", "tdm", "ai", "genai", "inference", "train-genai", "ai-output"];

const LABELS = enumerated(Object.keys(preferenceLabels["content-usage"]!));

/** Whether a label of a field is one that `retired-label` reports. */
export const isRetiredLabel =
  (key: string) =>
  (label: string): boolean =>
    key === "content-usage" && RETIRED.includes(label);

export const checkUsage: Check = (source, report) => {
  const between = linesBetweenAgents(source);
  for (const { field } of source.lines) {
    if (field === undefined || !isField(source, field, "content-usage")) continue;
    checkLabels(source, field, report);
    if (between.has(field.key.line))
      report("usage-between-agents", field.key, { message: "the line is between user-agent lines" });
  }
};

function checkLabels(source: LintFile, { value }: LineField, report: AddFinding): void {
  const { uses = {} } = parseContentUsage(textAt(source, value)) ?? {};
  const label = RETIRED.find((name) => Object.hasOwn(uses, name));
  if (label !== undefined) report("retired-label", value, { message: `${label} is retired; the labels are ${LABELS}` });
}

/** The numbers of the lines between the first and the last user-agent line of a group. */
function linesBetweenAgents({ groups, lines }: LintFile): ReadonlySet<number> {
  const between = new Set<number>();
  for (const { agents } of groups) {
    const last = agents.at(-1)!.value.line;
    for (let line = agents[0]!.value.line; line < last; line++) between.add(lines[line]!.line);
  }
  return between;
}
