/** Content-Signal and Content-Usage lines that contradict each other or the rules, or that belong to no group. */
import { KIND_OTHER, parseContentSignal, parseContentUsage } from "../../../core/linting.ts";
import { KIND_USER_AGENT } from "../../../core/parsing.ts";
import { sharedGroups } from "../agent-names.ts";
import type { AddFinding, Check } from "../findings.ts";
import { fieldsNamed, isField, nameOf, refusesEverything } from "../group-facts.ts";
import { type LintFile, type LintGroup, textAt } from "../lint-file.ts";

interface Preferences {
  readonly path: string;
  readonly uses: Readonly<Record<string, boolean>>;
}

const parsers: Readonly<Record<string, (value: string) => Preferences | undefined>> = {
  "content-signal": parseContentSignal,
  "content-usage": parseContentUsage,
};
const keys = Object.keys(parsers);

/** Agents of one group that are compared with other groups. It keeps the cost linear for hostile files. */
const MAX_AGENTS = 8;

export const checkSignals: Check = (source, report) => {
  checkOutside(source, report);
  for (const key of keys) {
    const stated = new Map<string, Stated>();
    for (const group of source.groups) checkOpposite(source, key, group, stated, report);
  }
  const isShared = sharedGroups(source.groups, (agent) => nameOf(source, agent));
  for (const [i, group] of source.groups.entries())
    if (!isShared[i] && refusesEverything(source, group)) checkUseless(source, group, report);
};

/** Reports lines above the first user-agent line. */
function checkOutside(source: LintFile, report: AddFinding): void {
  for (const { field } of source.lines) {
    if (field?.kind === KIND_USER_AGENT) return;
    if (field?.kind === KIND_OTHER && keys.some((key) => isField(source, field, key)))
      report("usage-outside-group", field.key, { message: "the line is above the first user-agent line" });
  }
}

interface Stated {
  readonly allowed: boolean;
  readonly line: number;
}

/** @param stated what earlier groups state, by agent, path and use. */
function checkOpposite(
  source: LintFile,
  key: string,
  group: LintGroup,
  stated: Map<string, Stated>,
  report: AddFinding,
): void {
  const names = [...new Set(group.agents.map((agent) => nameOf(source, agent)))].slice(0, MAX_AGENTS);
  for (const { value } of fieldsNamed(source, group, key)) {
    const { path, uses } = parsers[key]!(textAt(source, value)) ?? { path: "", uses: {} };
    const entries = Object.entries(uses).flatMap(([use, allowed]) =>
      names.map((name) => ({ use, allowed, place: JSON.stringify([name, path, use]) })),
    );
    const opposite = entries.find(({ place, allowed }) => (stated.get(place)?.allowed ?? allowed) !== allowed);
    if (opposite !== undefined) {
      const { line } = stated.get(opposite.place)!;
      report("conflicting-signals", value, { message: `line ${line} states the opposite about ${opposite.use}` });
    }
    for (const { place, allowed } of entries) {
      if (!stated.has(place)) stated.set(place, { allowed, line: value.line });
    }
  }
}

/** Reports a permission for content that the group refuses. */
function checkUseless(source: LintFile, group: LintGroup, report: AddFinding): void {
  for (const key of keys) {
    for (const { value } of fieldsNamed(source, group, key)) {
      const use = permittedUse(parsers[key]!(textAt(source, value)));
      if (use !== undefined)
        report("signal-on-refused", value, {
          message: `the line permits ${use}, and the group disallows the whole site`,
        });
    }
  }
}

const permittedUse = (preferences: Preferences | undefined): string | undefined =>
  Object.entries(preferences?.uses ?? {}).find(([, allowed]) => allowed)?.[0];
