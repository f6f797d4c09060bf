/** Which crawler a User-Agent header names. Most lines of a log repeat a few headers, so answers are kept. */
import { formatNumber } from "../../base/numbers.ts";
import type { DialectName } from "../../core/index.ts";
import { headerAgents, type KnownAgent, resolveAgent } from "../../owners/agents/index.ts";
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
  /**
   * Whether a refused request can be a violation: not of a crawler that fetches for users, or does not promise to obey. The standard is
   * about automatic clients (RFC 9309 §1). `enforce` asks something else: whether a person waits for the answer, which excuses no preview.
   */
  readonly isBound: boolean;
}

/** Whom a header names: a crawler, or somebody who is not judged, such as a browser. */
export class Client {
  readonly name: string;
  readonly crawler: Crawler | undefined;
  /** Of those that are not judged. */
  requests = 0;

  constructor(name: string, crawler?: Crawler) {
    this.name = name;
    this.crawler = crawler;
  }
}

/** Of a header: the longest of a known crawler has 250. */
const MAX_HEADER_BYTES = 1024;
/** Names that no table knows; strangers could send any number. */
const MAX_STRANGERS = 1000;
const MAX_CLIENTS = 1000;

const BROWSERS = /^(?:mozilla|opera|applewebkit|chrome|safari|samsung-sgh-e250|docomo)$/i;
/** What crawlers call themselves, but not the phones of a maker named Cubot. */
const BOT = /(?:(?<!cu)bot|crawl|spider|scrap|archiv|slurp|fetcher)/i;
/** An address of the operator: people's browsers send none. */
const CONTACT = /\+\s?https?:|[\w.+-]@[\w-]+\.\w/i;
/** A cheap test that leaves out most browsers: resolving a header takes 8 µs to 35 µs. */
const MAY_NAME = /bot|crawl|spider|http|@|scrap|archiv|slurp|fetch/i;

const lower = (text: string): string => text.toLowerCase();

/** Finds crawlers by the headers of a log (`FindCrawler`), and counts requests of others. */
export class Crawlers {
  readonly #rows: readonly KnownAgent[];
  /** By token in lower case. */
  readonly #operators: ReadonlyMap<string, string>;
  readonly #named: RegExp;
  /** Names that no table knows and that the caller asks for, in lower case. */
  readonly #asked: ReadonlySet<string>;
  readonly #headers: ByteCache<Client> = new ByteCache((header) => this.#resolve(header));
  readonly #byName: Map<string, Client> = new Map();
  readonly #clients: Map<string, Client> = new Map();
  #last: Client | undefined;
  #strangers = 0;

  /** @param known the table @param own rows of the caller @param asked names of crawlers that are kept whatever else the log names */
  constructor(known: readonly KnownAgent[], own: readonly KnownAgent[], asked: readonly string[] = []) {
    const all = [...headerAgents, ...known, ...own];
    this.#operators = new Map(all.map(({ token, operator }) => [lower(token), operator]));
    const strange = asked.filter((name) => !this.#operators.has(lower(name)) && AGENT_NAME.test(name));
    this.#asked = new Set(strange.map(lower));
    this.#rows = [...own, ...strange.map((name) => resolveAgent(name, { agents: [{ token: name }] }).agent!)];
    const tokens = [...strange, ...all.map(({ token }) => token)].map((token) => token.replaceAll(SPECIAL, "\\$&"));
    this.#named = new RegExp(`${MAY_NAME.source}|${tokens.join("|")}`, "i");
  }

  /** Clients that are not judged, most requests first. */
  get clients(): readonly Client[] {
    return [...this.#clients.values()].filter(({ requests }) => requests > 0).sort((a, b) => b.requests - a.requests);
  }

  named(header: string): Crawler | undefined {
    return this.at(lineOf(header), 0, header.length);
  }

  /** Its start is read, as by `resolveAgent`. */
  at(line: Line, from: number, end: number): Crawler | undefined {
    const found = this.#headers.get(line, from, Math.min(end, from + MAX_HEADER_BYTES));
    this.#last = found;
    return found.crawler;
  }

  countPerson(): void {
    this.#last!.requests++;
  }

  #resolve(header: string): Client {
    const text = textOfBytes(header);
    const resolved = this.#named.test(header) ? resolvedFrom(text, this.#rows) : undefined;
    const { agent, tokens: [name = ""] = [] } = resolved ?? {};
    if (agent !== undefined && this.#asked.has(lower(agent.token))) return this.#stranger(asWritten(agent.token, text));
    if (agent !== undefined) return this.#crawler(agent.token, () => crawlerOf(agent, this.#operators));
    const isCrawler = !BROWSERS.test(name) && /^[\w.-]+$/.test(name) && (BOT.test(name) || CONTACT.test(text));
    return isCrawler ? this.#stranger(name) : this.#client(clientName(text));
  }

  #stranger(name: string): Client {
    const known = this.#byName.get(lower(name));
    if (known !== undefined) return known;
    if (!this.#asked.has(lower(name)) && ++this.#strangers > MAX_STRANGERS)
      return this.#client(`bots beyond ${formatNumber(MAX_STRANGERS)} unknown names`);
    return this.#crawler(name, () => ({
      ...{ name, tokens: [name], copyTokens: [lower(name)] },
      ...{ dialect: "rfc9309", agent: undefined, isBound: true },
    }));
  }

  #client(name: string): Client {
    const hasPlace = this.#clients.size < MAX_CLIENTS || this.#clients.has(lower(name));
    const known = hasPlace ? name : OTHERS;
    const client = this.#clients.get(lower(known)) ?? new Client(known);
    this.#clients.set(lower(known), client);
    return client;
  }

  #crawler(name: string, make: () => Crawler): Client {
    const key = lower(name);
    const client = this.#byName.get(key) ?? new Client(name, make());
    this.#byName.set(key, client);
    return client;
  }
}

/** What `resolveAgent` takes as the token of a row. */
const AGENT_NAME = /^[^\s/;()]+( [^\s/;()]+)*$/;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const OTHERS = "other names";

/** A token in the letters of a header that has it. */
function asWritten(token: string, header: string): string {
  const from = lower(header).indexOf(lower(token));
  return from < 0 ? token : header.slice(from, from + token.length);
}

/** What the header of somebody who is not judged begins with. */
function clientName(header: string): string {
  const name = /^[^\s/;(),]{1,64}/.exec(header)?.[0] ?? "-";
  return name === "-" ? "without a User-Agent header" : BROWSERS.test(name) ? "browsers" : name;
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
  isBound: !agent.ignoresRobots && agent.purpose !== "user-request" && agent.purpose !== "preview",
});
