/** Pace: waiting for turns, with timers that the test moves. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace, type PaceOptions } from "../../../bindings/crawl/pace/pace.ts";
import type { PaceStore } from "../../../bindings/crawl/pace/pace-store.ts";

const url = "https://shop.example/a";
const second = { limits: { intervalMs: 1000 } } as const;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

const paceWith = (options: PaceOptions = {}): Pace => new Pace({ jitter: 0, clock: Date.now, ...options });

/** When requests of `times` turns start, in milliseconds from now; each takes `durationMs`. */
async function startsOf(pace: Pace, times: number, durationMs: number, call = second): Promise<number[]> {
  const beganAtMs = Date.now();
  const starts: number[] = [];
  const one = async (): Promise<void> => {
    const lease = await pace.acquire(url, call);
    starts.push(Date.now() - beganAtMs);
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    lease.release();
  };
  const all = Promise.all(Array.from({ length: times }, one));
  await vi.advanceTimersByTimeAsync(100_000);
  await all;
  return starts;
}

describe("acquire", () => {
  it("waits for the interval from the end of the request before", async () =>
    expect(await startsOf(paceWith(), 3, 200)).toEqual([0, 1200, 2400]));

  it("does not wait for other hosts", async () => {
    const pace = paceWith();
    await pace.acquire(url, second);
    expect((await pace.acquire("https://other.example/", second)).waitedMs).toBe(0);
  });

  it("says how long the turn took", async () => {
    const pace = paceWith();
    (await pace.acquire(url, second)).release();
    const waiting = pace.acquire(url, second);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toMatchObject({ origin: "https://shop.example", waitedMs: 1000 });
  });

  it("takes a pause from the outcome", async () => {
    const pace = paceWith();
    const lease = await pace.acquire(url);
    lease.release({ status: 429, retryAfterMs: 5000 });
    lease.release({ status: 200 });
    const waiting = pace.acquire(url);
    await vi.advanceTimersByTimeAsync(5000);
    expect((await waiting).waitedMs).toBe(5000);
  });

  it("gives the place in line back when its signal aborts", async () => {
    const pace = paceWith();
    const held = await pace.acquire(url, second);
    const controller = new AbortController();
    const given = pace.acquire(url, { ...second, signal: controller.signal });
    const other = pace.acquire(url, second);
    controller.abort(new Error("no longer needed"));
    await expect(given).rejects.toThrow("no longer needed");
    expect(pace.waiting).toBe(1);
    held.release();
    await vi.advanceTimersByTimeAsync(1000);
    expect((await other).waitedMs).toBe(1000);
    await expect(pace.acquire(url, { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
  });

  it("waits for longer than one timer can hold", async () => {
    const pace = paceWith();
    const month = { limits: { intervalMs: 30 * 86_400_000 } };
    (await pace.acquire(url, month)).release();
    let isDone = false;
    void pace.acquire(url, month).then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(30 * 86_400_000 - 1);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isDone).toBe(true);
  });

  it("refuses hosts that ask for too long an interval, and what is not a URL", async () => {
    const pace = paceWith({ maxIntervalMs: 500 });
    await expect(pace.acquire(url, second)).rejects.toMatchObject({ code: "ERR_TOO_SLOW" });
    await expect(pace.acquire("/a", second)).rejects.toMatchObject({ code: "ERR_INVALID_URL" });
    expect(pace.waiting).toBe(0);
  });
});

it("a new robots.txt holds at once for those who wait", async () => {
  const pace = paceWith();
  (await pace.acquire(url, { limits: { intervalMs: 60_000 } })).release();
  const waiting = pace.acquire(url, { limits: { intervalMs: 60_000 } });
  await vi.advanceTimersByTimeAsync(10_000);
  pace.limit(url, { intervalMs: 5000 });
  expect((await waiting).waitedMs).toBe(10_000);
});

describe("a new robots.txt that asks for more than maxIntervalMs", () => {
  it("refuses those who wait by the old one, and lets the next robots.txt be fetched", async () => {
    const pace = paceWith({ maxIntervalMs: 5000 });
    (await pace.acquire(url, second)).release();
    const page = pace.acquire(url, second);
    const robotsTxt = pace.acquire(url);
    pace.limit(url, { intervalMs: 6000 });
    await expect(page).rejects.toMatchObject({ code: "ERR_TOO_SLOW" });
    await vi.advanceTimersByTimeAsync(6000);
    expect((await robotsTxt).waitedMs).toBe(6000);
  });
});

it("nothing keeps the process running when nobody waits", async () => {
  const pace = paceWith();
  (await pace.acquire(url)).release({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
  const controller = new AbortController();
  const waiting = pace.acquire(url, { signal: controller.signal });
  expect(vi.getTimerCount()).toBe(1);
  controller.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  expect(vi.getTimerCount()).toBe(0);
});

it("says on its diagnostics channel when turns come and hosts pause, and listeners change nothing", async () => {
  const events: unknown[] = [];
  const listener = (event: unknown): void => void events.push(event);
  subscribe("robots-wasm:pace", listener);
  try {
    (await paceWith().acquire(url)).release({ status: 429, retryAfterMs: 5000 });
  } finally {
    unsubscribe("robots-wasm:pace", listener);
  }
  expect(events).toEqual([
    { type: "turn", origin: "https://shop.example", waitedMs: 0 },
    { type: "backoff", origin: "https://shop.example", status: 429, pauseMs: 5000 },
  ]);
});

it("without a store each of several processes waits for its share", async () =>
  expect(await startsOf(paceWith({ processes: 3 }), 2, 0)).toEqual([0, 3000]));

/** A store in this process, with the time of the test. */
function storeHere(): PaceStore & { fail: boolean } {
  const hosts = new Map<string, { holder: string; untilMs: number; closedUntilMs: number }>();
  const check = (store: { fail: boolean }): void => {
    if (store.fail) throw new Error("the store is down");
  };
  return {
    fail: false,
    async hold(host, holder, holdMs) {
      check(this);
      const known = hosts.get(host) ?? { holder: "", untilMs: 0, closedUntilMs: 0 };
      const isHeld = known.untilMs > Date.now();
      if (!(isHeld && known.holder === holder)) {
        if (known.closedUntilMs > Date.now()) return known.closedUntilMs - Date.now();
        if (isHeld && holdMs > 0) return "held";
      }
      if (holdMs > 0) hosts.set(host, { ...known, holder, untilMs: Date.now() + holdMs });
      return 0;
    },
    async release(host, holder, waitMs) {
      check(this);
      const known = hosts.get(host) ?? { holder: "", untilMs: 0, closedUntilMs: 0 };
      const closedUntilMs = Math.max(known.closedUntilMs, Date.now() + waitMs);
      hosts.set(host, { ...known, untilMs: known.holder === holder ? 0 : known.untilMs, closedUntilMs });
    },
  };
}

/** The process crashes after its first hold: nothing else reaches the store. */
function crashing(store: PaceStore): PaceStore {
  let isFirst = true;
  return {
    hold: async (...words) => {
      if (!isFirst) return 0;
      isFirst = false;
      return store.hold(...words);
    },
    release: async () => undefined,
  };
}

describe("with a store", () => {
  it("two processes keep the interval together", async () => {
    const store = storeHere();
    const both = [1, 2].map(() => startsOf(paceWith({ store, processes: 2 }), 4, 200));
    const starts = (await Promise.all(both)).flat().sort((a, b) => a - b);
    expect(starts).toHaveLength(8);
    for (let i = 1; i < starts.length; i++) expect(starts[i]! - starts[i - 1]!).toBeGreaterThanOrEqual(1200);
  });

  it("a pause of one process holds for the other", async () => {
    const store = storeHere();
    const [one, other] = [paceWith({ store, processes: 2 }), paceWith({ store, processes: 2 })];
    (await one.acquire(url)).release({ status: 503, retryAfterMs: 8000 });
    const waiting = other.acquire(url);
    await vi.advanceTimersByTimeAsync(9000);
    expect((await waiting).waitedMs).toBeGreaterThanOrEqual(8000);
  });

  it("that is down, each process waits for the interval of all", async () => {
    const store = Object.assign(storeHere(), { fail: true });
    const errors: unknown[] = [];
    const pace = paceWith({ store, processes: 4, onStoreError: (error) => errors.push(error) });
    const starts = await startsOf(pace, 3, 0);
    expect(starts[0]).toBeGreaterThanOrEqual(4000);
    for (let i = 1; i < starts.length; i++) expect(starts[i]! - starts[i - 1]!).toBeGreaterThanOrEqual(4000);
    expect(errors.map(String)).toEqual(["Error: the store is down"]);
  });

  it.each<[string, () => unknown]>([
    ["a negative time", () => -1],
    ["NaN", () => Number.NaN],
    ["an endless time", () => Number.POSITIVE_INFINITY],
    ["nothing", () => undefined],
    ["a text", () => "0"],
    [
      "nothing, and throws before there is a promise",
      () => {
        throw new Error("down");
      },
    ],
  ])("that answers %s is down, and the process goes on", async (_, hold) => {
    const errors: unknown[] = [];
    const store = { hold: hold as PaceStore["hold"], release: hold as PaceStore["release"] };
    const pace = paceWith({ store, processes: 4, onStoreError: (error) => errors.push(error) });
    const starts = await startsOf(pace, 3, 0);
    expect(starts[2]! - starts[1]!).toBeGreaterThanOrEqual(4000);
    expect(errors).toHaveLength(1);
  });

  it("a request that takes longer than holdMs keeps its hold", async () => {
    const store = storeHere();
    const lease = await paceWith({ store, processes: 2, holdMs: 3000 }).acquire(url, second);
    const waiting = paceWith({ store, processes: 2, holdMs: 3000 }).acquire(url, second);
    await vi.advanceTimersByTimeAsync(20_000);
    lease.release();
    await vi.advanceTimersByTimeAsync(2000);
    expect((await waiting).waitedMs).toBeGreaterThanOrEqual(21_000);
  });

  it("an outage is said once, and so is its end", async () => {
    const store = Object.assign(storeHere(), { fail: true });
    const said: string[] = [];
    const listeners = { onStoreError: () => said.push("down"), onStoreRecovery: () => said.push("up") };
    const pace = paceWith({ store, processes: 2, ...listeners });
    const first = pace.acquire(url);
    await vi.advanceTimersByTimeAsync(2000);
    (await first).release();
    store.fail = false;
    for (let n = 0; n < 3; n++) {
      (await pace.acquire(url)).release();
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect(said).toEqual(["down", "up"]);
  });

  it("what onStoreError throws reaches the caller", async () => {
    const store = Object.assign(storeHere(), { fail: true });
    const onStoreError = (): never => {
      throw new Error("stop");
    };
    const given = paceWith({ store, processes: 2, onStoreError }).acquire(url);
    given.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2000);
    await expect(given).rejects.toThrow("stop");
  });

  it("a process that crashed holds a host for holdMs at most", async () => {
    const store = storeHere();
    await paceWith({ store: crashing(store), processes: 2, holdMs: 30_000 }).acquire(url, second);
    const waiting = paceWith({ store, processes: 2, holdMs: 30_000 }).acquire(url, second);
    await vi.advanceTimersByTimeAsync(31_000);
    expect((await waiting).waitedMs).toBeGreaterThanOrEqual(30_000);
  });

  it("a caller who gives up while the store is asked gives the host back", async () => {
    const store = storeHere();
    const controller = new AbortController();
    const given = paceWith({ store, processes: 2 }).acquire(url, { ...second, signal: controller.signal });
    controller.abort(new Error("gone"));
    await expect(given).rejects.toThrow("gone");
    await vi.advanceTimersByTimeAsync(1000);
    expect((await paceWith({ store, processes: 2 }).acquire(url, second)).waitedMs).toBe(0);
  });
});

it.each<[PaceOptions, string]>([
  [{ processes: 0 }, "ERR_INVALID_ARG_VALUE"],
  [{ store: {} as PaceStore, processes: 2 }, "ERR_INVALID_ARG_TYPE"],
  [{ store: storeHere() }, "ERR_INVALID_ARG_VALUE"],
  [{ concurency: 3 } as PaceOptions, "ERR_UNKNOWN_OPTION"],
])("the options %j throw %s", (options, code) =>
  expect(() => new Pace(options)).toThrow(expect.objectContaining({ code })),
);
