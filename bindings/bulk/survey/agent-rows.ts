/** One row for each name in the user-agent lines of a site, known or not, and for `*`. */
import { dialectNamed, tokenNamedBy } from "../../core/parsing.ts";
import type { KnownAgent } from "../../owners/agents/index.ts";
import { answersFor } from "../../owners/agents/internal.ts";
import { nobody, sitePartOf } from "./crawler-rows.ts";
import type { Reading } from "./reading.ts";
import type { AgentPart, CrawlerPart, SitePart } from "./survey-columns.ts";

export type AgentRow = readonly [SitePart, AgentPart];

/** No file for people has so many; the rows of hostile ones must fit into memory. */
const MAX_NAMES = 1000;

/** The crawlers of the table by their names in lower case. */
export type KnownNames = ReadonlyMap<string, CrawlerPart>;

export const knownNames = (crawlers: readonly KnownAgent[]): KnownNames =>
  new Map(crawlers.map(({ token, operator, purpose }) => [token.toLowerCase(), { crawler: token, operator, purpose }]));

/** One row if the file has no name, or none was read. */
export function agentRows(reading: Reading, known: KnownNames): readonly AgentRow[] {
  const { file, error } = reading;
  const sitePart = sitePartOf(reading);
  const none = { user_agent: null, ...nobody, access: null, rules: null, crawl_delay: null, error };
  const names = new Set(file?.robots.groups.flatMap(({ agents }) => agents.map((name) => name.toLowerCase())));
  if (names.size === 0) return [[sitePart, none]];
  const asked = [...names].slice(0, MAX_NAMES);
  const { robots } = file!;
  const dialect = dialectNamed(robots.dialect);
  const readers = asked.map((name) => ({
    tokens: [tokenNamedBy(name, dialect)],
    dialect: dialect.name,
    ignoresStar: false,
  }));
  const rulesOf = (name: string): number =>
    robots.groups
      .filter(({ agents }) => agents.some((agent) => agent.toLowerCase() === name))
      .reduce((sum, { rules }) => sum + rules.length, 0);
  return answersFor(robots, readers).map(({ access, delaySeconds }, i) => [
    sitePart,
    {
      ...none,
      ...known.get(asked[i]!),
      ...{ user_agent: asked[i]!, access, rules: rulesOf(asked[i]!), crawl_delay: delaySeconds ?? null },
    },
  ]);
}
