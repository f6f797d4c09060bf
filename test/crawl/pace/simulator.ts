/** A crawl in virtual time, and a checker that keeps its own records and knows nothing of the pacer's. */
import type { PaceLimits, PaceOutcome } from "../../../bindings/crawl/client/pacing.ts";
import { Pacer, type Turn } from "../../../bindings/crawl/pace/pacer.ts";
import type { PacerOptions } from "../../../bindings/crawl/pace/pacer-options.ts";

export interface SimulatedHost {
  readonly origin: string;
  readonly limits: PaceLimits;
  readonly address?: string;
  /** How its request number `start` ends. Default: status 200. */
  readonly outcome?: (start: number) => PaceOutcome;
}

interface Record {
  readonly host: SimulatedHost;
  starts: number;
  running: number;
  lastEndMs: number;
  /** No request may start before, after a Retry-After. */
  closedUntilMs: number;
}

export interface CrawlReport {
  readonly requests: number;
  readonly mostAtOnce: number;
  readonly mostAtAddress: number;
  /** What was early, wrong or too much, in words. */
  readonly faults: readonly string[];
  /** Requests by origin. */
  readonly starts: ReadonlyMap<string, number>;
}

export const START_MS: number = Date.UTC(2026, 0, 1);

/** How long requests take, at least and at most. */
const LATENCY_MS = [50, 500] as const;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Events in time order; among equal times, in the order of their addition. */
class Agenda<T> {
  readonly #heap: { atMs: number; order: number; event: T }[] = [];
  #order = 0;

  get firstAtMs(): number {
    return this.#heap[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  add(atMs: number, event: T): void {
    const heap = this.#heap;
    heap.push({ atMs, order: this.#order++, event });
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!this.#isBefore(i, parent)) return;
      [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
      i = parent;
    }
  }

  take(): { atMs: number; event: T } {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) heap[0] = last;
    for (let i = 0; ; ) {
      const children = [2 * i + 1, 2 * i + 2].filter((child) => child < heap.length);
      const child = children.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1))[0];
      if (child === undefined || !this.#isBefore(child, i)) return first;
      [heap[i], heap[child]] = [heap[child]!, heap[i]!];
      i = child;
    }
  }

  #isBefore(i: number, j: number): boolean {
    const [a, b] = [this.#heap[i]!, this.#heap[j]!];
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  }
}

/** Crawls for `durationMs`. Every host always has `backlog` turns asked for or running. */
export function crawl(
  hosts: readonly SimulatedHost[],
  durationMs: number,
  options: PacerOptions = {},
  { seed = 1, backlog = 2 }: { seed?: number; backlog?: number } = {},
): CrawlReport {
  const random = randomFrom(seed);
  const pacer = new Pacer({ random, ...options });
  const agenda = new Agenda<Turn | "wake">();
  const records = new Map<string, Record>(
    hosts.map((host) => [
      host.origin,
      { host, starts: 0, running: 0, lastEndMs: Number.NEGATIVE_INFINITY, closedUntilMs: 0 },
    ]),
  );
  const atAddress = new Map<string, number>();
  const faults: string[] = [];
  let nowMs = START_MS;
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let [requests, running, mostAtOnce, mostAtAddress] = [0, 0, 0, 0];

  const ask = ({ host }: Record): Turn => pacer.add(host.origin, host.limits, nowMs, host.address);
  const check = ({ host, lastEndMs, closedUntilMs, running: own }: Record): void => {
    const { intervalMs = 0, concurrency = 1, window } = host.limits;
    if (intervalMs > 0 && nowMs - lastEndMs < intervalMs) faults.push(`${host.origin}: ${nowMs - lastEndMs} ms`);
    if (nowMs < closedUntilMs) faults.push(`${host.origin}: ${closedUntilMs - nowMs} ms before its back-off ended`);
    if (own >= (intervalMs > 0 ? 1 : concurrency)) faults.push(`${host.origin}: ${own + 1} at once`);
    if (window !== undefined && !isOpen(window, nowMs)) faults.push(`${host.origin}: outside its hours`);
  };
  const count = (host: SimulatedHost, by: 1 | -1): void => {
    running += by;
    mostAtOnce = Math.max(mostAtOnce, running);
    if (host.address === undefined) return;
    const same = (atAddress.get(host.address) ?? 0) + by;
    atAddress.set(host.address, same);
    mostAtAddress = Math.max(mostAtAddress, same);
  };
  const begin = (turn: Turn): void => {
    const record = records.get(turn.origin)!;
    check(record);
    requests++;
    record.starts++;
    record.running++;
    count(record.host, 1);
    agenda.add(nowMs + LATENCY_MS[0] + (LATENCY_MS[1] - LATENCY_MS[0]) * random(), turn);
  };
  const startAll = (): void => {
    for (;;) {
      const { turn, atMs } = pacer.next(nowMs);
      if (turn !== undefined) begin(turn);
      else {
        if (atMs < wakeAtMs) agenda.add(atMs, "wake");
        wakeAtMs = Math.min(wakeAtMs, atMs);
        return;
      }
    }
  };
  const finish = (turn: Turn): void => {
    const record = records.get(turn.origin)!;
    const outcome = record.host.outcome?.(record.starts) ?? { status: 200 };
    record.running--;
    count(record.host, -1);
    record.lastEndMs = nowMs;
    record.closedUntilMs = Math.max(record.closedUntilMs, nowMs + (outcome.retryAfterMs ?? 0));
    pacer.end(turn, nowMs, outcome);
    ask(record);
  };

  for (let n = 0; n < backlog; n++) for (const record of records.values()) ask(record);
  startAll();
  while (agenda.firstAtMs < START_MS + durationMs) {
    const { atMs, event } = agenda.take();
    nowMs = atMs;
    if (event !== "wake") finish(event);
    else if (atMs === wakeAtMs) wakeAtMs = Number.POSITIVE_INFINITY;
    startAll();
  }
  const starts = new Map(Array.from(records, ([origin, record]) => [origin, record.starts]));
  return { requests, mostAtOnce, mostAtAddress, faults, starts };
}

function isOpen({ fromMinute, toMinute }: NonNullable<PaceLimits["window"]>, ms: number): boolean {
  const minute = (ms / 60_000) % 1440;
  if (fromMinute === toMinute) return true;
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
}
