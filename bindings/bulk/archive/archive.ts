/**
 * An archive of compiled rules by origin, made by `robots-wasm compile` (docs/archive.md), read one origin at a time.
 * Synchronous; runs wherever its bytes can be read.
 */
import type { AccessStatus, Verdict } from "../../access/index.ts";
import { blanketRules } from "../../core/robots/blanket-rules.ts";
import { urlOf } from "../../core/robots/url.ts";
import { AgentRules, type DialectName, type Leniency } from "../../index.ts";
import { type Description, readDescription } from "./description.ts";
import { hostKey, type Scheme, splitKey } from "./origin-key.ts";
import { decodeState, type State } from "./state.ts";
import { type RandomAccess, refused, TableReader } from "./table-reader.ts";

/** What is known of an origin. */
export interface ArchivedRobots {
  /** The file's rules, or rules that allow or refuse everything, as the policy says. */
  readonly rules: AgentRules;
  readonly status: AccessStatus;
  /** What the policy made of the status when the archive was compiled. */
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  /** Undefined where only a file was given. */
  readonly fetchedAt?: Date;
  readonly expiresAt?: Date;
}

/** Compiled rules of many origins, as `openArchive` opens them: iterated, it gives every origin with what is known of it. */
export class Archive implements Iterable<readonly [string, ArchivedRobots]> {
  readonly #source: RandomAccess;
  readonly #table: TableReader;
  readonly #description: Description;

  /** @internal `openArchive` opens archives. */
  constructor(source: RandomAccess) {
    this.#source = source;
    this.#table = new TableReader(source);
    this.#description = readDescription(this.#table.description);
  }

  /** The product tokens it was compiled for: of several, the first that has a group of its own. */
  get agents(): readonly string[] {
    return this.#description.agents;
  }

  get dialect(): DialectName {
    return this.#description.dialect;
  }

  get leniency(): Leniency {
    return this.#description.leniency;
  }

  /** The name of the policy that decided what statuses mean. */
  get policy(): string {
    return this.#description.policy;
  }

  /** Entries. One may hold for http and https alike. */
  get size(): number {
    return this.#table.size;
  }

  /**
   * What is known of the origin of a URL; undefined where nothing is.
   * @throws RangeError where the archive is damaged there; TypeError for what is no http or https URL.
   */
  find(url: string | URL): ArchivedRobots | undefined {
    const { host, scheme } = originOf(url);
    let found: Uint8Array | undefined;
    for (const { key, value } of this.#table.from(hostKey(host))) {
      const of = splitKey(key);
      if (of.host !== host) break;
      if (of.scheme === "" || of.scheme === scheme) found = value;
    }
    return found && this.#robotsOf(decodeState(found));
  }

  /** Every entry in order: `https://host`, `http://host`, or `//host` where it holds for both. */
  *[Symbol.iterator](): Generator<readonly [string, ArchivedRobots]> {
    for (const { key, value } of this.#table.from(new Uint8Array())) {
      const { host, scheme } = splitKey(key);
      yield [`${scheme === "" ? "" : `${scheme}:`}//${host}`, this.#robotsOf(decodeState(value))];
    }
  }

  /** Reads and checks everything. @throws RangeError for the first thing that is damaged. */
  verify(): void {
    let entries = 0;
    for (const _ of this) entries++;
    if (entries !== this.size) throw refused(`${this.size} entries`, entries);
  }

  close(): void {
    this.#source.close?.();
  }

  #robotsOf({ program, verdict, fetchedAtMs, expiresAtMs, ...state }: State): ArchivedRobots {
    return {
      ...state,
      verdict,
      rules: verdict === "rules" ? AgentRules.fromBytes(program!) : blanketRules(verdict, this.dialect),
      ...(fetchedAtMs !== undefined && { fetchedAt: new Date(fetchedAtMs) }),
      ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs) }),
    };
  }
}

function originOf(url: string | URL): { readonly host: string; readonly scheme: Scheme } {
  const parsed = url instanceof URL ? url : typeof url === "string" ? urlOf(url) : undefined;
  if (parsed === undefined)
    throw new TypeError(`url: expected an http or https URL; got ${typeof url === "string" ? url : typeof url}`);
  const { host, protocol } = parsed;
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError(`url: expected an http or https URL; got ${protocol}`);
  return { host, scheme: protocol === "http:" ? "http" : "https" };
}
