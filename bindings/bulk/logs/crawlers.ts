/** Which crawler a User-Agent header names. Most lines of a log repeat a few headers, so answers are kept. */
import type { DialectName } from "../../core/parsing.ts";
import { type KnownAgent, resolveAgent } from "../../owners/agents/index.ts";
import { tokensOf } from "../../owners/agents/internal.ts";
import { ByteCache } from "./byte-cache.ts";
import { type Line, lineOf } from "./line.ts";
import { textOfBytes } from "./values.ts";

/** Who sent requests, by their User-Agent header: a row of the table, or a name that is not in it. */
export interface Crawler {
  readonly name: string;
  /** What it looks for in robots.txt, in order. */
  readonly tokens: readonly string[];
  /** Whose fetches of robots.txt count for it, in lower case: its own token, and tokens of its operator to which it falls back. */
  readonly copyTokens: readonly string[];
  readonly dialect: DialectName;
  /** Its row; undefined if it is known from the log alone. */
  readonly agent: KnownAgent | undefined;
  /** Whether it fetches for users, or does not promise to obey robots.txt: the standard is about automatic clients (RFC 9309 §1). */
  readonly isForUsers: boolean;
}

/** Of a header: the longest of a known crawler has 250. */
const MAX_HEADER_BYTES = 1024;
/** Names that no table knows; strangers could send any number. */
const MAX_STRANGERS = 1000;

const BROWSERS = /^(?:mozilla|opera|applewebkit|chrome|safari|samsung-sgh-e250|docomo)$/i;
/** What crawlers call themselves, but not the phones of a maker named Cubot. */
const BOT = /(?:(?<!cu)bot|crawl|spider|scrap|archiv|slurp|fetcher)/i;
/** An address of the operator: people's browsers send none. */
const CONTACT = /\+\s?https?:|[\w.+-]+@[\w-]+\.\w/i;
/** A cheap test that leaves out most browsers: resolving a header takes 8 µs to 35 µs. */
const MAY_NAME = /bot|crawl|spider|http|@|scrap|archiv|slurp|fetch/i;

/** Finds crawlers by the headers of a log (`FindCrawler`). */
export class Crawlers {
  readonly #rows: readonly KnownAgent[];
  /** By token in lower case. */
  readonly #operators: ReadonlyMap<string, string>;
  readonly #named: RegExp;
  readonly #headers: ByteCache<Crawler | undefined> = new ByteCache((header) => this.#resolve(header));
  readonly #byName: Map<string, Crawler> = new Map();
  #strangers = 0;
  /** Headers with names that no table knows, beyond the most that are told apart. */
  uncounted = 0;

  /** @param known the table @param own rows of the caller */
  constructor(known: readonly KnownAgent[], own: readonly KnownAgent[]) {
    this.#rows = own;
    this.#operators = new Map([...known, ...own].map(({ token, operator }) => [token.toLowerCase(), operator]));
    const tokens = [...own, ...known].map(({ token }) => token.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.#named = new RegExp(`${MAY_NAME.source}|${tokens.join("|")}`, "i");
  }

  named(header: string): Crawler | undefined {
    return this.at(lineOf(header), 0, header.length);
  }

  /** Its start is read, as by `resolveAgent`. */
  at(line: Line, from: number, end: number): Crawler | undefined {
    return this.#headers.get(line, from, Math.min(end, from + MAX_HEADER_BYTES));
  }

  #resolve(header: string): Crawler | undefined {
    if (!this.#named.test(header)) return undefined;
    const text = textOfBytes(header);
    const resolved = resolvedFrom(text, this.#rows);
    if (resolved === undefined) return undefined;
    const { agent, tokens } = resolved;
    if (agent !== undefined) return this.#crawler(agent.token, () => crawlerOf(agent, this.#operators));
    const [name = ""] = tokens;
    if (BROWSERS.test(name) || !/^[\w.-]+$/.test(name) || !(BOT.test(name) || CONTACT.test(text))) return undefined;
    return this.#stranger(name);
  }

  #stranger(name: string): Crawler | undefined {
    const known = this.#byName.get(name.toLowerCase());
    if (known !== undefined) return known;
    if (++this.#strangers > MAX_STRANGERS) {
      this.uncounted++;
      return undefined;
    }
    return this.#crawler(name, () => ({
      ...{ name, tokens: [name], copyTokens: [name.toLowerCase()] },
      ...{ dialect: "rfc9309", agent: undefined, isForUsers: false },
    }));
  }

  #crawler(name: string, make: () => Crawler): Crawler {
    const key = name.toLowerCase();
    const crawler = this.#byName.get(key) ?? make();
    this.#byName.set(key, crawler);
    return crawler;
  }
}

function resolvedFrom(header: string, agents: readonly KnownAgent[]): ReturnType<typeof resolveAgent> | undefined {
  try {
    return resolveAgent(header, { agents });
  } catch {
    return undefined;
  }
}

const crawlerOf = (agent: KnownAgent, operators: ReadonlyMap<string, string>): Crawler => ({
  name: agent.token,
  tokens: tokensOf(agent),
  copyTokens: tokensOf(agent)
    .map((token) => token.toLowerCase())
    .filter((token, i) => i === 0 || operators.get(token) === agent.operator),
  dialect: agent.dialect,
  agent,
  isForUsers: agent.ignoresRobots || agent.purpose === "user-request" || agent.purpose === "preview",
});
