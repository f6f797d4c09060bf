/** Limits of Yandex (yandex.com/support/webmaster/en/error-dictionary/robots-txt, read on 2026-11-22). */
import type { Check } from "../findings.ts";
import { isRule, textAt } from "../lint-file.ts";

const MAX_RULES = 2048;
const MAX_RULE_CHARACTERS = 1024;

export const checkLimits: Check = (source, report) => {
  let count = 0;
  for (const { field } of source.lines) {
    if (field === undefined || !isRule(field)) continue;
    count++;
    if (count === MAX_RULES + 1)
      report("too-many-rules", field.key, { message: `this is rule ${count}; Yandex reads at most ${MAX_RULES}` });
    const { value } = field;
    const length = value.end - value.start > MAX_RULE_CHARACTERS ? textAt(source, value).length : 0;
    if (length > MAX_RULE_CHARACTERS)
      report("rule-too-long", value, { message: `the pattern has ${length} characters` });
  }
};
