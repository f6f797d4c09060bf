/** What groups say as a whole, for several checks. */
import { KIND_DISALLOW } from "../../core/linting.ts";
import { WILDCARDS } from "../../core/parsing.ts";
import { type LineField, type LintFile, type LintGroup, textAt } from "./lint-file.ts";

/** Matches the patterns that match every path, and the empty pattern. */
export const everything = ({ dialect }: Pick<LintFile, "dialect">): RegExp =>
  dialect.flags & WILDCARDS ? /^\/?(?:\*+\$?)?$/ : /^\/?$/;

/** Whether the rules of the group alone refuse the whole site. */
export const refusesEverything = (source: LintFile, { rules }: LintGroup): boolean =>
  rules.every(({ kind, value }) => kind === KIND_DISALLOW && everything(source).test(textAt(source, value))) &&
  rules.some(({ value }) => value.end > value.start);

/** The token as the strictest parser cuts it, so two lines that are one agent to any parser have the same name here. */
export function nameOf(source: LintFile, { value }: LineField): string {
  const written = textAt(source, value).toLowerCase();
  return /^(?:\*(?=\s)|[a-z_-]+)/.exec(written)?.[0] ?? written;
}

/** The agents of the groups that `isSuch` selects. */
export const namesIn = (source: LintFile, isSuch: (group: LintGroup) => boolean): ReadonlySet<string> =>
  new Set(source.groups.filter(isSuch).flatMap(({ agents }) => agents.map((agent) => nameOf(source, agent))));

/** Whether a group applies to crawlers that no group names. */
export const isForStar = (source: LintFile, { agents }: LintGroup): boolean =>
  agents.some((agent) => nameOf(source, agent) === "*");

/** The field lines of a group with this key, in lower case. */
export const fieldsNamed = (source: LintFile, { fields }: LintGroup, key: string): readonly LineField[] =>
  fields.filter((field) => isField(source, field, key));

/** Whether a line has this key, in lower case. */
export const isField = (source: LintFile, { key }: LineField, name: string): boolean =>
  key.end - key.start === name.length && textAt(source, key).toLowerCase() === name;
