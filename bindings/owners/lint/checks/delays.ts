/** Crawl-delay lines that the same agents have twice, and delays outside the window of Bing. */
import { parseCrawlDelay } from "../../../core/parsing.ts";
import type { AddFinding, Check } from "../findings.ts";
import { fieldsNamed, nameOf } from "../group-facts.ts";
import { type LineField, type LintFile, type LintGroup, textAt } from "../lint-file.ts";
import { listed } from "../listed.ts";

/** Bing documents delays from 1 to 30 seconds (https://www.bing.com/webmasters/help, "Crawl control"; from memory). */
const BING_MAX_SECONDS = 30;
const ofBing: ReadonlySet<string> = new Set(["*", "bingbot", "msnbot", "adidxbot"]);

interface Delay {
  readonly field: LineField;
  readonly seconds: number;
}

export const checkDelays: Check = (source, report) => {
  for (const run of source.runs) {
    const delays = delaysIn(source, run);
    checkRepeated(delays, report);
    if (run.agents.some((agent) => ofBing.has(nameOf(source, agent)))) checkWindow(delays, report);
  }
  for (const group of source.groups) checkIgnored(source, group, report);
};

const delaysIn = (source: LintFile, run: LintGroup): readonly Delay[] =>
  fieldsNamed(source, run, "crawl-delay").flatMap((field) => {
    const seconds = parseCrawlDelay(textAt(source, field.value));
    return seconds === undefined ? [] : { field, seconds };
  });

function checkRepeated([first, ...others]: readonly Delay[], report: AddFinding): void {
  for (const { field, seconds } of others) {
    const message = `line ${first!.field.value.line} sets the delay to ${first!.seconds} for the same agents`;
    if (seconds !== first!.seconds) report("repeated-field", field.value, { message });
  }
}

/** Reports the lines of a group that names only crawlers which ignore them. */
function checkIgnored(source: LintFile, group: LintGroup, report: AddFinding): void {
  if (!group.agents.every((agent) => source.facts.ignoringDelay.has(nameOf(source, agent)))) return;
  const names = listed(group.agents.map(({ value }) => textAt(source, value)));
  for (const { key } of fieldsNamed(source, group, "crawl-delay"))
    report("delay-ignored", key, { message: `the operators say that this is ignored by ${names}` });
}

function checkWindow(delays: readonly Delay[], report: AddFinding): void {
  for (const { field, seconds } of delays) {
    if (seconds > BING_MAX_SECONDS)
      report("delay-beyond-bing", field.value, { message: `Bing waits at most ${BING_MAX_SECONDS} seconds` });
  }
}
