/** The compiled rules of one crawler: the part of a robots.txt that is worth keeping. */

import { checkedIterable } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { showAsJson } from "../../base/show.ts";
import { endOfLine, withoutCr } from "../../base/split-lines.ts";
import type { DialectName } from "../dialects.ts";
import { engine } from "../engine/choose-engine.ts";
import { withChecksum } from "../program/encode.ts";
import {
  type DecisionCode,
  isAllowedBy,
  NOT_A_URL,
  NOT_NORMALISED_VERDICT,
  ROBOTS_TXT,
  rankOf,
  verdictCode,
} from "../program/engine.ts";
import { dialectOf, hasFields, Program, type Rule, ruleAt, rulesOf, type Tail, tailOf } from "../program/program.ts";
import { validateProgram } from "../program/validate.ts";
import { type CleanParam, cleanParamsOf } from "./fields/clean-param.ts";
import { contentSignalsOf } from "./fields/content-signal.ts";
import { contentUsageOf } from "./fields/content-usage.ts";
import { crawlDelayOf } from "./fields/crawl-delay.ts";
import type { Field, GroupFields } from "./fields/field.ts";
import { licensesOf } from "./fields/license.ts";
import type { Preference } from "./fields/preference.ts";
import { type RequestRate, requestRatesOf, slowestOf } from "./fields/request-rate.ts";
import { type TimeWindow, visitTimeOf } from "./fields/visit-time.ts";
import { decideReadings, decideUrl, textOfUrlLike, type UrlLike } from "./url-like.ts";

/** Freezes an object that several callers share, and all objects in it. */
function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object") deepFreeze(part);
  return Object.freeze(value);
}

/**
 * Why a URL is allowed or not: a rule decided; no rule matched; no group applies, not even `*`; the URL is the robots.txt
 * itself (RFC 9309 §2.2.2); the text is not a URL (see `UrlLike`); or the file is compressed, so its rules are not known and
 * everything is refused.
 */
export type Reason = "rule" | "no-match" | "no-group" | "robots-txt" | "not-a-url" | "compressed";

/** A verdict and its reason. */
export type Explanation = {
  /** The result of `isAllowed`. */
  readonly allowed: boolean;
  /** The user-agent line that selected the group, as the file spells it; absent if no group applies. */
  readonly agent?: string;
  /** The dialect of the rules. */
  readonly dialect: DialectName;
} & (
  | {
      readonly reason: "rule";
      /** The rule that decided. */
      readonly rule: Rule;
    }
  | { readonly reason: Exclude<Reason, "rule">; readonly rule?: never }
);

const NO_FIELDS: GroupFields = deepFreeze({ fields: [], ownFields: [] });

/**
 * The compiled rules of one crawler, returned by `RobotsTxt.agent` and `AgentRules.fromBytes`. Keep it as long as you need
 * it; there is nothing to dispose of. To save it or to send it to a worker, use `toBytes()` and `AgentRules.fromBytes`:
 * `structuredClone` and `postMessage` lose the methods. Methods that take a URL throw a TypeError only if the argument is not
 * a string, URL or Uint8Array.
 * @example
 * ```ts
 * import { AgentRules, parse } from "robots-wasm";
 *
 * const rules = parse("User-agent: *\nDisallow: /private\nCrawl-delay: 1.5\n").agent("ExampleBot");
 * rules.isAllowedMany(["/", "/private/x"]); // Uint8Array [1, 0]
 * rules.isAllowedLines(new TextEncoder().encode("/private\r\n/\r\n")); // Uint8Array [0, 1]
 * rules.crawlDelay === 1.5; // true
 *
 * const copy = AgentRules.fromBytes(rules.toBytes());
 * copy.isAllowed("/private/x"); // false
 * copy.byteLength === rules.byteLength; // true
 * ```
 */
export class AgentRules {
  readonly #program: Program;
  /** Explanations that were asked for, by decision: at most one for each rule. */
  #explanations: Map<DecisionCode, Explanation> | undefined;

  /** @internal */
  protected constructor(program: Program) {
    if (!(program instanceof Program))
      throw wrongType("AgentRules", "a call of RobotsTxt.agent() or AgentRules.fromBytes()", program, "new");
    this.#program = program;
  }

  /** @internal For programs that an engine has made, or that were checked. */
  static ofProgram(program: Program): AgentRules {
    return new AgentRules(program);
  }

  /** @internal For the tools. */
  static programOf(rules: AgentRules): Program {
    return rules.#program;
  }

  /**
   * Loads rules that `toBytes` saved, here or on another machine.
   * @throws RangeError (ERR_SAVED_RULES) if the bytes are truncated, damaged, foreign or of another version; TypeError
   *   (ERR_INVALID_ARG_TYPE) unless they are a Uint8Array.
   */
  static fromBytes(bytes: Uint8Array): AgentRules {
    return new AgentRules(validateProgram(bytes));
  }

  /** A copy of the compiled rules as bytes: portable, versioned, and checked when they are loaded (docs/format.md). */
  toBytes(): Uint8Array {
    return withChecksum(this.#program);
  }

  /** The number of bytes that `toBytes` returns. */
  get byteLength(): number {
    return this.#program.length;
  }

  /** Whether the crawler may fetch `url` (RFC 9309 §2.2.2). */
  isAllowed(url: UrlLike): boolean {
    return isAllowedBy(this.#decide(url));
  }

  /**
   * The verdict with its reason, rule, line and group. Takes little longer than `isAllowed`: URLs that the same rule decides
   * get the same frozen object.
   */
  explain(url: UrlLike): Explanation {
    const decision = this.#decide(url);
    let explanation = this.#explanations?.get(decision);
    if (explanation === undefined) {
      explanation = deepFreeze(this.#explanationOf(decision));
      this.#explanations ??= new Map();
      this.#explanations.set(decision, explanation);
    }
    return explanation;
  }

  #explanationOf(decision: DecisionCode): Explanation {
    const { agent, hasGroup } = this.#tail;
    const verdict = { allowed: isAllowedBy(decision), ...(hasGroup ? { agent } : {}), dialect: this.dialect };
    if (decision >= 0) {
      const rule = ruleAt(this.#program, rankOf(decision));
      return rule.line === 0 ? { ...verdict, reason: "compressed" } : { ...verdict, reason: "rule", rule };
    }
    return { ...verdict, reason: reasonWithoutRule(decision, hasGroup) };
  }

  /**
   * Decides many URLs. Returns one entry for each URL, in the same order: 1 if it is allowed, 0 if not. It is a Uint8Array
   * because that is what the module writes, one byte a URL; for booleans: `Array.from(result, Boolean)`.
   * @param urls an array, a Set, or another iterable of URLs.
   * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `urls` is an iterable of strings, URLs and Uint8Arrays.
   */
  isAllowedMany(urls: Iterable<UrlLike>): Uint8Array {
    const texts = [...checkedIterable("urls", urls)].map(textOfUrlLike);
    if (!texts.every((text) => typeof text === "string"))
      return Uint8Array.from(texts, (text) => verdictCode(decideUrl(this.#program, text)));
    return this.#complete(engine.decideMany(this.#program, texts), (index) => texts[index]!);
  }

  /**
   * Decides the URLs in UTF-8 text, one on each line. Returns one entry for each line: 1 if the URL is allowed, 0 if not.
   * Lines end with LF or CRLF; after the last line end, no further line starts. An empty line is not a URL.
   * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `lines` is a Uint8Array.
   */
  isAllowedLines(lines: Uint8Array): Uint8Array {
    if (!(lines instanceof Uint8Array)) throw wrongType("lines", "a Uint8Array", lines);
    let line = 0;
    let start = 0;
    return this.#complete(engine.decideLines(this.#program, lines), (index) => {
      for (; line < index; line++) start = endOfLine(lines, start) + 1;
      return withoutCr(lines.subarray(start, endOfLine(lines, start)));
    });
  }

  /** Decides the URLs that the engine has left, in order. */
  #complete(verdicts: Uint8Array, urlAt: (index: number) => string | Uint8Array): Uint8Array {
    const next = (from: number): number => verdicts.indexOf(NOT_NORMALISED_VERDICT, from);
    for (let index = next(0); index >= 0; index = next(index))
      verdicts[index] = verdictCode(decideReadings(this.#program, urlAt(index)));
    return verdicts;
  }

  /** The Allow and Disallow lines of the groups that apply, in file order. */
  get rules(): readonly Rule[] {
    return rulesOf(this.#program);
  }

  /** What `JSON.stringify` and `console.log` show. To save the rules, use `toBytes`. */
  toJSON(): { readonly agent?: string; readonly dialect: DialectName; readonly ruleCount: number } {
    const { agent, hasGroup } = this.#tail;
    return { ...(hasGroup ? { agent } : {}), dialect: this.dialect, ruleCount: this.rules.length };
  }

  /** Whether a group names the agent itself, not only `*`. */
  get isNamed(): boolean {
    return this.#tail.isNamed;
  }

  /** The dialect of the rules. */
  get dialect(): DialectName {
    return dialectOf(this.#program).name;
  }

  /**
   * Crawl-delay in seconds, at most a day: the longest valid one of the user-agent lines that name the agent, or else of the groups
   * that apply (docs/dialects.md, fields about pace).
   */
  get crawlDelay(): number | undefined {
    return crawlDelayOf(this.#groupFields);
  }

  /**
   * All lines of the groups that apply except rules and sitemaps, in file order. If there is no License line among them, the
   * License lines outside groups follow.
   */
  get fields(): readonly Field[] {
    return this.#groupFields.fields;
  }

  get #groupFields(): GroupFields {
    return hasFields(this.#program) ? this.#tail : NO_FIELDS;
  }

  /** The slowest of `requestRates` that holds at all hours. */
  get requestRate(): RequestRate | undefined {
    return slowestOf(this.requestRates.filter(({ window }) => window === undefined));
  }

  /**
   * The valid Request-rates of the user-agent lines that name the agent, or else of the groups that apply, in file order, with those
   * limited to hours of the day. `requestRateAt` selects one.
   */
  get requestRates(): readonly RequestRate[] {
    return requestRatesOf(this.#groupFields);
  }

  /**
   * Visit-time: the hours in UTC at which to visit. The shortest valid one of the user-agent lines that name the agent, or else of
   * the groups that apply.
   */
  get visitTime(): TimeWindow | undefined {
    return visitTimeOf(this.#groupFields);
  }

  /** Clean-param (Yandex): query parameters that do not change a page. `cleanUrl` removes them. */
  get cleanParams(): readonly CleanParam[] {
    return cleanParamsOf(this.fields);
  }

  /** The preferences in Content-Signal lines (contentsignals.org). `usageOf` applies them to a URL. */
  get contentSignals(): readonly Preference[] {
    return contentSignalsOf(this.fields);
  }

  /** The preferences in Content-Usage lines (draft-ietf-aipref-attach). `usageOf` applies them to a URL. */
  get contentUsage(): readonly Preference[] {
    return contentUsageOf(this.fields);
  }

  /** URLs of licences (RSL 1.0): those of the groups that apply, else those outside groups. They never change a verdict. */
  get licenses(): readonly string[] {
    return licensesOf(this.fields);
  }

  get #tail(): Tail {
    return tailOf(this.#program);
  }

  #decide(url: UrlLike): DecisionCode {
    return decideUrl(this.#program, url);
  }
}

showAsJson(AgentRules.prototype, "AgentRules");

/** The reason of a decision that no rule made. */
export function reasonWithoutRule(decision: DecisionCode, hasGroup: boolean): Exclude<Reason, "rule" | "compressed"> {
  if (decision === ROBOTS_TXT) return "robots-txt";
  if (decision === NOT_A_URL) return "not-a-url";
  return hasGroup ? "no-match" : "no-group";
}
