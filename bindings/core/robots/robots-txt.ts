/** A parsed robots.txt (RFC 9309 §2): the door to its groups, its sitemaps and the rules of each agent. */
import { type Dialect, type DialectName, dialectNamed } from "../dialects.ts";
import { kindOf } from "../errors.ts";
import { AgentRules, type UrlLike } from "./agent-rules.ts";
import { checkedBody, checkedOptions } from "./checked.ts";
import { type CleanParam, cleanParamsOf } from "./fields/clean-param.ts";
import type { Field } from "./fields/field.ts";
import { hostOf } from "./fields/host.ts";
import { type NoindexPath, noindexPathsOf } from "./fields/noindex.ts";
import { FifoCache } from "./fifo-cache.ts";
import { frozen } from "./frozen.ts";
import { selectRules } from "./groups.ts";
import { type Group, type Outline, outlineOf } from "./groups-view.ts";
import { dialectWith, type Leniency } from "./leniency.ts";
import { absolute, governs } from "./location.ts";
import { readRecords } from "./record-reader.ts";
import type { Records } from "./records.ts";
import { sitemapsOf } from "./sitemaps.ts";
import { checkedMaxBytes, MIN_MAX_BYTES, type Text, textOf } from "./text.ts";

/** How a file is read; everything has a default. */
export interface ParseOptions {
  /** Whose reading of the protocol (docs/dialects.md). Default "rfc9309". */
  readonly dialect?: DialectName;
  /** Liberties of the dialect to turn on or off. Default: as the dialect has them. */
  readonly leniency?: Leniency;
  /** Bytes that are read, at least 512,000 (RFC 9309 §2.5) and at most 2^26; a line cut in two is dropped. Default 512,000. */
  readonly maxBytes?: number;
  /** Absolute, where the file was found: resolves relative sitemaps and answers `covers`. Default: neither. */
  readonly url?: string | URL;
}

/** Agents, and lists of agents, whose rules `RobotsTxt.isAllowed` keeps. */
const MAX_CACHED_AGENTS = 8;

/**
 * Parses a robots.txt; never throws for what the file says. Linear in the bytes that are read.
 * @param body text, or bytes in UTF-8 (UTF-16 with a byte order mark is bridged). Bytes are not copied: leave them as
 *   they are while the result is in use. What `agent` returns does not depend on them.
 * @throws TypeError or RangeError for a body or options of the wrong kind.
 */
export function parse(body: string | Uint8Array, options: ParseOptions = {}): RobotsTxt {
  const { dialect: name = "rfc9309", leniency, maxBytes = MIN_MAX_BYTES, url } = checkedOptions("options", options);
  const dialect = leniency === undefined ? dialectNamed(name) : dialectWith(dialectNamed(name), leniency);
  const text = textOf(checkedBody(body), dialect, checkedMaxBytes(maxBytes));
  return RobotsTxt.of(text, dialect, url === undefined ? undefined : absolute(url));
}

function checkedAgents(agent: string | readonly string[]): readonly string[] {
  const agents = typeof agent === "string" ? [agent] : agent;
  if (!Array.isArray(agents)) throw misusedAgent(kindOf(agent));
  if (agents.length === 0) throw misusedAgent("an empty list");
  const other = agents.findIndex((name) => typeof name !== "string");
  if (other >= 0) throw misusedAgent(`a list that holds ${typeof agents[other]}`);
  return agents;
}

const misusedAgent = (got: string): TypeError =>
  new TypeError(`agent: expected a product token or a non-empty list of them; got ${got}`);

/** A parsed robots.txt: its groups, its sitemaps, and the rules of each agent. Made by `parse`. */
export class RobotsTxt {
  /** Whether the file is longer than `maxBytes` and was read up to there only. */
  readonly truncated: boolean;
  readonly #records: Records;
  readonly #dialect: Dialect;
  readonly #url: URL | undefined;
  readonly #byToken: FifoCache<AgentRules> = new FifoCache(MAX_CACHED_AGENTS);
  readonly #byList: FifoCache<AgentRules> = new FifoCache(MAX_CACHED_AGENTS);
  #sitemaps: readonly string[] | undefined;
  #outline: Outline | undefined;

  private constructor(text: Text, dialect: Dialect, url: URL | undefined) {
    this.truncated = text.truncated;
    this.#records = readRecords(text.bytes, dialect);
    this.#dialect = dialect;
    this.#url = url;
  }

  /** @internal */
  static of(text: Text, dialect: Dialect, url: URL | undefined): RobotsTxt {
    return new RobotsTxt(text, dialect, url);
  }

  /** The dialect in which the file was read. */
  get dialect(): DialectName {
    return this.#dialect.name;
  }

  /** @internal What the tools beside the core work on. */
  static partsOf(robots: RobotsTxt): { readonly records: Records; readonly dialect: Dialect } {
    return { records: robots.#records, dialect: robots.#dialect };
  }

  /** Yandex' Host line, wherever it stands: in lower case and punycode, with the scheme if it has one. */
  get host(): string | undefined {
    return hostOf(this.#everyField());
  }

  /** Paths of Noindex lines, wherever they stand. Google read them until 2019; no verdict depends on them. */
  get noindex(): readonly NoindexPath[] {
    return noindexPathsOf(this.#everyField());
  }

  /** Clean-param lines, which Yandex reads wherever they stand. */
  get cleanParams(): readonly CleanParam[] {
    return cleanParamsOf(this.#everyField());
  }

  #everyField(): Field[] {
    return [...this.fields, ...this.groups.flatMap(({ fields }) => fields)].sort((a, b) => a.line - b.line);
  }

  /**
   * The rules for a product token; of several tokens, the first that has a group of its own, else those for `*`
   * (RFC 9309 §2.2.1). Takes time in the size of the file: keep the result.
   * @throws TypeError for what is no string and no list of strings, or an empty list.
   */
  agent(agent: string | readonly string[]): AgentRules {
    return AgentRules.fromSelection(selectRules(this.#records, checkedAgents(agent), this.#dialect), this.#dialect);
  }

  /** Shorthand of `agent(agent).isAllowed(url)`, which throws as they do; remembers the eight agents asked for last. */
  isAllowed(url: UrlLike, agent: string | readonly string[]): boolean {
    const rules =
      typeof agent === "string"
        ? this.#byToken.get(agent, () => this.agent(agent))
        : this.#byList.get(JSON.stringify(checkedAgents(agent)), () => this.agent(agent));
    return rules.isAllowed(url);
  }

  /** Absolute URLs, each once, in file order; relative ones only where `url` was given to resolve them. */
  get sitemaps(): readonly string[] {
    this.#sitemaps ??= frozen(sitemapsOf(this.#records, this.#url));
    return this.#sitemaps;
  }

  /** The groups in file order, for people and tools; verdicts are asked of `agent`. */
  get groups(): readonly Group[] {
    return this.#outlined.groups;
  }

  /** The lines outside every group that are neither rules nor sitemaps. */
  get fields(): readonly Field[] {
    return this.#outlined.fields;
  }

  /**
   * Whether this file governs `url`: same scheme, host and port, the file at `/robots.txt` (RFC 9309 §2.3).
   * @throws TypeError if the file's own URL was not given to `parse`.
   */
  covers(url: string | URL): boolean {
    if (this.#url === undefined)
      throw new TypeError("covers: expected parse(body, { url }) to say where the file lives; got no url");
    return governs(this.#url, url);
  }

  get #outlined(): Outline {
    this.#outline ??= frozen(outlineOf(this.#records));
    return this.#outline;
  }
}
