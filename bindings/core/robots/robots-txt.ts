/** A parsed robots.txt (RFC 9309 §2): its groups, its sitemaps, and the rules of each agent. */

import { checkedBody } from "../../base/arguments.ts";
import { kindOf, withCode, wrongType, wrongValue } from "../../base/errors.ts";
import { FifoCache } from "../../base/fifo-cache.ts";
import { absolute, governs } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { showAsJson } from "../../base/show.ts";
import { bytesOf } from "../../base/utf8.ts";
import { type Dialect, type DialectName, dialectNamed } from "../dialects.ts";
import { engine } from "../engine/choose-engine.ts";
import { ANY_AGENT, LEAST_READ_BYTES, NOT_NORMALISED_VERDICT } from "../layout.ts";
import { MAX_CACHED_AGENTS } from "../limits.ts";
import { withoutLine } from "../program/encode.ts";
import type { Compiled } from "../program/engine.ts";
import { within } from "../reader/cut.ts";
import { type Records, sitemapSpansOf } from "../reader/records.ts";
import { AgentRules } from "./agent-rules.ts";
import { type Body, COMPRESSED, checkedMaxBytes, openBody } from "./body.ts";
import { type CleanParam, cleanParamsOf } from "./fields/clean-param.ts";
import type { Field } from "./fields/field.ts";
import { hostOf } from "./fields/host.ts";
import { licensesOf } from "./fields/license.ts";
import { type NoindexPath, noindexPathsOf } from "./fields/noindex.ts";
import { dialectWith, type Leniency } from "./leniency.ts";
import { type Group, type Outline, outlineOf } from "./outline.ts";
import { sitemapsOf } from "./sitemaps.ts";
import { textOfUrlLike, type UrlLike } from "./url-like.ts";

/** How to read a file. */
export interface ParseOptions {
  /** The dialect of the protocol (docs/dialects.md). Default "rfc9309". */
  readonly dialect?: DialectName;
  /** Leniency options to turn on or off. Default: those of the dialect. */
  readonly leniency?: Leniency;
  /**
   * The number of bytes that are read, at least 512,000 (RFC 9309 §2.5) and at most 2^26. A line that crosses the limit is
   * dropped. Default 512,000.
   */
  readonly maxBytes?: number;
  /**
   * What counts of a text: all that may be requested for it and what is `written`, or that alone, as other parsers of robots.txt and
   * their test cases have it (docs/dialects.md, readings). Default "all".
   */
  readonly reading?: "all" | "written";
  /** The absolute URL of the file. `covers` and relative sitemaps need it. */
  readonly url?: string | URL;
}

const parseOptions: KnownOptions<ParseOptions> = { dialect: 1, leniency: 1, maxBytes: 1, reading: 1, url: 1 };
/** Most calls have no options to check. */
export const noOptions: ParseOptions = Object.create(null);

/** Selects the groups for `*`. */
const NO_AGENTS: readonly string[] = [];

/** Parses text that may be anything, because a site or a person wrote it. The public `parse` also refuses the name of a file. */
export function parse(body: string | Uint8Array, options: ParseOptions = noOptions): RobotsTxt {
  const {
    dialect: name = "rfc9309",
    leniency,
    maxBytes = LEAST_READ_BYTES,
    reading = "all",
    url,
  } = options === noOptions ? options : checkedOptions("options", options, parseOptions);
  const dialect = dialectWith(dialectNamed(name), leniency, reading);
  const limit = checkedMaxBytes(maxBytes);
  const file = openBody(checkedBody(body), dialect, limit);
  return RobotsTxt.of(file, dialect, limit, url === undefined ? undefined : absolute(url));
}

/** A list of its own. @throws TypeError unless `agent` is a string or a non-empty list of strings. */
export function checkedAgents(agent: string | readonly string[]): readonly string[] {
  if (typeof agent === "string") return [agent];
  if (!Array.isArray(agent)) throw wrongAgent(agent);
  if (agent.length === 0) throw wrongAgent(agent, "an empty list");
  const agents = [...agent];
  const other = agents.findIndex((name) => typeof name !== "string");
  if (other >= 0) throw wrongAgent(agents, `a list that holds ${kindOf(agents[other])}`);
  return agents;
}

/** The last token that passed: a crawler asks about itself, file after file. */
let lastToken: string | undefined;

/** A blank, a header or a URL names no crawler: its verdicts would be those for `*`, or those of nobody. */
export function checkTokens(agents: readonly string[]): void {
  if (agents.length === 1 && agents[0] === lastToken) return;
  const other = agents.find((agent) => /[;(]|:\/\/|^[\0- ]*$/.test(agent));
  if (other !== undefined) {
    const expected =
      'a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header';
    throw wrongValue("agent", expected, JSON.stringify(other.slice(0, 200)));
  }
  lastToken = agents[0];
}

const wrongAgent = (agent: unknown, got?: string): TypeError =>
  wrongType("agent", "a product token or a non-empty list of them", agent, got);

/**
 * A parsed robots.txt, returned by `parse`: its groups, its sitemaps, and the rules of each agent.
 * @example
 * ```ts
 * import { parse } from "robots-wasm";
 *
 * const robots = parse("User-agent: GoodBot\nUser-agent: OtherBot\nDisallow: /private\nSitemap: https://example.com/map.xml\n");
 * robots.groups[0].agents; // ["GoodBot","OtherBot"]
 * robots.groups[0].rules[0].line === 3; // true
 * robots.sitemaps; // ["https://example.com/map.xml"]
 * robots.agent(["GoodBot-Images", "GoodBot"]).isNamed; // true
 * robots.agent("ThirdBot").isNamed; // false
 * ```
 */
export class RobotsTxt {
  /** Not longer than `#maxBytes` units and one. The engine drops what is beyond `#maxBytes` when it has encoded the text. */
  readonly #body: Body;
  readonly #maxBytes: number;
  #lazyRecords: Records | undefined;
  readonly #dialect: Dialect;
  readonly #url: URL | undefined;
  #byToken: FifoCache<AgentRules> | undefined;
  #byList: FifoCache<AgentRules> | undefined;
  #sitemaps: readonly string[] | undefined;
  /** What the engine made of the file last. */
  #compiled: Compiled | undefined;
  #outline: Outline | undefined;
  #isAsked = false;

  private constructor(body: Body, dialect: Dialect, maxBytes: number, url: URL | undefined) {
    if (maxBytes === undefined) throw wrongType("RobotsTxt", "a call of parse(body)", body, "new");
    this.#body = body;
    this.#dialect = dialect;
    this.#maxBytes = maxBytes;
    this.#url = url;
  }

  /** @internal */
  static of(body: Body, dialect: Dialect, maxBytes: number, url: URL | undefined): RobotsTxt {
    return new RobotsTxt(body, dialect, maxBytes, url);
  }

  /** Whether the file is longer than `maxBytes`, so that only its beginning is read. */
  get truncated(): boolean {
    return bytesOf(this.#body).length > this.#maxBytes;
  }

  /** The dialect of the file. */
  get dialect(): DialectName {
    return this.#dialect.name;
  }

  /** For views alone: the engine reads the body itself. */
  get #records(): Records {
    this.#lazyRecords ??= engine.readRecords(within(bytesOf(this.#body), this.#maxBytes), this.#dialect);
    return this.#lazyRecords;
  }

  /** @internal For the tools. */
  static partsOf(robots: RobotsTxt): {
    readonly records: Records;
    readonly dialect: Dialect;
    readonly url: URL | undefined;
  } {
    return { records: robots.#records, dialect: robots.#dialect, url: robots.#url };
  }

  /** Yandex' Host line, anywhere in the file: in lower case and punycode, with the scheme if the line has one. */
  get host(): string | undefined {
    return hostOf(this.#everyField());
  }

  /** The paths of Noindex lines, anywhere in the file. Google read them until 2019. No verdict depends on them. */
  get noindex(): readonly NoindexPath[] {
    return noindexPathsOf(this.#everyField());
  }

  /** URLs of licences (RSL 1.0) outside groups. `agent(name).licenses` has those that apply to an agent. */
  get licenses(): readonly string[] {
    return licensesOf(this.fields);
  }

  /** Clean-param lines, anywhere in the file, as Yandex reads them. */
  get cleanParams(): readonly CleanParam[] {
    return cleanParamsOf(this.#everyField());
  }

  #everyField(): Field[] {
    return [...this.fields, ...this.groups.flatMap(({ fields }) => fields)].sort((a, b) => a.line - b.line);
  }

  /**
   * The rules for a product token (RFC 9309 §2.2.1). Given several tokens, the first that a group names counts; if no group
   * names any of them, the groups for `*` apply. Takes time linear in the size of the file: keep the result.
   * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `agent` is a string or a non-empty list of strings; RangeError
   *   (ERR_INVALID_ARG_VALUE) if one is blank or contains `;`, `(` or `://`, as a User-Agent header or a URL does, except in
   *   the dialect `google`.
   */
  agent(agent: string | readonly string[]): AgentRules {
    return this.#compile(this.#checkedAgents(agent));
  }

  /** @internal For names that no caller chose: those of user-agent lines, and the headers that the drop-in gets. */
  static compileFor(robots: RobotsTxt, agent: string | readonly string[]): AgentRules {
    return robots.#compile(checkedAgents(agent));
  }

  #checkedAgents(agent: string | readonly string[]): readonly string[] {
    const agents = checkedAgents(agent);
    if (!(this.#dialect.flags & ANY_AGENT)) checkTokens(agents);
    return agents;
  }

  #compile(agents: readonly string[]): AgentRules {
    const compiled = engine.compile(this.#body, agents, this.#dialect, this.#maxBytes);
    this.#compiled = compiled;
    return AgentRules.ofProgram(this.#body === COMPRESSED ? withoutLine(compiled.program) : compiled.program);
  }

  /**
   * Shorthand for `agent(agent).isAllowed(url)`: throws as they do. The first call reads the file for its URL alone, which is
   * the fastest way to ask a file once. Later calls cache the rules of eight agents.
   */
  isAllowed(url: UrlLike, agent: string | readonly string[]): boolean {
    if (this.#isAsked) return this.#rulesFor(agent).isAllowed(url);
    const agents = this.#checkedAgents(agent);
    const text = textOfUrlLike(url);
    this.#isAsked = true;
    const verdict = engine.decideFile(this.#body, agents, this.#dialect, text, this.#maxBytes);
    return verdict === NOT_NORMALISED_VERDICT ? this.isAllowed(url, agent) : verdict === 1;
  }

  #rulesFor(agent: string | readonly string[]): AgentRules {
    this.#byToken ??= new FifoCache(MAX_CACHED_AGENTS);
    if (typeof agent === "string") return this.#byToken.get(agent, () => this.agent(agent));
    this.#byList ??= new FifoCache(MAX_CACHED_AGENTS);
    return this.#byList.get(JSON.stringify(checkedAgents(agent)), () => this.agent(agent));
  }

  /** Absolute URLs, each once, in file order. Relative URLs are resolved if `url` was passed to `parse`, else left out. */
  get sitemaps(): readonly string[] {
    this.#sitemaps ??= this.#readSitemaps();
    return this.#sitemaps;
  }

  #readSitemaps(): readonly string[] {
    if (this.#compiled === undefined) this.#compile(NO_AGENTS);
    // Few files have too many for the engine to note.
    const { sitemapSpans = sitemapSpansOf(this.#records), isPlain, fileBytes } = this.#compiled!;
    if (sitemapSpans.length === 0) return Object.freeze([]);
    // Offsets in UTF-8 are offsets in the body if that is bytes, or ASCII.
    const body = fileBytes === this.#body.length ? this.#body : bytesOf(this.#body);
    return Object.freeze(sitemapsOf(body, sitemapSpans, isPlain, this.#url));
  }

  /** What `JSON.stringify` and `console.log` show. */
  toJSON(): {
    readonly dialect: DialectName;
    readonly groups: readonly { readonly agents: readonly string[]; readonly ruleCount: number }[];
    readonly sitemaps: readonly string[];
  } {
    const groups = this.groups.map(({ agents, rules }) => ({ agents, ruleCount: rules.length }));
    return { dialect: this.dialect, groups, sitemaps: this.sitemaps };
  }

  /** The groups in file order, for people and tools. For verdicts, call `agent`. */
  get groups(): readonly Group[] {
    return this.#outlined.groups;
  }

  /** The lines outside all groups, except rules and sitemaps. */
  get fields(): readonly Field[] {
    return this.#outlined.fields;
  }

  /**
   * Whether this file governs `url`: it is at `/robots.txt`, with the same scheme, host and port (RFC 9309 §2.3).
   * @throws TypeError (ERR_INVALID_ARG_VALUE) if `url` was not passed to `parse`.
   */
  covers(url: string | URL): boolean {
    if (this.#url === undefined) {
      const message = "covers: expected the URL of the file as an option of parse(body, { url }); got none";
      throw withCode(new TypeError(message), "ERR_INVALID_ARG_VALUE");
    }
    return governs(this.#url, url);
  }

  get #outlined(): Outline {
    this.#outline ??= outlineOf(this.#records);
    return this.#outline;
  }
}

showAsJson(RobotsTxt.prototype, "RobotsTxt");
