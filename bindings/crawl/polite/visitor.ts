/** The way to a URL: first the verdict, then the turn of its host, then the verdict again if the turn took long. */
import type { ClientExplanation, RequestPace, RobotsClient } from "../../client/index.ts";
import { paceLimitsOf, settingsOf } from "../../client/internal.ts";
import { Pace, type PaceLease } from "../pace/pace.ts";
import { RobotsRefused } from "./refusal.ts";

/** The right to make one request, and why. */
export interface Visit {
  readonly decision: ClientExplanation;
  readonly lease: PaceLease;
}

/** Where `politeFetch` and others wait: a `Pace`, or anything like it. */
export interface PolitePace extends RequestPace {
  acquire: Pace["acquire"];
}

/** During a longer wait, the robots.txt may have changed. */
const DECIDE_AGAIN_AFTER_MS = 1000;
/** A file that is never fresh is not asked for more often. */
const MAX_ROUNDS = 3;

/** Clients without a pacer get one that all that is polite through them share. */
const paces = new WeakMap<RobotsClient, PolitePace>();

function paceOf(client: RobotsClient): PolitePace {
  const { pace } = settingsOf(client);
  const known = (pace as PolitePace | undefined) ?? paces.get(client) ?? new Pace();
  paces.set(client, known);
  return known;
}

export class Visitor {
  readonly #client: RobotsClient;
  readonly #pace: PolitePace;
  readonly #minIntervalMs: number;

  constructor(client: RobotsClient, { pace, minIntervalMs = 0 }: { pace?: PolitePace; minIntervalMs?: number }) {
    this.#pace = pace ?? paceOf(client);
    this.#client = client;
    this.#minIntervalMs = minIntervalMs;
  }

  /**
   * Waits until `url` may be requested. The lease has to be released.
   * @throws RobotsRefused; ERR_TOO_SLOW; the signal's reason when it aborts.
   */
  async enter(url: string, signal?: AbortSignal): Promise<Visit> {
    const call = signal === undefined ? {} : { signal };
    for (let round = 1; ; round++) {
      const decision = await this.#client.explain(url, call);
      if (!decision.allowed) throw new RobotsRefused(decision);
      const limits = this.#limitsOf((await this.#client.get(url, call)).rules);
      const lease = await this.#pace.acquire(url, { ...call, limits });
      if (this.#stillHolds(url, lease, round)) return { decision, lease };
      lease.release();
    }
  }

  #limitsOf(rules: Parameters<typeof paceLimitsOf>[0]): ReturnType<typeof paceLimitsOf> {
    const limits = paceLimitsOf(rules);
    const intervalMs = Math.max(limits.intervalMs ?? 0, this.#minIntervalMs);
    return intervalMs === 0 ? limits : { ...limits, intervalMs };
  }

  /** Fetches nothing: a robots.txt would wait for the very host that this lease holds. */
  #stillHolds(url: string, { waitedMs }: PaceLease, round: number): boolean {
    if (waitedMs < DECIDE_AGAIN_AFTER_MS) return true;
    const now = this.#client.peek(url);
    return now === undefined ? round >= MAX_ROUNDS : now.allowed;
  }
}
