/** The crawlers that people ask about, and how each reads a file: in the dialect that its operator documents. */
import { type ParseOptions, parse, type RobotsTxt } from "../../core/deciding.ts";
import type { AgentRules, DialectName } from "../../core/index.ts";
import { indexOf } from "./all-agents.ts";
import { type ResolveAgentOptions, type ResolvedAgent, resolveAgent } from "./resolve.ts";
import type { AgentRow } from "./rows/known-agent.ts";
import { checkedRows } from "./rows/own-rows.ts";
import { fetchedAnyway } from "./star.ts";

/**
 * What a person typed: a name as `resolveAgent` takes it, or a list of tokens (A,B), which is taken as it is and read like its first.
 * @throws as `resolveAgent`
 */
export function resolveTyped(typed: string, options?: ResolveAgentOptions): ResolvedAgent {
  const isList = typed.includes(",") && !/[;(]|:\/\//.test(typed);
  if (!isList) return resolveAgent(typed, options);
  const tokens = typed.split(",").map((token) => token.trim());
  const { agent, dialect } = resolveAgent(tokens[0]!, options);
  return { tokens, dialect, assumed: [], ...(agent && { agent }) };
}

/** The dialect of a crawler, by its product token. @param agents rows of your own */
export const dialectOf = (token: string, agents: readonly AgentRow[] = []): DialectName =>
  indexOf(checkedRows(agents)).find(token)?.dialect ?? "rfc9309";

/** How a crawler reads a file. */
export interface CrawlerReading {
  readonly crawler: ResolvedAgent;
  readonly dialect: DialectName;
  readonly rules: AgentRules;
  /** What its operator documents if another dialect was given, or RFC 9309 if its operator documents another; absent if they agree. */
  readonly other?: { readonly dialect: DialectName; readonly rules: AgentRules };
  /** Whether a file decides, and not an access policy. */
  readonly isFile: boolean;
}

/** @param given a dialect for all crawlers @param rulesIn the rules of the crawler in a dialect */
export function readingOf(
  crawler: ResolvedAgent,
  given: DialectName | undefined,
  rulesIn: (dialect: DialectName) => AgentRules,
): Omit<CrawlerReading, "isFile"> {
  const dialect = given ?? crawler.dialect;
  const other = dialect === crawler.dialect ? "rfc9309" : crawler.dialect;
  const differs = crawler.agent !== undefined && other !== dialect;
  const rules = rulesIn(dialect);
  return { crawler, dialect, rules, ...(differs && { other: { dialect: other, rules: rulesIn(other) } }) };
}

/** What a person has to know beside a verdict. */
export interface VerdictNotes {
  /** Why the crawler fetches what the file refuses it. */
  readonly fetchedAnyway?: string;
  /** The dialect that was read, if another decides otherwise. */
  readonly dialect?: DialectName;
  readonly otherDialect?: { readonly name: DialectName; readonly allowed: boolean };
}

export function notesOn(
  { crawler, dialect, rules, other, isFile }: CrawlerReading,
  url: string | Uint8Array,
  allowed: boolean,
): VerdictNotes {
  const fetched = allowed || !isFile ? undefined : fetchedAnyway(crawler.agent, rules);
  const differs = other !== undefined && other.rules.isAllowed(url) !== allowed;
  return {
    ...(fetched !== undefined && { fetchedAnyway: fetched }),
    ...(differs && { dialect, otherDialect: { name: other.dialect, allowed: !allowed } }),
  };
}

/** A robots.txt as each crawler reads it: parsed once in each dialect. */
export class RobotsByDialect {
  readonly #body: string | Uint8Array;
  readonly #options: ParseOptions;
  readonly #parsed = new Map<DialectName, RobotsTxt>();
  readonly #readings = new Map<string, CrawlerReading>();

  /** @param options with a dialect, all crawlers read the file in it */
  constructor(body: string | Uint8Array, options: ParseOptions = {}) {
    this.#body = body;
    this.#options = options;
  }

  /** As a crawler reads it of which nothing is known. */
  get robots(): RobotsTxt {
    return this.in(this.#options.dialect ?? "rfc9309");
  }

  in(dialect: DialectName): RobotsTxt {
    const parsed = this.#parsed.get(dialect) ?? parse(this.#body, { ...this.#options, dialect });
    this.#parsed.set(dialect, parsed);
    return parsed;
  }

  readingFor(crawler: ResolvedAgent): CrawlerReading {
    const { dialect, tokens } = crawler;
    const key = `${dialect} ${tokens.join()}`;
    const rulesIn = (one: DialectName): AgentRules => this.in(one).agent(tokens);
    const reading = this.#readings.get(key) ?? {
      ...readingOf(crawler, this.#options.dialect, rulesIn),
      isFile: true,
    };
    this.#readings.set(key, reading);
    return reading;
  }
}
