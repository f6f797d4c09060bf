/**
 * RobotsClient: a URL goes in, a verdict that can be defended comes out. Joins the machine to a `fetch`, a store and a
 * clock; one flight an origin in this process. Nothing an origin does throws: it is an outage, and the policy decides.
 */
import pLimit from "p-limit";
import type { StoredEntry } from "../access/entry.ts";
import { verdictOf } from "../access/machine.ts";
import type { AccessStatus, Verdict } from "../access/policy.ts";
import { blanketRules } from "../core/robots/blanket-rules.ts";
import { checkedList, checkedOptions } from "../core/robots/checked.ts";
import { absolute } from "../core/robots/location.ts";
import type { AgentRules } from "../index.ts";
import { Loader } from "./loader.ts";
import { type ClientOptions, checkOptions, type Settings } from "./options.ts";
import { SingleFlight } from "./single-flight.ts";

export interface Access {
  readonly status: AccessStatus;
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  readonly error?: string;
  readonly redirects: readonly string[];
  readonly fetchedAt: Date;
  readonly expiresAt: Date;
}

export interface Robots {
  /** The file's rules, or rules that allow or refuse everything, as the policy says. */
  readonly rules: AgentRules;
  readonly sitemaps: readonly string[];
  readonly crawlDelay: number | undefined;
  /** SHA-256 of the file that decides, if one does. */
  readonly hash?: string;
  /** When the origin last gave or confirmed that file; in an outage that is before `access.fetchedAt`. */
  readonly fetchedAt?: Date;
  readonly access: Access;
}

interface Call {
  readonly signal?: AbortSignal;
}

/** A URL as it was when it was asked about, and as the URL standard reads it: what is decided is what will be requested. */
interface Asked {
  readonly url: string;
  readonly href: string;
  readonly origin: string;
}

const HTTP: readonly string[] = ["http:", "https:"];

export class RobotsClient {
  readonly #settings: Settings;
  readonly #loader: Loader;
  readonly #everything: Readonly<Record<"allow" | "disallow", AgentRules>>;
  readonly #flight: SingleFlight;

  constructor(options: ClientOptions) {
    this.#settings = checkOptions(options);
    this.#loader = new Loader(this.#settings);
    const { concurrency, policy } = this.#settings;
    this.#flight = new SingleFlight(concurrency, (origin, signal) => this.#loader.load(origin, signal));
    this.#everything = {
      allow: blanketRules("allow", policy.dialect),
      disallow: blanketRules("disallow", policy.dialect),
    };
  }

  /** @throws TypeError for what is no http(s) URL, the signal's reason when it aborts; never for what the origin does. */
  async isAllowed(url: string | URL, call: Call = {}): Promise<boolean> {
    const asked = this.#askedOf(url);
    const entry = await this.#entryFor(asked.origin, call);
    if (this.#settings.onDecision !== undefined) return this.#record(asked, this.#robotsOf(entry));
    return this.#rulesOf(entry).isAllowed(asked.href);
  }

  /** One entry a URL in the same order; each origin is fetched once, `concurrency` of them at a time. */
  async isAllowedMany(urls: readonly (string | URL)[], call: Call = {}): Promise<Uint8Array> {
    const asked = Array.from(checkedList("urls", urls), (url) => this.#askedOf(url));
    const verdicts = new Uint8Array(asked.length);
    const decide = async (origin: string, places: readonly number[]): Promise<void> => {
      const entry = await this.#entryFor(origin, call);
      const some = places.map((i) => asked[i]!);
      const allowed = this.#decideAll(some, entry);
      for (const [n, i] of places.entries()) verdicts[i] = allowed[n]!;
    };
    // Beside the limit on flights, so that others who ask meanwhile do not stand behind all of these.
    const limit = pLimit(this.#settings.concurrency);
    try {
      await Promise.all(Array.from(placesByOrigin(asked), ([origin, places]) => limit(decide, origin, places)));
      return verdicts;
    } finally {
      limit.clearQueue();
    }
  }

  /** What holds for the URL's origin now, fetched where nothing fresh is known. */
  async get(url: string | URL, call: Call = {}): Promise<Robots> {
    return this.#robotsOf(await this.#entryFor(this.#askedOf(url).origin, call));
  }

  #askedOf(url: string | URL): Asked {
    const { protocol, origin, href } = absolute(url);
    const { protocols = HTTP } = this.#settings.fetch;
    if (protocols.includes(protocol)) return { url: String(url), href, origin };
    const ftp =
      protocol === "ftp:" ? "; ftp: is read in Node, by robots-wasm/client/node with basic-ftp installed" : "";
    throw new TypeError(`url: expected one of ${protocols.join(", ")}; got ${protocol}${ftp}`);
  }

  #entryFor(origin: string, call: Call): StoredEntry | Promise<StoredEntry> {
    const { signal } = checkedOptions("call", call);
    signal?.throwIfAborted();
    return this.#loader.warm(origin) ?? this.#flight.join(origin, signal);
  }

  #verdictOf(entry: StoredEntry): Verdict {
    return verdictOf(this.#settings.policy, this.#settings.clock(), entry);
  }

  #rulesOf(entry: StoredEntry): AgentRules {
    const verdict = this.#verdictOf(entry);
    if (verdict === "rules" && entry.copy !== undefined) return entry.copy.rules;
    return this.#everything[verdict === "allow" ? "allow" : "disallow"];
  }

  #robotsOf(entry: StoredEntry): Robots {
    const verdict = this.#verdictOf(entry);
    const rules = this.#rulesOf(entry);
    const { copy, fetchedAtMs, expiresAtMs, unreachableSinceMs: _, failures: __, ...state } = entry;
    const access = { ...state, verdict, fetchedAt: new Date(fetchedAtMs), expiresAt: new Date(expiresAtMs) };
    if (copy === undefined || rules !== copy.rules) return { rules, sitemaps: [], crawlDelay: undefined, access };
    const { sitemaps, hash } = copy;
    return { rules, sitemaps, crawlDelay: rules.crawlDelay, hash, fetchedAt: new Date(copy.fetchedAtMs), access };
  }

  #decideAll(asked: readonly Asked[], entry: StoredEntry): Uint8Array {
    if (this.#settings.onDecision === undefined)
      return this.#rulesOf(entry).isAllowedMany(asked.map(({ href }) => href));
    const robots = this.#robotsOf(entry);
    return Uint8Array.from(asked, (one) => Number(this.#record(one, robots)));
  }

  #record({ url, href }: Asked, robots: Robots): boolean {
    const { allowed, rule } = robots.rules.explain(href);
    this.#settings.onDecision?.({
      url,
      allowed,
      ...(rule === undefined || robots.access.verdict !== "rules" ? {} : { rule }),
      ...(robots.hash === undefined ? {} : { hash: robots.hash }),
      fetchedAt: robots.fetchedAt ?? robots.access.fetchedAt,
      status: robots.access.status,
      policy: this.#settings.policy.name,
    });
    return allowed;
  }
}

function placesByOrigin(asked: readonly Asked[]): Map<string, number[]> {
  const byOrigin = new Map<string, number[]>();
  for (const [i, { origin }] of asked.entries()) {
    const places = byOrigin.get(origin);
    if (places === undefined) byOrigin.set(origin, [i]);
    else places.push(i);
  }
  return byOrigin;
}
