/**
 * May this agent use this URL for training, as input of a model, in a search index? From the Content-Usage and
 * Content-Signal lines of its group: of each field the longest path that matches speaks, as for Allow and Disallow;
 * where several speak, a no beats a yes (draft-ietf-aipref-vocab, combining preferences). Linear in the lines.
 */
import { type Dialect, type DialectName, dialectNamed } from "../../dialects.ts";
import { canonicalise } from "../../engine/canonical.ts";
import { baseline } from "../../engine/fallback.ts";
import { programOf } from "../../engine/program.ts";
import { kindOf } from "../../errors.ts";
import { checkedList, checkedOptions, textOfUrl } from "../checked.ts";
import { contentSignalsOf } from "./content-signal.ts";
import { contentUsageOf } from "./content-usage.ts";
import type { Field } from "./field.ts";
import type { Preference } from "./preference.ts";

/** A use by its name in draft-ietf-aipref-vocab, or, for input of a model, in Content-Signal. */
export type Use = "train-ai" | "ai-input" | "search";

/**
 * `stated`: what is said is one answer; `conflict`: several differ, and the no counts; `not-stated`: nothing that holds
 * for the URL says anything of the use; `not-crawlable`: the URL may not be fetched, so that nothing is said of it.
 */
export type UsageReason = "stated" | "conflict" | "not-stated" | "not-crawlable";

/** What a file says of a use of a URL. */
export interface Usage {
  /** Undefined where the file does not say. */
  readonly allowed: boolean | undefined;
  readonly reason: UsageReason;
  /** The field that decided. */
  readonly field?: "content-usage" | "content-signal";
  /** Its line, from 1, and its value as the file spells it. */
  readonly line?: number;
  readonly value?: string;
}

/** How preferences are weighed; everything has a default. */
export interface UsageOptions {
  /** How paths are compared. Default "rfc9309". */
  readonly dialect?: DialectName;
  /** Whether the agent may fetch the URL: preferences hold only there (draft-ietf-aipref-attach). Default true. */
  readonly crawlable?: boolean;
}

/** What each field calls a use. */
const names = {
  "content-usage": { "train-ai": "train-ai", "ai-input": "ai-use", search: "search" },
  "content-signal": { "train-ai": "ai-train", "ai-input": "ai-input", search: "search" },
} as const;

/**
 * Whether a use of the content at `url` is welcome, from the Content-Usage and Content-Signal lines of the agent's group. Of
 * each field the longest path that matches speaks; a no beats a yes (draft-ietf-aipref-vocab). It is no verdict on fetching.
 * @param fields those of the agent's group.
 * @param url absolute, or a path that starts with `/`.
 * @throws RangeError for a use that is none, TypeError for what is no URL, no list or no option.
 */
export function usageOf(fields: readonly Field[], url: string | URL, use: Use, options: UsageOptions = {}): Usage {
  if (!Object.hasOwn(names["content-usage"], use)) {
    throw new RangeError(`use: expected "train-ai", "ai-input" or "search"; got ${String(use)}`);
  }
  checkedList("fields", fields);
  const { crawlable = true, dialect: name = "rfc9309" } = checkedOptions("options", options);
  if (typeof crawlable !== "boolean") throw new TypeError(`crawlable: expected a boolean; got ${kindOf(crawlable)}`);
  const dialect = dialectNamed(name);
  const address = textOfUrl(url);
  if (!crawlable) return { allowed: undefined, reason: "not-crawlable" };
  const statements = [
    ...statementsOf("content-usage", contentUsageOf(fields), address, use, dialect),
    ...statementsOf("content-signal", contentSignalsOf(fields), address, use, dialect),
  ];
  const decisive = statements.find(({ allowed }) => !allowed) ?? statements[0];
  if (decisive === undefined) return { allowed: undefined, reason: "not-stated" };
  return {
    ...decisive,
    reason: statements.some(({ allowed }) => allowed !== decisive.allowed) ? "conflict" : "stated",
  };
}

/** What a field says of the use through the longest of its paths that match; several lines can have that length. */
function statementsOf(
  field: keyof typeof names,
  preferences: readonly Preference[],
  url: string,
  use: Use,
  dialect: Dialect,
): Omit<Usage, "reason">[] {
  const octets = preferences.map(({ path }) => matchedOctets(path, url, dialect));
  const most = octets.reduce((a, b) => Math.max(a, b), 0);
  return preferences
    .filter((_, i) => octets[i] === most && most > 0)
    .map(({ uses, line, value }) => ({ allowed: uses[names[field][use]], field, line, value }))
    .filter(({ allowed }) => allowed !== undefined);
}

/** The octets of the pattern in its canonical form if it matches, else 0. */
function matchedOctets(path: string, url: string, dialect: Dialect): number {
  const bytes = new TextEncoder().encode(path);
  const rule = baseline.compile({ bytes, table: Int32Array.of(0, bytes.length, 1, 0) }, dialect);
  if (baseline.decide(programOf(rule), url) < 0) return 0;
  return canonicalise(bytes, dialect.pattern, dialect.rules.wildcards, false).bytes.length;
}
