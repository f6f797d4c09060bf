/**
 * The rules one crawler obeys, compiled: what to keep of a robots.txt. Holds nothing but the program's bytes, so it can
 * be saved, sent to a worker and forgotten without further ado.
 */
import type { Dialect, DialectName } from "../dialects.ts";
import { withChecksum, withNotes } from "../engine/encode.ts";
import { type DecisionCode, isAllowedBy, NO_MATCH, ROBOTS_TXT, rankOf } from "../engine/engine.ts";
import { engine } from "../engine/load.ts";
import { dialectOf, type Notes, notesOf, type Program, programOf, type Rule, ruleAt } from "../engine/program.ts";
import { validateProgram } from "../engine/validate.ts";
import { kindOf } from "../errors.ts";
import { checkedList } from "./checked.ts";
import { type CleanParam, cleanParamsOf } from "./fields/clean-param.ts";
import { contentSignalsOf } from "./fields/content-signal.ts";
import { contentUsageOf } from "./fields/content-usage.ts";
import { crawlDelayOf } from "./fields/crawl-delay.ts";
import type { Field } from "./fields/field.ts";
import type { Preference } from "./fields/preference.ts";
import { type RequestRate, requestRatesOf } from "./fields/request-rate.ts";
import { type TimeWindow, visitTimeOf } from "./fields/visit-time.ts";
import type { Selection } from "./groups.ts";

/**
 * Why a URL is allowed or not: a rule decided, no rule matched, no group applies (not even `*`), or the URL is
 * robots.txt itself (RFC 9309 §2.2.2).
 */
export type Reason = "rule" | "no-match" | "no-group" | "robots-txt";

/** A verdict and what it rests on. */
export interface Explanation {
  /** The same as `isAllowed` answers. */
  readonly allowed: boolean;
  readonly reason: Reason;
  /** The rule that decided; with the reason "rule" only. */
  readonly rule?: Rule;
  /** The user-agent line that selected the group, as the file spells it; absent where no group applies. */
  readonly agent?: string;
  /** The dialect in which the question was decided. */
  readonly dialect: DialectName;
}

/**
 * An absolute URL, or a path that starts with `/`; as bytes, its UTF-8. Scheme and host are not looked at and a fragment
 * is dropped: whether the file governs the URL is asked with `covers`.
 */
export type UrlLike = string | URL | Uint8Array;

function checkedUrl(url: UrlLike): string | Uint8Array {
  if (typeof url === "string" || url instanceof Uint8Array) return url;
  if (url instanceof URL) return url.href;
  throw new TypeError(`url: expected a string, a URL or a Uint8Array; got ${kindOf(url)}`);
}

/**
 * The rules that one crawler obeys, compiled. It holds nothing but bytes: keep it, there is nothing to dispose of; what is
 * saved or sent to a worker is `toBytes()`. Made by `RobotsTxt.agent` or `AgentRules.fromBytes`. What asks for a URL throws
 * a TypeError for what is no string, URL or bytes, and for nothing else.
 */
export class AgentRules {
  readonly #program: Program;

  private constructor(program: Program) {
    this.#program = program;
  }

  /** @internal */
  static fromSelection(selection: Selection, dialect: Dialect): AgentRules {
    return new AgentRules(programOf(withNotes(engine.compile(selection.rules, dialect), selection)));
  }

  /** @internal For bytes that this process has compiled and nobody else can write to: they are not checked again. */
  static fromOwnBytes(bytes: Uint8Array): AgentRules {
    return new AgentRules(programOf(bytes));
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
    return new AgentRules(validateProgram(bytes));
  }

  /** A copy of the compiled rules: portable, versioned, checked when loaded (docs/format.md). */
  toBytes(): Uint8Array {
    return withChecksum(this.#program);
  }

  /** Bytes that `toBytes` would return. */
  get byteLength(): number {
    return this.#program.bytes.length;
  }

  /** Whether the crawler may fetch `url` (RFC 9309 §2.2.2). Linear in the URL for each wildcard alive. */
  isAllowed(url: UrlLike): boolean {
    return isAllowedBy(this.#decide(url));
  }

  /** The verdict and what it rests on: the rule, its line, its group, the reason. Costs little more than the verdict. */
  explain(url: UrlLike): Explanation {
    const decision = this.#decide(url);
    const { agent, grouped } = this.#notes;
    const rule = decision >= 0 ? { rule: ruleAt(this.#program, rankOf(decision)) } : {};
    const reason = reasonOf(decision, grouped);
    return { allowed: isAllowedBy(decision), reason, ...rule, ...(grouped ? { agent } : {}), dialect: this.dialect };
  }

  /**
   * One entry a URL in the same order, 1 for allowed and 0 for not.
   * @throws TypeError for what is no array, or holds what is no URL.
   */
  isAllowedMany(urls: readonly UrlLike[]): Uint8Array {
    const checked = [...checkedList("urls", urls)].map(checkedUrl);
    if (checked.every((url) => typeof url === "string")) return engine.decideMany(this.#program, checked);
    return Uint8Array.from(checked, (url) => (isAllowedBy(engine.decide(this.#program, url)) ? 1 : 0));
  }

  /**
   * One entry a line of `lines`, UTF-8 URLs that end in LF or CRLF; 1 for allowed and 0 for not. An empty line is the
   * root; a final line end starts no further line.
   * @throws TypeError for what is no Uint8Array.
   */
  isAllowedLines(lines: Uint8Array): Uint8Array {
    if (!(lines instanceof Uint8Array)) throw new TypeError(`lines: expected a Uint8Array; got ${kindOf(lines)}`);
    return engine.decideLines(this.#program, lines);
  }

  /** Whether a group names the agent itself, and not `*` alone. */
  get isNamed(): boolean {
    return this.#notes.named;
  }

  /** The dialect in which the rules were compiled. */
  get dialect(): DialectName {
    return dialectOf(this.#program).name;
  }

  /** Crawl-delay: seconds between two requests, a day at most; the group's last that is a number, undefined without one. */
  get crawlDelay(): number | undefined {
    return crawlDelayOf(this.fields);
  }

  /** The lines of the groups that apply that are neither rules nor sitemaps, in file order. */
  get fields(): readonly Field[] {
    return this.#notes.fields;
  }

  /** The last usable Request-rate that holds at all hours; `requestRates` has those for hours of the day as well. */
  get requestRate(): RequestRate | undefined {
    return this.requestRates.filter(({ window }) => window === undefined).at(-1);
  }

  /** Every usable Request-rate in file order, those for some hours of the day among them: see `requestRateAt`. */
  get requestRates(): readonly RequestRate[] {
    return requestRatesOf(this.fields);
  }

  /** Visit-time: when to visit, in UTC; the last that can be read, undefined without one. */
  get visitTime(): TimeWindow | undefined {
    return visitTimeOf(this.fields);
  }

  /** Clean-param (Yandex): query parameters that do not change a page, for `cleanUrl`. */
  get cleanParams(): readonly CleanParam[] {
    return cleanParamsOf(this.fields);
  }

  /** What Content-Signal lines say of uses of the content (contentsignals.org); `usageOf` weighs them for a URL. */
  get contentSignals(): readonly Preference[] {
    return contentSignalsOf(this.fields);
  }

  /** What Content-Usage lines say of uses of the content (draft-ietf-aipref-attach); `usageOf` weighs them for a URL. */
  get contentUsage(): readonly Preference[] {
    return contentUsageOf(this.fields);
  }

  get #notes(): Notes {
    return notesOf(this.#program);
  }

  #decide(url: UrlLike): DecisionCode {
    return engine.decide(this.#program, checkedUrl(url));
  }
}

function reasonOf(decision: DecisionCode, grouped: boolean): Reason {
  if (decision === ROBOTS_TXT) return "robots-txt";
  if (decision !== NO_MATCH) return "rule";
  return grouped ? "no-match" : "no-group";
}
