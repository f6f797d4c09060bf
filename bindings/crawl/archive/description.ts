/** What an archive was compiled for, as JSON in its head. Its verdicts are valid for nothing else. */
import { jsonObject } from "../../base/json.ts";
import type { DialectName, Leniency } from "../../core/index.ts";
import { archiveError } from "./archive-error.ts";

export interface Description {
  /** For each crawler its product tokens, in order of preference. */
  readonly crawlers: readonly (readonly string[])[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
  /** The name of the access policy. */
  readonly policy: string;
  /** What `compile --snapshot` calls the crawl. */
  readonly snapshot?: string | undefined;
  /** Which shard of how many the archive is. */
  readonly shard?: { readonly number: number; readonly of: number } | undefined;
}

/** What the caller expects; anything if undefined. */
export interface ArchiveTarget {
  readonly agents?: readonly string[] | undefined;
  readonly dialect?: DialectName | undefined;
  readonly leniency?: Leniency | undefined;
}

/** Equal descriptions return equal text. */
export function describe({ crawlers, dialect, leniency, policy, snapshot, shard }: Description): string {
  return JSON.stringify({ crawlers, dialect, leniency: sorted(leniency), policy, snapshot, shard });
}

const sorted = (leniency: Leniency): object =>
  Object.fromEntries(Object.entries(leniency).sort(([a], [b]) => (a < b ? -1 : 1)));

/** @throws RangeError unless the text is a description. */
export function readDescription(text: string): Description {
  const read: Partial<Description> = jsonObject(text) ?? {};
  const { crawlers, dialect, leniency, policy, snapshot = "", shard } = read;
  const isWhole =
    isListOf(crawlers, (tokens) => isListOf(tokens, (token) => typeof token === "string")) &&
    [dialect, policy, snapshot].every((name) => typeof name === "string") &&
    typeof leniency === "object" &&
    leniency !== null &&
    (shard === undefined || isShard(shard));
  if (!isWhole) throw archiveError("a description of what was compiled", text.slice(0, 100));
  return read as Description;
}

/** Shards are counted with 32 bits: the module would cut more off, and take an origin of another shard for a missing one. */
const MAX_SHARDS = 2 ** 31 - 1;

const isShard = (shard: Description["shard"] | null): boolean =>
  Number.isInteger(shard?.number) &&
  Number.isInteger(shard?.of) &&
  shard!.number >= 0 &&
  shard!.number < shard!.of &&
  shard!.of <= MAX_SHARDS;

const isListOf = (list: unknown, isElement: (one: unknown) => boolean): boolean =>
  Array.isArray(list) && list.length > 0 && list.every(isElement);

/**
 * The number of the crawler that is expected; the only one by default. Product tokens are compared case-insensitively
 * (RFC 9309 §2.2.1).
 * @throws RangeError if the archive does not fit.
 */
export function crawlerFor(archive: Description, expected: ArchiveTarget): number {
  if (expected.dialect !== undefined && expected.dialect !== archive.dialect)
    throw misfit("dialect", expected.dialect, archive.dialect);
  const actual = JSON.stringify(sorted(archive.leniency));
  const wanted = JSON.stringify(sorted(expected.leniency ?? archive.leniency));
  if (actual !== wanted) throw misfit("leniency", wanted, actual);
  const { agents } = expected;
  const crawlers = archive.crawlers.map(joinTokens);
  if (agents === undefined && crawlers.length > 1)
    throw archiveError(`the option agent, because the archive has several: ${crawlers.join("; ")}`, "none");
  const crawler = agents === undefined ? 0 : crawlers.findIndex((name) => isSame(name, joinTokens(agents)));
  if (crawler < 0) throw misfit("agents", joinTokens(agents!), crawlers.join("; "));
  return crawler;
}

const joinTokens = (tokens: readonly string[]): string => tokens.join(", ");
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const misfit = (what: string, wanted: string, actual: string): RangeError =>
  archiveError(`an archive compiled for ${what} ${wanted}`, `one for ${actual}`);
