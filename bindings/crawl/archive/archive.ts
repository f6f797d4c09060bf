/**
 * Reads an archive of compiled rules made by `robots-wasm compile` (docs/archive.md), one origin at a time. Synchronous;
 * runs wherever its bytes can be read.
 */

import { withCode, wrongType } from "../../base/errors.ts";
import { urlOf } from "../../base/url.ts";
import type { AccessStatus, Verdict } from "../../core/access/index.ts";
import { blanketRules } from "../../core/deciding.ts";
import { AgentRules, type DialectName, type Leniency } from "../../core/index.ts";
import { validateProgram } from "../../core/parsing.ts";
import { archiveError } from "./archive-error.ts";
import { type ArchiveTarget, crawlerFor, type Description, readDescription } from "./description.ts";
import { checkedHost, hostHash, hostKey, type Scheme, splitKey } from "./origin-key.ts";
import { archiveLayout } from "./page-layout.ts";
import { allPrograms, programIn } from "./programs.ts";
import { decodeState, type OriginState } from "./state.ts";
import { type RandomAccess, TableReader } from "./table-reader.ts";
import type { TableEntry } from "./table-writer.ts";

/** What the archive knows about an origin. */
export interface ArchivedRobots {
  /** The rules of the file, or rules that allow or refuse everything if the policy decided. */
  readonly rules: AgentRules;
  readonly status: AccessStatus;
  /** What the policy decided from the status when the archive was compiled. */
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  /** Undefined if the rules come from a folder. */
  readonly fetchedAt?: Date;
  readonly expiresAt?: Date;
}

/** Compiled rules of many origins, opened by `openArchive`. Iterating yields every origin with its rules and state. */
export class Archive implements Iterable<readonly [string, ArchivedRobots]> {
  readonly #source: RandomAccess;
  readonly #table: TableReader;
  readonly #description: Description;
  readonly #crawler: number;

  /**
   * @internal Call `openArchive`.
   * @param cacheShare the share of the pages in memory that this archive may keep, if several are open
   */
  constructor(source: RandomAccess, expected: ArchiveTarget, cacheShare = 1) {
    if (typeof source?.read !== "function") throw wrongType("Archive", "a call of openArchive()", source, "new");
    this.#source = source;
    this.#table = new TableReader(source, archiveLayout, cacheShare);
    this.#description = readDescription(this.#table.description);
    this.#crawler = crawlerFor(this.#description, expected);
  }

  /** The product tokens of the crawler whose rules are read; the first one that a file names decides. */
  get agents(): readonly string[] {
    return this.#description.crawlers[this.#crawler]!;
  }

  /** The product tokens of each crawler that the archive was compiled for. */
  get crawlers(): readonly (readonly string[])[] {
    return this.#description.crawlers;
  }

  get dialect(): DialectName {
    return this.#description.dialect;
  }

  get leniency(): Leniency {
    return this.#description.leniency;
  }

  /** The name of the access policy, which decided what HTTP statuses mean. */
  get policy(): string {
    return this.#description.policy;
  }

  /** What `compile --snapshot` called the crawl; undefined if it did not say. */
  get snapshot(): string | undefined {
    return this.#description.snapshot;
  }

  /** Which shard of how many the archive is; undefined if it is whole. */
  get shard(): { readonly number: number; readonly of: number } | undefined {
    return this.#description.shard;
  }

  /** The number of entries. One entry may serve both http and https. */
  get size(): number {
    return this.#table.size;
  }

  /**
   * Looks up the origin of a URL; undefined if the archive does not have it.
   * @throws RangeError (ERR_ARCHIVE) if that part of the archive is damaged, or if the origin is in another shard; TypeError
   *   (ERR_INVALID_URL) unless given an
   *   http or https URL.
   */
  find(url: string | URL): ArchivedRobots | undefined {
    const { host, scheme } = originOf(url);
    this.#checkShard(host);
    let found: Uint8Array | undefined;
    // An entry for the scheme comes after the one for both.
    for (const { key, value } of this.#table.find(hostKey(host))) {
      const of = splitKey(key).scheme;
      if (of === "" || of === scheme) found = value;
    }
    return found && this.#robotsOf(decodeState(found));
  }

  /** An origin of another shard is not missing: its robots.txt may refuse it. */
  #checkShard(host: string): void {
    const { shard } = this.#description;
    if (shard === undefined) return;
    const actual = hostHash(host) % shard.of;
    if (actual !== shard.number)
      throw archiveError(`an origin of shard ${shard.number} of ${shard.of}`, `${host} of shard ${actual}`);
  }

  /** Every entry in order: `https://host`, `http://host`, or `//host` for both schemes. */
  *[Symbol.iterator](): Generator<readonly [string, ArchivedRobots]> {
    for (const entry of this.#table.from(new Uint8Array())) yield this.#entryOf(entry);
  }

  /**
   * Reads and checks the whole archive: checksums, the order of keys, separators and fingerprints, that keys are origins of
   * this shard, and the rules of every crawler. What it accepts, `find` finds.
   * @throws RangeError (`ERR_ARCHIVE`) at the first fault; whatever reading throws.
   */
  verify(): void {
    this.#table.verify((entry) => this.#verifyEntry(entry));
  }

  #verifyEntry({ key, value }: TableEntry): void {
    this.#checkShard(checkedHost(key));
    const { programs } = decodeState(value);
    for (const program of programs === undefined ? [] : allPrograms(programs, this.crawlers.length))
      this.#checkedRules(program);
  }

  #entryOf({ key, value }: TableEntry): readonly [string, ArchivedRobots] {
    const { host, scheme } = splitKey(key);
    return [`${scheme === "" ? "" : `${scheme}:`}//${host}`, this.#robotsOf(decodeState(value))];
  }

  close(): void {
    this.#source.close?.();
  }

  #rulesOf(programs: Uint8Array): AgentRules {
    return this.#checkedRules(programIn(programs, this.#crawler));
  }

  /** 0.1.0 compiled the December draft under the name koster1996. Such archives must be compiled again. */
  #checkedRules(program: Uint8Array): AgentRules {
    const rules = archivedRules(program);
    if (rules.dialect === this.dialect) return rules;
    throw archiveError(`rules of ${this.dialect} (compile the archive again)`, rules.dialect);
  }

  #robotsOf({ programs, verdict, fetchedAtMs, expiresAtMs, ...state }: OriginState): ArchivedRobots {
    return {
      ...state,
      verdict,
      rules: verdict === "rules" ? this.#rulesOf(programs!) : blanketRules(verdict, this.dialect),
      ...(fetchedAtMs !== undefined && { fetchedAt: new Date(fetchedAtMs) }),
      ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs) }),
    };
  }
}

/** @throws RangeError (`ERR_ARCHIVE`) */
function archivedRules(program: Uint8Array): AgentRules {
  try {
    // The checksum of its block held already.
    return AgentRules.ofProgram(validateProgram(program, true));
  } catch (error) {
    throw archiveError("compiled rules", (error as Error).message);
  }
}

/** Host and port of an http or https URL. @throws TypeError */
export const hostOf = (url: string | URL): string => originOf(url).host;

function originOf(url: string | URL): { readonly host: string; readonly scheme: Scheme } {
  const parsed = url instanceof URL ? url : typeof url === "string" ? urlOf(url) : undefined;
  if (parsed === undefined) throw invalidUrl(typeof url === "string" ? url : typeof url);
  const { host, protocol } = parsed;
  if (protocol !== "http:" && protocol !== "https:") throw invalidUrl(protocol);
  return { host, scheme: protocol === "http:" ? "http" : "https" };
}

const invalidUrl = (got: string): TypeError =>
  withCode(new TypeError(`url: expected an http or https URL; got ${got}`), "ERR_INVALID_URL");
