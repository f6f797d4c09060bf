/**
 * RobotsClient: a URL goes in, a verdict that can be defended comes out. Joins the machine to a `fetch`, a store and a
 * clock; one flight an origin in this process. Nothing an origin does throws: it is an outage, and the policy decides.
 */
import pLimit from "p-limit";
import type { AgentRules } from "../index.ts";
import { everything } from "../robots/everything.ts";
import { absolute } from "../robots/location.ts";
import type { Entry } from "./entry.ts";
import { Flights } from "./flights.ts";
import { Loader } from "./loader.ts";
import { verdictOf } from "./machine.ts";
import { type Options, type Settings, settingsOf } from "./options.ts";
import type { Status, Verdict } from "./policy.ts";

export interface Access {
  readonly status: Status;
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

const HTTP: readonly string[] = ["http:", "https:"];

export class RobotsClient {
  readonly #settings: Settings;
  readonly #loader: Loader;
  readonly #everything: Readonly<Record<"allow" | "disallow", AgentRules>>;
  readonly #flights: Flights;

  constructor(options: Options) {
    this.#settings = settingsOf(options);
    this.#loader = new Loader(this.#settings);
    const { concurrency, policy } = this.#settings;
    this.#flights = new Flights(concurrency, (origin, signal) => this.#loader.load(origin, signal));
    this.#everything = {
      allow: everything("allow", policy.dialect),
      disallow: everything("disallow", policy.dialect),
    };
  }

  /** @throws TypeError for what is no http(s) URL, the signal's reason when it aborts; never for what the origin does. */
  async isAllowed(url: string | URL, call: Call = {}): Promise<boolean> {
    const entry = await this.#entryFor(url, call);
    if (this.#settings.onDecision !== undefined) return this.#record(url, this.#robotsOf(entry));
    return this.#rulesOf(entry).isAllowed(url);
  }

  /** One entry a URL in the same order; each origin is fetched once, `concurrency` of them at a time. */
  async isAllowedMany(urls: readonly (string | URL)[], call: Call = {}): Promise<Uint8Array> {
    const origins = new Map<string, number[]>();
    for (const [i, url] of urls.entries()) {
      const origin = this.#originOf(url);
      const places = origins.get(origin);
      if (places === undefined) origins.set(origin, [i]);
      else places.push(i);
    }
    const verdicts = new Uint8Array(urls.length);
    const decide = async (places: readonly number[]): Promise<void> => {
      const robots = await this.get(urls[places[0]!]!, call);
      const some = places.map((i) => urls[i]!);
      const allowed =
        this.#settings.onDecision === undefined ? robots.rules.isAllowedMany(some) : this.#recordAll(some, robots);
      for (const [n, i] of places.entries()) verdicts[i] = allowed[n]!;
    };
    // Beside the limit on flights, so that others who ask meanwhile do not stand behind all of these.
    const limit = pLimit(this.#settings.concurrency);
    await Promise.all(Array.from(origins.values(), (places) => limit(decide, places)));
    return verdicts;
  }

  /** What holds for the URL's origin now, fetched where nothing fresh is known. */
  async get(url: string | URL, call: Call = {}): Promise<Robots> {
    return this.#robotsOf(await this.#entryFor(url, call));
  }

  #originOf(url: string | URL): string {
    const { protocol, origin } = absolute(url);
    const { protocols = HTTP } = this.#settings.fetch;
    if (protocols.includes(protocol)) return origin;
    const ftp =
      protocol === "ftp:" ? "; ftp: is read in Node, by robots-wasm/client/node with basic-ftp installed" : "";
    throw new TypeError(`url: expected one of ${protocols.join(", ")}; got ${protocol}${ftp}`);
  }

  #entryFor(url: string | URL, { signal }: Call): Entry | Promise<Entry> {
    signal?.throwIfAborted();
    const origin = this.#originOf(url);
    return this.#loader.warm(origin) ?? this.#flights.join(origin, signal);
  }

  #verdictOf(entry: Entry): Verdict {
    return verdictOf(this.#settings.policy, this.#settings.clock(), entry);
  }

  #rulesOf(entry: Entry): AgentRules {
    const verdict = this.#verdictOf(entry);
    if (verdict === "rules" && entry.copy !== undefined) return entry.copy.rules;
    return this.#everything[verdict === "allow" ? "allow" : "disallow"];
  }

  #robotsOf(entry: Entry): Robots {
    const verdict = this.#verdictOf(entry);
    const rules = this.#rulesOf(entry);
    const { copy, fetchedAtMs, expiresAtMs, unreachableSinceMs: _, failures: __, ...state } = entry;
    const access = { ...state, verdict, fetchedAt: new Date(fetchedAtMs), expiresAt: new Date(expiresAtMs) };
    if (copy === undefined || rules !== copy.rules) return { rules, sitemaps: [], crawlDelay: undefined, access };
    const { sitemaps, hash } = copy;
    return { rules, sitemaps, crawlDelay: rules.crawlDelay, hash, fetchedAt: new Date(copy.fetchedAtMs), access };
  }

  #recordAll(urls: readonly (string | URL)[], robots: Robots): Uint8Array {
    return Uint8Array.from(urls, (url) => Number(this.#record(url, robots)));
  }

  #record(url: string | URL, robots: Robots): boolean {
    const { allowed, rule } = robots.rules.explain(url);
    this.#settings.onDecision?.({
      url: String(url),
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
