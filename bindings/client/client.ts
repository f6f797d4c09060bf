/**
 * RobotsClient: a URL goes in, a verdict that can be defended comes out. Joins the machine to a `fetch`, a store and a
 * clock; one flight an origin in this process. Nothing an origin does throws: it is an outage, and the policy decides.
 */
import pLimit from "p-limit";
import { type AgentRules, parse, robotsTxtUrl } from "../index.ts";
import { decodeEntry, type Entry, encodeEntry } from "./entry.ts";
import { type Action, isFresh, start, step, succeed, verdictOf } from "./machine.ts";
import { type Options, type Settings, settingsOf } from "./options.ts";
import { DAY_MS, type Status, type Verdict } from "./policy.ts";
import { type Answer, exchange } from "./transport.ts";

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

/** An entry is kept through the longest outage a policy knows, and a day. */
const KEEP_MS = 44 * DAY_MS;

export class RobotsClient {
  readonly #settings: Settings;
  readonly #everything: Readonly<Record<"allow" | "disallow", AgentRules>>;
  readonly #flights: Map<string, Flight> = new Map();

  constructor(options: Options) {
    this.#settings = settingsOf(options);
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
    const promise = this.#load(origin, controller.signal);
    const flight: Flight = { promise, controller, waiting: 0 };
    this.#flights.set(origin, flight);
    const land = (): void => {
      if (this.#flights.get(origin) === flight) this.#flights.delete(origin);
    };
    promise.then(land, land);
    return flight;
  }

  async #load(origin: string, signal: AbortSignal): Promise<Entry> {
    const { agent, policy, store, clock } = this.#settings;
    const key = `robots:${policy.name}:${String(agent)}:${origin}`;
    const known = decodeEntry(await this.#stored(() => store.get(key)));
    if (isFresh(clock(), known)) return known;
    const entry = await this.#attempt(origin, known, signal);
    await this.#stored(() => store.set(key, encodeEntry(entry), KEEP_MS));
    return entry;
  }

  /** A store that fails is no store: the answer is fetched. */
  async #stored<T>(use: () => T): Promise<Awaited<T> | undefined> {
    try {
      return await use();
    } catch (error) {
      this.#settings.onStoreError?.(error);
      return undefined;
    }
  }

  async #attempt(origin: string, known: Entry | undefined, signal: AbortSignal): Promise<Entry> {
    const { policy, clock } = this.#settings;
    let action: Action = start(robotsTxtUrl(origin), known);
    while (action.type === "request") {
      const { attempt } = action;
      try {
        const answer = await this.#request(action.url, action.headers, signal);
        action = step(policy, clock(), known, attempt, { type: "response", ...answer, chance: Math.random() });
        if (action.type === "read")
          return succeed(policy, clock(), attempt, answer, await this.#compile(answer, origin));
      } catch (error) {
        signal.throwIfAborted();
        action = step(policy, clock(), known, attempt, {
          type: "error",
          error: messageOf(error),
          chance: Math.random(),
        });
      }
    }
    if (action.type !== "done") throw new Error("unreachable: a body is read as soon as the machine asks for it");
    return action.entry;
  }

  #request(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Answer> {
    const { fetch, userAgent, limits } = this.#settings;
    return exchange(
      fetch,
      url,
      { ...headers, "user-agent": userAgent, accept: "text/plain, */*;q=0.1" },
      limits,
      signal,
    );
  }

  async #compile(
    { body }: Answer,
    origin: string,
  ): Promise<{ rules: AgentRules; sitemaps: readonly string[]; hash: string }> {
    const { agent, policy, limits } = this.#settings;
    const robots = parse(body, { dialect: policy.dialect, maxBytes: limits.maxBytes, url: robotsTxtUrl(origin) });
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { rules: robots.agent(agent), sitemaps: robots.sitemaps, hash };
  }
}

function originOf(url: string | URL): string {
  const { protocol, origin } = new URL(robotsTxtUrl(url));
  if (protocol === "http:" || protocol === "https:") return origin;
  throw new TypeError(`url: expected an http or https URL; got ${protocol}`);
}

/** `fetch` hides the reason in `cause`. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
