/**
 * The rules one crawler obeys, compiled: what to keep of a robots.txt. Holds nothing but the program's bytes, so it can
 * be saved, sent to a worker and forgotten without further ado.
 */
import { type Dialect, type DialectName, dialects } from "../dialects.ts";
import { type Decision, isAllowedBy, NO_MATCH, ROBOTS_TXT, rankOf } from "../engine/engine.ts";
import { engine } from "../engine/load.ts";
import { openProgram } from "../engine/open.ts";
import {
  type Notes,
  notesOf,
  offsets,
  type Program,
  type ProgramRule,
  programOf,
  ruleAt,
  stamp,
  withNotes,
} from "../engine/program.ts";
import { type CleanParam, cleanParamsOf } from "./fields/clean-param.ts";
import { contentSignalsOf } from "./fields/content-signal.ts";
import { contentUsageOf } from "./fields/content-usage.ts";
import { crawlDelayOf } from "./fields/crawl-delay.ts";
import type { Preference } from "./fields/preference.ts";
import { type RequestRate, requestRatesOf } from "./fields/request-rate.ts";
import { type TimeWindow, visitTimeOf } from "./fields/visit-time.ts";
import type { Field, Selection } from "./groups.ts";

/**
 * Why a URL is allowed or not: a rule decided, no rule matched, no group applies (not even `*`), or the URL is
 * robots.txt itself (RFC 9309 §2.2.2).
 */
export type Reason = "rule" | "no-match" | "no-group" | "robots-txt";

export interface Explanation {
  readonly allowed: boolean;
  readonly reason: Reason;
  /** The deciding rule, its pattern as the file spells it, its line from 1. */
  readonly rule?: ProgramRule;
  /** The user-agent line that selected the group, as the file spells it. */
  readonly agent?: string;
  readonly dialect: DialectName;
}

/** An absolute URL, or a path that starts with `/`; as bytes, its UTF-8. */
export type UrlLike = string | URL | Uint8Array;

function checkedUrl(url: UrlLike): string | Uint8Array {
  if (typeof url === "string" || url instanceof Uint8Array) return url;
  if (url instanceof URL) return url.href;
  throw new TypeError(`url: expected a string, a URL or a Uint8Array; got ${url === null ? "null" : typeof url}`);
}

export class AgentRules {
  readonly #program: Program;

  private constructor(program: Program) {
    this.#program = program;
  }

  /** @internal */
  static fromSelection(selection: Selection, dialect: Dialect): AgentRules {
    return new AgentRules(programOf(withNotes(engine.compile(selection.rules, dialect), selection)));
  }

  /** @internal What the tools beside the core work on. */
  static programOf(rules: AgentRules): Program {
    return rules.#program;
  }

  /**
   * Rules saved by `toBytes`, here or on another machine.
   * @throws RangeError for bytes that are truncated, damaged, foreign or of another version; TypeError for no bytes.
   */
  static fromBytes(bytes: Uint8Array): AgentRules {
    return new AgentRules(openProgram(bytes));
  }

  /** A copy of the compiled rules: portable, versioned, checked when loaded (docs/format.md). */
  toBytes(): Uint8Array {
    return stamp(this.#program);
  }

  /** Of the compiled rules, as `toBytes` would return them. */
  get byteLength(): number {
    return this.#program.bytes.length;
  }

  isAllowed(url: UrlLike): boolean {
    return isAllowedBy(this.#decide(url));
  }

  /** The verdict and what it rests on. */
  explain(url: UrlLike): Explanation {
    const decision = this.#decide(url);
    const { agent, grouped } = this.#notes;
    const rule = decision >= 0 ? { rule: ruleAt(this.#program, rankOf(decision)) } : {};
    const reason = reasonOf(decision, grouped);
    return { allowed: isAllowedBy(decision), reason, ...rule, ...(grouped ? { agent } : {}), dialect: this.dialect };
  }

  /** One entry a URL in the same order, 1 for allowed and 0 for not. */
  isAllowedMany(urls: readonly UrlLike[]): Uint8Array {
    if (!Array.isArray(urls)) throw new TypeError(`urls: expected an array; got ${typeof urls}`);
    const checked = urls.map(checkedUrl);
    if (checked.every((url) => typeof url === "string")) return engine.decideMany(this.#program, checked);
    return Uint8Array.from(checked, (url) => (isAllowedBy(engine.decide(this.#program, url)) ? 1 : 0));
  }

  /**
   * One entry a line of `lines`, UTF-8 URLs that end in LF or CRLF; 1 for allowed and 0 for not. An empty line is the
   * root; a final line end starts no further line.
   */
  isAllowedLines(lines: Uint8Array): Uint8Array {
    if (!(lines instanceof Uint8Array)) throw new TypeError(`lines: expected a Uint8Array; got ${typeof lines}`);
    return engine.decideLines(this.#program, lines);
  }

  /** Whether a group names the agent itself, and not `*` alone. */
  get isNamed(): boolean {
    return this.#notes.named;
  }

  get dialect(): DialectName {
    const id = this.#program.bytes[offsets.dialect];
    return dialects.find((dialect) => dialect.id === id)!.name;
  }

  /** Seconds between two requests, from the group that applies; undefined without a usable one. */
  get crawlDelay(): number | undefined {
    return crawlDelayOf(this.fields);
  }

  /** The lines of the group that are neither rules nor sitemaps. */
  get fields(): readonly Field[] {
    return this.#notes.fields;
  }

  /** The last usable Request-rate that holds at all hours; `requestRates` has those for hours of the day as well. */
  get requestRate(): RequestRate | undefined {
    return this.requestRates.filter(({ window }) => window === undefined).at(-1);
  }

  get requestRates(): readonly RequestRate[] {
    return requestRatesOf(this.fields);
  }

  /** When to visit, in UTC. */
  get visitTime(): TimeWindow | undefined {
    return visitTimeOf(this.fields);
  }

  /** Query parameters that do not change a page. */
  get cleanParams(): readonly CleanParam[] {
    return cleanParamsOf(this.fields);
  }

  /** What Content-Signal lines say of uses of the content. */
  get contentSignals(): readonly Preference[] {
    return contentSignalsOf(this.fields);
  }

  /** What Content-Usage lines (AIPREF) say of uses of the content. */
  get contentUsage(): readonly Preference[] {
    return contentUsageOf(this.fields);
  }

  get #notes(): Notes {
    return notesOf(this.#program);
  }

  #decide(url: UrlLike): Decision {
    return engine.decide(this.#program, checkedUrl(url));
  }
}

function reasonOf(decision: Decision, grouped: boolean): Reason {
  if (decision === ROBOTS_TXT) return "robots-txt";
  if (decision !== NO_MATCH) return "rule";
  return grouped ? "no-match" : "no-group";
}
