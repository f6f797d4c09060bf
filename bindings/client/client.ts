/**
 * RobotsClient: a URL goes in, a verdict that can be defended comes out. Joins the machine to a `fetch`, a store and a
 * clock; one flight an origin in this process. Nothing an origin does throws: it is an outage, and the policy decides.
 */
import pLimit from "p-limit";
import { type AgentRules, parse, robotsTxtUrl } from "../index.ts";
import type { Entry } from "./entry.ts";
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
  readonly access: Access;
}

interface Call {
  readonly signal?: AbortSignal;
}

interface Flight {
  readonly promise: Promise<Entry>;
  readonly controller: AbortController;
  waiting: number;
}

export class RobotsClient {
  readonly #settings: Settings;
  readonly #loader: Loader;
  readonly #everything: Readonly<Record<"allow" | "disallow", AgentRules>>;
  readonly #flights: Map<string, Flight> = new Map();

  constructor(options: Options) {
    this.#settings = settingsOf(options);
    this.#loader = new Loader(this.#settings);
    const { agent, policy } = this.#settings;
    const rulesOf = (body: string): AgentRules => parse(body, { dialect: policy.dialect }).agent(agent);
    this.#everything = { allow: rulesOf(""), disallow: rulesOf("User-agent: *\nDisallow: /") };
  }

  /** @throws TypeError for what is no http(s) URL, the signal's reason when it aborts; never for what the origin does. */
  async isAllowed(url: string | URL, call: Call = {}): Promise<boolean> {
    const robots = await this.get(url, call);
    const { allowed, rule } = robots.rules.explain(url);
    this.#settings.onDecision?.({
      url: String(url),
      allowed,
      ...(rule === undefined || robots.access.verdict !== "rules" ? {} : { rule }),
      ...(robots.hash === undefined ? {} : { hash: robots.hash }),
      fetchedAt: robots.access.fetchedAt,
      status: robots.access.status,
      policy: this.#settings.policy.name,
    });
    return allowed;
  }

  /** One entry a URL in the same order; each origin is fetched once, `concurrency` of them at a time. */
  async isAllowedMany(urls: readonly (string | URL)[], call: Call = {}): Promise<Uint8Array> {
    const origins = new Map<string, number[]>();
    for (const [i, url] of urls.entries()) {
      const origin = originOf(url);
      const places = origins.get(origin);
      if (places === undefined) origins.set(origin, [i]);
      else places.push(i);
    }
    const verdicts = new Uint8Array(urls.length);
    const limit = pLimit(this.#settings.concurrency);
    const decide = async (places: readonly number[]): Promise<void> => {
      const { rules } = await this.get(urls[places[0]!]!, call);
      const allowed = rules.isAllowedMany(places.map((i) => urls[i]!));
      for (const [n, i] of places.entries()) verdicts[i] = allowed[n]!;
    };
    await Promise.all(Array.from(origins.values(), (places) => limit(decide, places)));
    return verdicts;
  }

  /** What holds for the URL's origin now, fetched where nothing fresh is known. */
  async get(url: string | URL, { signal }: Call = {}): Promise<Robots> {
    signal?.throwIfAborted();
    const entry = await this.#join(originOf(url), signal);
    const verdict = verdictOf(this.#settings.policy, this.#settings.clock(), entry);
    const { copy, fetchedAtMs, expiresAtMs, unreachableSinceMs: _, failures: __, ...state } = entry;
    const access = { ...state, verdict, fetchedAt: new Date(fetchedAtMs), expiresAt: new Date(expiresAtMs) };
    if (verdict !== "rules" || copy === undefined)
      return {
        rules: this.#everything[verdict === "allow" ? "allow" : "disallow"],
        sitemaps: [],
        crawlDelay: undefined,
        access,
      };
    return { rules: copy.rules, sitemaps: copy.sitemaps, crawlDelay: copy.rules.crawlDelay, hash: copy.hash, access };
  }

  /** Waits in the origin's flight; the last one to leave a flight aborts it. */
  #join(origin: string, signal: AbortSignal | undefined): Promise<Entry> {
    const flight = this.#flights.get(origin) ?? this.#launch(origin);
    flight.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal!.reason);
        if (--flight.waiting > 0) return;
        if (this.#flights.get(origin) === flight) this.#flights.delete(origin);
        flight.controller.abort(signal!.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      flight.promise.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  }

  #launch(origin: string): Flight {
    const controller = new AbortController();
    const promise = this.#loader.load(origin, controller.signal);
    const flight: Flight = { promise, controller, waiting: 0 };
    this.#flights.set(origin, flight);
    const land = (): void => {
      if (this.#flights.get(origin) === flight) this.#flights.delete(origin);
    };
    promise.then(land, land);
    return flight;
  }
}

function originOf(url: string | URL): string {
  const { protocol, origin } = new URL(robotsTxtUrl(url));
  if (protocol === "http:" || protocol === "https:") return origin;
  throw new TypeError(`url: expected an http or https URL; got ${protocol}`);
}
