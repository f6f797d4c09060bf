/**
 * May this agent use this URL for training, as input of a model, or in a search index? Reads the Content-Usage and
 * Content-Signal lines of its group. In each field, the longest matching path decides, as for Allow and Disallow. If several
 * answers remain, "no" wins (draft-ietf-aipref-vocab, combining preferences). Linear in the lines.
 */

import { checkedRecords, isNameIn, textOfUrl } from "../../../base/arguments.ts";
import { textOfBytes } from "../../../base/byte-text.ts";
import { wrongType, wrongValue } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { bytesOf } from "../../../base/utf8.ts";
import { type Dialect, type DialectName, dialectNamed } from "../../dialects.ts";
import { canonicalise } from "../../program/canonical.ts";
import { compileRules, fallback } from "../../program/fallback.ts";
import { programOf } from "../../program/program.ts";
import { contentSignalsOf } from "./content-signal.ts";
import { contentUsageOf } from "./content-usage.ts";
import type { Field } from "./field.ts";
import { labelsByUse, type Preference, type Use } from "./preference.ts";

/**
 * `stated`: all statements agree. `conflict`: they differ, and "no" wins. `not-stated`: no statement applies to the URL and
 * the use. `not-crawlable`: robots.txt disallows the URL, so preferences do not apply.
 */
export type UsageReason = "stated" | "conflict" | "not-stated" | "not-crawlable";

/**
 * What one source states about one use: a line of robots.txt, or, read by `robots-wasm/usage`, a header, a meta tag, a licence
 * document (RSL), /.well-known/tdmrep.json, or the group of a token that never crawls (`permission`).
 */
export interface UsageStatement {
  readonly use: Use;
  readonly allowed: boolean;
  readonly source: "robots.txt" | "header" | "meta" | "license" | "tdmrep.json" | "permission";
  /** The field, header or directive, such as "content-usage" or "noai". */
  readonly field: string;
  /** In robots.txt, the line (1-based). */
  readonly line?: number;
  /** As written. */
  readonly value: string;
}

/** The preference about one use of a URL. If one is stated, it includes the statement that decided. */
export interface Usage extends Partial<Omit<UsageStatement, "allowed">> {
  /** Undefined if no preference is stated. */
  readonly allowed: boolean | undefined;
  readonly reason: UsageReason;
  /** Everything that was stated about the use, with its source. */
  readonly statements: readonly UsageStatement[];
}

/** Options of `usageOf`. All are optional. */
export interface UsageOptions {
  /** The dialect that compares paths. Default "rfc9309". */
  readonly dialect?: DialectName;
  /** Whether the agent may fetch the URL. If not, preferences do not apply (draft-ietf-aipref-attach). Default true. */
  readonly crawlable?: boolean;
  /** Statements of headers and meta tags, from `robots-wasm/usage`. They apply like those of the file. Default: none. */
  readonly statements?: readonly UsageStatement[];
}

const usageOptions: KnownOptions<UsageOptions> = { dialect: 1, crawlable: 1, statements: 1 };

/**
 * Returns whether a use of the content at `url` is welcome, from the Content-Usage and Content-Signal lines of the agent's
 * group, and from `options.statements`. In each field, the longest matching path decides; "no" wins over "yes"
 * (draft-ietf-aipref-vocab). This is not a verdict about fetching.
 * @param fields the fields of the agent's group (`rules.fields`).
 * @param url absolute, or a path that starts with `/`.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) for an unknown use, TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong
 *   type.
 * @example
 * ```ts
 * import { parse, usageOf } from "robots-wasm";
 *
 * const { fields } = parse("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n").agent("ExampleBot");
 * usageOf(fields, "https://example.com/", "train-ai").allowed; // false
 * usageOf(fields, "https://example.com/", "search").allowed; // true
 * usageOf(fields, "https://example.com/", "ai-input").reason; // "not-stated"
 * ```
 */
export function usageOf(fields: readonly Field[], url: string | URL, use: Use, options: UsageOptions = {}): Usage {
  if (!isNameIn(labelsByUse["content-usage"], use)) {
    throw wrongValue("use", '"train-ai", "ai-input" or "search"', use);
  }
  checkedRecords("fields", fields, ["key", "value"]);
  const {
    crawlable = true,
    dialect: name = "rfc9309",
    statements: others = [],
  } = checkedOptions("options", options, usageOptions);
  if (typeof crawlable !== "boolean") throw wrongType("crawlable", "a boolean", crawlable);
  const dialect = dialectNamed(name);
  const address = textOfUrl(url);
  if (!crawlable) return { allowed: undefined, reason: "not-crawlable", statements: [] };
  const statements = [
    ...statementsOf("content-usage", contentUsageOf(fields), address, use, dialect),
    ...statementsOf("content-signal", contentSignalsOf(fields), address, use, dialect),
    ...checkedRecords("statements", others, ["use"]).filter((statement) => statement.use === use),
  ];
  const decisive = statements.find(({ allowed }) => !allowed) ?? statements[0];
  if (decisive === undefined) return { allowed: undefined, reason: "not-stated", statements };
  return {
    ...decisive,
    reason: statements.some(({ allowed }) => allowed !== decisive.allowed) ? "conflict" : "stated",
    statements,
  };
}

/** What the longest matching paths of a field state about the use. Several lines can share that length. */
function statementsOf(
  field: keyof typeof labelsByUse,
  preferences: readonly Preference[],
  url: string,
  use: Use,
  dialect: Dialect,
): UsageStatement[] {
  const octets = preferences.map(({ path }) => matchedOctets(path, url, dialect));
  const most = octets.reduce((a, b) => Math.max(a, b), 0);
  return preferences
    .filter((_, i) => octets[i] === most && most > 0)
    .flatMap(({ uses, line, value }) => {
      const allowed = uses[labelsByUse[field][use]];
      return allowed === undefined ? [] : { use, allowed, source: "robots.txt", field, line, value };
    });
}

/** The octets of the canonical pattern if it matches the URL, else 0. */
export function matchedOctets(path: string, url: string, dialect: Dialect): number {
  const bytes = bytesOf(path);
  const rule = compileRules([{ isAllow: false, original: bytes, line: 1 }], dialect);
  if (fallback.decide(programOf(rule), url, true) < 0) return 0;
  return canonicalise(textOfBytes(bytes), dialect, "pattern").length;
}
