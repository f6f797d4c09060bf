/**
 * From an origin to what is known of it: out of the store while it is fresh, otherwise fetched, by one process for all
 * that share the store. Nothing an origin or a store does throws: it is an outage, and the policy decides.
 */
import { LRUCache } from "lru-cache";
import { toUtf8 } from "../access/charset.ts";
import { decodeEntry, encodeEntry, heldBytes, type StoredEntry } from "../access/entry.ts";
import { type FetchAction, isFresh, start, step, succeed } from "../access/machine.ts";
import { messageOf } from "../access/message.ts";
import { DAY_MS } from "../access/policy.ts";
import { type AgentRules, parse, robotsTxtUrl } from "../index.ts";
import { keyOf, sha256 } from "./key.ts";
import { LeasePoller } from "./lease-poller.ts";
import type { Settings } from "./options.ts";
import { ResilientStore } from "./resilient.ts";
import type { Lease } from "./store.ts";
import { exchange, type HttpAnswer } from "./transport.ts";

/** An entry is kept through the longest freshness and the longest outage that a policy knows, 30 days each, and some. */
const KEEP_MS = 62 * DAY_MS;
/** What decoded entries may take: a fresh one is used without asking the store again. */
const WARM_BYTES = 16 * 2 ** 20;

export class Loader {
  readonly #settings: Settings;
  readonly #store: ResilientStore;
  readonly #warm: LRUCache<string, StoredEntry>;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#store = new ResilientStore(settings.store, settings.limits.storeTimeoutMs, settings);
    this.#warm = new LRUCache({ maxSize: WARM_BYTES, sizeCalculation: heldBytes });
  }

  /** What this client has decoded already, if it is still fresh. */
  warm(origin: string): StoredEntry | undefined {
    const entry = this.#warm.get(origin);
    return isFresh(this.#settings.clock(), entry) ? entry : undefined;
  }

  async load(origin: string, signal: AbortSignal): Promise<StoredEntry> {
    const entry = await this.#fetchOnce(await keyOf(this.#settings, origin), origin, signal);
    this.#warm.set(origin, entry);
    return entry;
  }

  /**
   * Fetched by this process if it gets the lease, otherwise waited for. A holder that dies loses the lease when it expires;
   * then the next one fetches. Nobody waits for longer than a flight may take, and two leases.
   */
  async #fetchOnce(key: string, origin: string, signal: AbortSignal): Promise<StoredEntry> {
    const { limits, policy } = this.#settings;
    const poller = new LeasePoller((policy.maxRedirects + 1) * limits.bodyTimeoutMs + 2 * limits.leaseMs);
    for (;;) {
      const known = decodeEntry(await this.#store.get(key));
      if (this.#isFresh(known, origin)) return known;
      const lease = poller.isOver ? "alone" : await this.#store.acquire(key, limits.leaseMs);
      if (lease === "alone") return this.#fetch(key, origin, known, signal);
      const entry = lease && (await this.#fetchHolding(key, origin, lease, signal));
      if (entry !== undefined) return entry;
      await poller.pause(signal);
    }
  }

  async #fetch(key: string, origin: string, known: StoredEntry | undefined, signal: AbortSignal): Promise<StoredEntry> {
    const entry = await this.#attempt(origin, known, signal);
    await this.#store.set(key, encodeEntry(entry), KEEP_MS);
    return entry;
  }

  /**
   * What another holder finished between our look at the store and our lease is not fetched again. A store that came back
   * empty after a restart has lost both, and may have given the lease to another: undefined.
   */
  async #fetchHolding(
    key: string,
    origin: string,
    lease: Lease,
    signal: AbortSignal,
  ): Promise<StoredEntry | undefined> {
    const { leaseMs } = this.#settings.limits;
    const stopKeeping = this.#store.keep(key, leaseMs, lease);
    try {
      const known = decodeEntry(await this.#store.get(key));
      if (this.#isFresh(known, origin)) return known;
      if ((await this.#store.acquire(key, leaseMs, lease)) === undefined) return undefined;
      const entry = await this.#attempt(origin, known, signal);
      await this.#store.commit(key, encodeEntry(entry), KEEP_MS, lease);
      return entry;
    } finally {
      stopKeeping();
      await this.#store.release(key, lease);
    }
  }

  #isFresh(known: StoredEntry | undefined, origin: string): known is StoredEntry {
    if (!isFresh(this.#settings.clock(), known)) return false;
    this.#settings.onEvent?.({ type: "stored", origin });
    return true;
  }

  async #attempt(origin: string, known: StoredEntry | undefined, signal: AbortSignal): Promise<StoredEntry> {
    const { policy, clock } = this.#settings;
    let action: FetchAction = start(robotsTxtUrl(origin), known);
    while (action.type === "request") {
      const { attempt, url, headers } = action;
      const outcome = await this.#ask(origin, url, headers, signal);
      action = step(policy, clock(), known, attempt, { ...outcome, chance: Math.random() });
      if (action.type === "read" && outcome.type === "response")
        return succeed(policy, clock(), attempt, outcome, await this.#compile(outcome, origin));
    }
    if (action.type !== "done") throw new Error("unreachable: a body is read as soon as the machine asks for it");
    return action.entry;
  }

  /** @throws the signal's reason when it aborts; every other failure is an answer. */
  async #ask(
    origin: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<({ type: "response" } & HttpAnswer) | { type: "error"; error: string }> {
    const { clock, onEvent } = this.#settings;
    const startedAtMs = clock();
    onEvent?.({ type: "request", origin, url });
    const outcome = await this.#request(url, headers, signal).then(
      (answer) => ({ type: "response", ...answer }) as const,
      (error: unknown) => ({ type: "error", error: messageOf(error) }) as const,
    );
    signal.throwIfAborted();
    const ended = { origin, url, durationMs: clock() - startedAtMs };
    if (outcome.type === "error") onEvent?.({ ...outcome, ...ended });
    else onEvent?.({ type: "response", ...ended, httpStatus: outcome.status });
    return outcome;
  }

  #request(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HttpAnswer> {
    const { fetch, userAgent, limits } = this.#settings;
    // Asked for once a day: a connection kept alive would lie idle, or, used again, be one that the server is just closing.
    // Browsers ignore it.
    const own = { "user-agent": userAgent, accept: "text/plain, */*;q=0.1", connection: "close" };
    return exchange(fetch, url, { ...headers, ...own }, limits, signal);
  }

  async #compile(
    { body, headers }: HttpAnswer,
    origin: string,
  ): Promise<{ rules: AgentRules; sitemaps: readonly string[]; hash: string }> {
    const { agent, policy, limits } = this.#settings;
    const text = toUtf8(body, headers["content-type"] ?? "");
    const robots = parse(text, { dialect: policy.dialect, maxBytes: limits.maxBytes, url: robotsTxtUrl(origin) });
    return { rules: robots.agent(agent), sitemaps: robots.sitemaps, hash: await sha256(body) };
  }
}
