/** Which crawler of a site's file a User-Agent header names. Headers are hostile: what is read and what is kept is bounded. */
import { RecentMap } from "../../base/recent-map.ts";
import { type AgentRules, RobotsTxt } from "../../core/deciding.ts";
import { GroupIndex } from "../../core/parsing.ts";
import { MAX_NAME_LENGTH, resolveAgent, withoutLinks } from "./resolve.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/** The token of a crawler, its row, and its rules. */
export interface NamedCrawler {
  readonly crawler: string;
  /** Undefined if only a group of the file names it. */
  readonly agent: KnownAgent | undefined;
  readonly rules: AgentRules;
}

/** Headers that are remembered for a file, of at most MAX_NAME_LENGTH characters each. Browsers send thousands. */
const MAX_HEADERS = 2048;
/** Each takes a walk through the user-agent lines, and honest crawlers send few. */
const MAX_PRODUCTS = 16;
/** Words of browsers. Real files have groups for some of them, and to enforce those would lock people out. */
const NOBODY: ReadonlySet<string> = new Set(
  "mozilla applewebkit chrome chromium safari firefox gecko version mobile edg opr".split(" "),
);

/** A product with a version, the first word, and what follows "compatible;" (RFC 9110 §10.1.5). */
const PRODUCTS = /(?:^|[\s(;,])([^\s/;,()]+)\/|^([^\s/;,()]+)|compatible;\s*([^\s/;,()]+)/gi;

export class HeaderNames {
  readonly #robots: RobotsTxt;
  readonly #index: GroupIndex;
  /** Null for a header that names nobody. */
  readonly #known: RecentMap<NamedCrawler | null> = new RecentMap(MAX_HEADERS);
  /** By the groups that apply, so there are no more than the file has. */
  readonly #rules: Map<string, AgentRules> = new Map();

  constructor(robots: RobotsTxt) {
    const { records, dialect } = RobotsTxt.partsOf(robots);
    this.#robots = robots;
    this.#index = new GroupIndex(records, dialect);
  }

  find(header: string): NamedCrawler | null {
    const read = header.length > MAX_NAME_LENGTH ? header.slice(0, MAX_NAME_LENGTH) : header;
    const known = this.#known.get(read);
    if (known !== undefined) return known;
    const found = this.#crawlerIn(read);
    this.#known.set(read, found);
    return found;
  }

  #crawlerIn(header: string): NamedCrawler | null {
    const agent = knownAgentIn(header);
    const crawler = agent?.token ?? this.#groupIn(header);
    return crawler === undefined ? null : { crawler, agent, rules: this.#rulesFor(crawler) };
  }

  /** A product of the header that a group of the file names. */
  #groupIn(header: string): string | undefined {
    const found = withoutLinks(header).matchAll(PRODUCTS);
    const products = Array.from(found, ([, versioned, first, compatible]) => versioned ?? first ?? compatible!);
    return products
      .slice(0, MAX_PRODUCTS)
      .find((product) => !NOBODY.has(product.toLowerCase()) && this.#index.groupsFor(product).length > 0);
  }

  #rulesFor(token: string): AgentRules {
    const { groups, isNamed } = this.#index.obeyedBy([token]);
    const key = isNamed ? groups.map(({ start }) => start).join() : "*";
    const rules = this.#rules.get(key) ?? RobotsTxt.compileFor(this.#robots, token);
    this.#rules.set(key, rules);
    return rules;
  }
}

/** The crawler of the table that the header names, unless its token is a part of another name. It may name nothing at all. */
function knownAgentIn(header: string): KnownAgent | undefined {
  try {
    const { agent } = resolveAgent(header);
    return agent !== undefined && isWhole(header.toLowerCase(), agent.token.toLowerCase()) ? agent : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(header: string, token: string): boolean {
  for (let at = header.indexOf(token); at >= 0; at = header.indexOf(token, at + 1))
    if (isEdge(header[at - 1]) && isEdge(header[at + token.length])) return true;
  return false;
}

const isEdge = (character = " "): boolean => /[\s/;,()[\]"']/.test(character);
