/** Merges several robots.txt into one. */

import { checkedBody, checkedList } from "../../../base/arguments.ts";
import { textOfBytes } from "../../../base/byte-text.ts";
import { wrongValue } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import type { DialectName } from "../../../core/index.ts";
import { MAX_CRAWL_DELAY_SECONDS } from "../../../core/linting.ts";
import {
  type Dialect,
  dialectNamed,
  parseCrawlDelay,
  type RuleBytes,
  type SearchBudget,
} from "../../../core/parsing.ts";
import { writtenFrom } from "../build/build.ts";
import { isWritableToken } from "../build/encode.ts";
import type { FieldSource, GroupSource } from "../build/robots-txt-source.ts";
import { type FieldLine, MergedFile, type Said } from "./merged-file.ts";
import { type Clash, type Merged, mergedRules, writable } from "./merged-rules.ts";

/** A path that one file allows by a rule, and that the merged file refuses. */
export interface MergeConflict extends Clash {
  /** A product token that a file names, or `*` for all crawlers that none of them names. */
  readonly agent: string;
}

/** The result of merging. */
export interface MergedRobotsTxt {
  /** The merged file, with LF line ends. */
  readonly text: string;
  /** Paths on which the files contradict each other: at most 20 for each crawler. Empty if all verdicts are kept. */
  readonly conflicts: readonly MergeConflict[];
}

/** Options of `mergeRobotsTxt`. */
export interface MergeOptions {
  /** The dialect in which the files are read. Default "rfc9309". */
  readonly dialect?: DialectName;
}

const mergeOptions: KnownOptions<MergeOptions> = { dialect: 1 };

/** Each agent is compared with each user-agent line. */
const MAX_AGENTS = 1000;

/** About a second's work. */
const MAX_STEPS = 2 ** 21;

/**
 * Merges several robots.txt into one. For each crawler that a file names, and for `*`, the result refuses what any of the files refuses,
 * and allows what one of them allows by a rule unless another refuses it; `conflicts` names such paths. A group repeats what the groups
 * for `*` of the files that do not name its crawler say. Of several Crawl-delays the longest counts; sitemaps and other lines are kept
 * once each. Reads the first 500 KiB of each file.
 * @param files the bodies, as text or bytes.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for invalid arguments, and for
 *   files that name more than 1,000 crawlers.
 */
export function mergeRobotsTxt(files: readonly (string | Uint8Array)[], options: MergeOptions = {}): MergedRobotsTxt {
  const { dialect: name = "rfc9309" } = checkedOptions("options", options, mergeOptions);
  const dialect = dialectNamed(name);
  const read = checkedList("files", files).map((body) => new MergedFile(checkedBody(body), dialect));
  const agents = agentsOf(read);
  const merger = new Merger(read, dialect);
  const conflicts = agents.flatMap((agent) => merger.add(agent));
  const sitemaps = unique(read.flatMap((file) => file.sitemaps())).filter(isWritableUrl);
  const fields = uniqueFields(read.flatMap((file) => file.fieldsOutsideGroups()));
  return { text: writtenFrom({ fields, groups: merger.groups(), sitemaps }, asWritten), conflicts };
}

/** `*` first, then the tokens in the order in which the files name them. */
function agentsOf(files: readonly MergedFile[]): readonly string[] {
  const agents = new Map([["*", "*"]]);
  for (const token of files.flatMap((file) => file.tokens()))
    if (!agents.has(token.toLowerCase())) agents.set(token.toLowerCase(), token);
  if (agents.size > MAX_AGENTS + 1) throw wrongValue("files", `at most ${MAX_AGENTS} crawlers`, agents.size - 1);
  return [...agents.values()].filter(isWritableToken);
}

/** Collects groups: crawlers for which the files have the same rules share one. */
class Merger {
  readonly #files: readonly MergedFile[];
  readonly #dialect: Dialect;
  readonly #budget: SearchBudget = { steps: MAX_STEPS };
  readonly #groups = new Map<string, { readonly agents: string[]; readonly merged: Merged; readonly said: Said[] }>();

  constructor(files: readonly MergedFile[], dialect: Dialect) {
    this.#files = files;
    this.#dialect = dialect;
  }

  /** @returns the conflicts about the crawler */
  add(agent: string): MergeConflict[] {
    const said = this.#files.map((file) => file.saysTo(agent));
    const key = said.map(({ text }) => text).join("\n\n");
    const group = this.#groups.get(key) ?? { agents: [], merged: this.#merge(said), said };
    this.#groups.set(key, group);
    group.agents.push(agent);
    return group.merged.clashes.map((clash) => ({ agent, ...clash }));
  }

  groups(): GroupSource[] {
    return [...this.#groups.values()].map(({ agents, merged: { rules }, said }) => {
      const fields = said.flatMap((one) => one.fields);
      const delays = fields.filter(isDelay).flatMap(({ value }) => parseCrawlDelay(value) ?? []);
      return {
        agents,
        allow: patternsOf(rules, true),
        disallow: patternsOf(rules, false),
        ...(delays.length > 0 && { crawlDelay: Math.min(Math.max(...delays), MAX_CRAWL_DELAY_SECONDS) }),
        fields: uniqueFields(fields.filter((field) => !isDelay(field))),
      };
    });
  }

  #merge(said: readonly Said[]): Merged {
    const rules = said.map((one) => one.rules.filter(isReachable));
    return mergedRules(rules, this.#dialect, this.#budget);
  }
}

const isDelay = ({ key }: FieldLine): boolean => key.toLowerCase() === "crawl-delay";

/** Paths begin with a slash: another pattern matches nothing. */
const isReachable = ({ original }: RuleBytes): boolean => /^[/*]/.test(textOfBytes(original));

const patternsOf = (rules: readonly RuleBytes[], isAllow: boolean): string[] =>
  rules.filter((rule) => rule.isAllow === isAllow).map(({ original }) => writable(original));

/** A pattern of a file is one line already. Another spelling could be another pattern: Google does not read a space as %20. */
const asWritten = (_name: string, pattern: unknown): string => pattern as string;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

function uniqueFields(fields: readonly FieldLine[]): FieldSource[] {
  const known = new Map(fields.filter(isWritable).map((field) => [`${field.key.toLowerCase()}:${field.value}`, field]));
  return [...known.values()];
}

const isWritableUrl = (url: string): boolean => /^https?:\/\/[\u0021-\u007e]+$/i.test(url);

/** What readers would not read back: control characters, and keys that are none. */
const isWritable = ({ key, value }: FieldLine): boolean =>
  /^[A-Za-z][A-Za-z0-9_-]*$/.test(key) &&
  !/^(user-?agent|allow|disallow)$/i.test(key) &&
  value !== "" &&
  value.trim() === value &&
  !/[\p{Cc}#\p{Surrogate}]/u.test(value.replaceAll("\t", " "));
