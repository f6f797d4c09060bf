/**
 * Decides blocks of lines of any origins by the module, and answers what it asks: pages from archives, hosts beyond ASCII
 * in ASCII, and rules from wherever the caller finds them. Runs in Node only.
 */
import { domainToUnicode } from "node:url";
import { urlOf } from "../../base/url.ts";
import type { AgentRules, DialectName } from "../../core/index.ts";
import { dialectNamed } from "../../core/parsing.ts";
import type { ArchiveFile } from "./archive-file.ts";
import { type OriginAsk, type PageAsk, readAsks } from "./asks.ts";
import { type Cause, Causes, statuses } from "./causes.ts";
import { BulkModule } from "./module.ts";

/** For all URLs of an origin. */
export type OriginVerdict = "allowed" | "refused" | "unknown";

/** Rules, the bytes of a robots.txt, or one verdict and why. */
export type Found = AgentRules | Uint8Array | { readonly verdict: OriginVerdict; readonly status?: Cause["status"] };

export interface EngineOptions {
  readonly dialect: DialectName;
  /** The crawler for which files are compiled, by its product tokens in order of preference. */
  readonly agents: readonly string[];
  /** One archive, or all shards of one in their order. */
  readonly archives: readonly ArchiveFile[];
  /** What holds for an origin that no archive has, or how to find its rules. A file need only be valid until the next call. */
  readonly missing: OriginVerdict | ((origin: string) => Found | Promise<Found>);
  /** Bounds what is kept between blocks: from 1 MiB on. */
  readonly memoryBytes: number;
  /** Whether to keep the causes of verdicts. */
  readonly explains?: boolean;
}

/** Verdicts of lines. */
export const REFUSED = 0;
export const ALLOWED = 1;
export const INVALID = 2;
/** The URL is too long for the module to decide by these rules. */
export const UNDECIDED = 3;
/** Nothing is known of the origin of the line. */
export const UNKNOWN_ORIGIN = 4;

const VERDICTS: Readonly<Record<OriginVerdict, number>> = {
  allowed: ALLOWED,
  refused: REFUSED,
  unknown: UNKNOWN_ORIGIN,
};
/** What `bulk_open` takes for origins without a robots.txt. */
const ON_MISSING: Readonly<Record<OriginVerdict, number>> = { allowed: 0, refused: 1, unknown: 3 };
const ASK_MISSING = 2;
/** What the module counts. */
const LINES = 0;
const ORIGINS = 3;
const MISSING = 4;
const DISTINCT = 6;

export class BulkEngine {
  readonly #module: BulkModule = new BulkModule();
  readonly #archives: readonly ArchiveFile[];
  readonly #missing: EngineOptions["missing"];
  readonly #agents: Uint8Array;
  readonly #explains: boolean;

  /** @throws ModuleError for a damaged archive */
  constructor({ dialect, agents, archives, missing, memoryBytes, explains = false }: EngineOptions) {
    this.#explains = explains;
    this.#archives = archives;
    this.#agents = Buffer.from(agents.join("\n"));
    this.#missing = missing;
    const onMissing = typeof missing === "function" ? ASK_MISSING : ON_MISSING[missing];
    this.#module.open(dialectNamed(dialect).id, onMissing, memoryBytes, randomSeed());
    for (const { ends, crawler, shard } of archives) this.#module.addArchive(ends, crawler, shard);
  }

  /**
   * Decides lines that end in LF or CRLF. Call it for one block at a time.
   * @returns a verdict for each line
   * @throws ModuleError for a damaged archive, and for an origin of another shard; whatever reading or finding rules throws
   */
  async decide(lines: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const module = this.#module;
    const started = this.#explains ? module.startExplaining(lines) : module.startLines(lines);
    for (let asks = started; asks > 0; asks = module.resume()) {
      const { pages, spellings, rules } = readAsks(module, asks);
      if (pages.length > 0) this.#answerPages(pages);
      for (const { number, origin } of spellings) module.giveOrigin(number, spelled(origin));
      if (rules.length > 0) await this.#answerRules(rules);
    }
    return module.read(module.count(LINES));
  }

  /** The lines of the last block that have a verdict, in their order. Valid until they are selected again, or transferred. */
  select(verdict: number): Uint8Array<ArrayBuffer> {
    return this.#module.select(verdict);
  }

  /** Of the last block; undefined unless the engine explains. */
  causes(): Causes | undefined {
    return this.#explains ? new Causes(this.#module, this.#module.count(LINES)) : undefined;
  }

  /** How many origins were looked up for the last block, and for how many of them a verdict for missing ones decided. */
  get counts(): { readonly origins: number; readonly missing: number } {
    return { origins: this.#module.count(ORIGINS), missing: this.#module.count(MISSING) };
  }

  /** About how many origins were looked up so far, each counted once (assembly/bulk/distinct.ts). */
  get distinctOrigins(): number {
    return this.#module.count(DISTINCT);
  }

  #answerPages(pages: readonly PageAsk[]): void {
    const total = pages.reduce((sum, { bytes }) => sum + bytes, 0);
    const buffer = this.#module.buffer(total);
    let at = 0;
    for (const { archive, offset, bytes } of pages) {
      this.#archives[archive]!.read(offset, bytes, buffer.subarray(at, at + bytes));
      at += bytes;
    }
    this.#module.givePages(total);
  }

  /** Rules that must be fetched are fetched concurrently. */
  async #answerRules(asks: readonly OriginAsk[]): Promise<void> {
    const find = this.#missing as (origin: string) => Found | Promise<Found>;
    const fetches: { readonly number: number; readonly found: Promise<Found> }[] = [];
    for (const { number, origin } of asks) {
      const found = find(origin);
      if (found instanceof Promise) fetches.push({ number, found });
      else this.#giveRules(number, found);
    }
    if (fetches.length === 0) return;
    const fetched = await Promise.all(fetches.map(({ found }) => found));
    for (const [i, { number }] of fetches.entries()) this.#giveRules(number, fetched[i]!);
  }

  #giveRules(number: number, found: Found): void {
    const module = this.#module;
    if (found instanceof Uint8Array) module.giveFile(number, found, this.#agents);
    else if ("verdict" in found) module.giveVerdict(number, VERDICTS[found.verdict], statuses.indexOf(found.status));
    else module.giveRules(number, found.toBytes());
  }
}

/** So that nobody can make URLs whose origins collide in a table. */
const randomSeed = (): number => crypto.getRandomValues(new Int32Array(1))[0]!;

/**
 * The origin with its host in ASCII; no bytes if a URL parser refuses it. Node.js 24 does not check Punycode in a host that is all ASCII,
 * so its name has to lead back to it.
 */
function spelled(origin: string): Uint8Array {
  // Not URL.canParse, which takes Latin-1 for UTF-8 in Node.js 20 once V8 has optimized the call.
  const url = urlOf(Buffer.from(origin, "latin1").toString("utf8"));
  return Buffer.from(url !== undefined && isSpelledBack(url.hostname) ? url.origin : "");
}

function isSpelledBack(host: string): boolean {
  const name = domainToUnicode(host);
  return !/(?:^|\.)xn--/.test(name) && urlOf(`http://${name}`)?.hostname === host;
}
