/** Pace: waiting for turns, with timers that the test moves. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getDomain } from "tldts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaceLimits, PaceOutcome } from "../../../bindings/crawl/client/index.ts";
import { type AcquireOptions, Pace, type PaceOptions } from "../../../bindings/crawl/pace/pace.ts";
import type { PaceStore } from "../../../bindings/crawl/pace/pace-store.ts";
import type { QueueKey } from "../../../bindings/crawl/pace/queue-keys.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const url = "https://shop.example/a";
const second = { limits: { intervalMs: 1000 } } as const;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

const paceWith = (options: PaceOptions = {}): Pace =>
  new Pace({ jitter: 0, clock: Date.now, minIntervalMs: 0, ...options });

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

describe("queues that put work back", () => {
  it("dueAt says when a new caller's turn would come, after all who wait", async () => {
    const pace = paceWith();
    expect(pace.dueAt(url)).toBe(Date.now());
    const lease = await pace.acquire(url, second);
    expect(pace.dueAt(url)).toBe(Date.now() + 1000);
    lease.release({ status: 429, retryAfterMs: 5000 });
    expect(pace.dueAt(url)).toBe(Date.now() + 5000);
    void pace.acquire(url, second);
    expect(pace.dueAt(url)).toBe(Date.now() + 6000);
    expect(pace.dueAt("https://other.example/")).toBe(Date.now());
  });

  it("maxWaitMs rejects at once where the wait is known to be longer, and names the time", async () => {
    const pace = paceWith();
    (await pace.acquire(url, second)).release();
    const error = await pace.acquire(url, { ...second, maxWaitMs: 999 }).catch((one) => one);
    expect(error).toMatchObject({ code: "ERR_NOT_DUE", dueAt: Date.now() + 1000 });
    expect(pace.waiting).toBe(0);
    const given = pace.acquire(url, { ...second, maxWaitMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await given).waitedMs).toBe(1000);
  });

  it("maxWaitMs rejects when the time is over, if the request before takes longer", async () => {
    const pace = paceWith();
    await pace.acquire(url, second);
    const given = pace.acquire(url, { ...second, maxWaitMs: 3000 }).catch((one) => one);
    await vi.advanceTimersByTimeAsync(2999);
    expect(pace.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await given).toMatchObject({ code: "ERR_NOT_DUE" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("maxWaitMs holds for a host that another process has closed", async () => {
    const store = storeHere();
    await store.release("https://shop.example", "other", 5000);
    const pace = paceWith({ store, processes: 2 });
    const error = await pace.acquire(url, { ...second, maxWaitMs: 2000 }).catch((one) => one);
    expect(error).toMatchObject({ code: "ERR_NOT_DUE", dueAt: Date.now() + 5000 });
  });
});

describe("the first", () => {
  it("goes before all who wait for the host, and not before its interval", async () => {
    const pace = paceWith();
    (await pace.acquire(url, second)).release();
    const order: string[] = [];
    const ask = (name: string, isFirst: boolean): Promise<unknown> =>
      pace.acquire(url, { ...second, isFirst }).then((lease) => {
        order.push(name);
        void lease.release();
      });
    const all = [ask("a", false), ask("b", false), ask("robots.txt", true)];
    await vi.advanceTimersByTimeAsync(999);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(all);
    expect(order).toEqual(["robots.txt", "a", "b"]);
  });
});

describe("the default interval", () => {
  const waitOf = async (options: PaceOptions, limits?: PaceLimits): Promise<number> => {
    const pace = new Pace({ jitter: 0, clock: Date.now, ...options });
    const call = limits === undefined ? {} : { limits };
    (await pace.acquire(url, call)).release();
    return pace.dueAt(url) - Date.now();
  };

  it.each<[string, PaceOptions, PaceLimits | undefined, number]>([
    ["a second where nothing is stated", {}, {}, 1000],
    ["a second where nothing is known", {}, undefined, 1000],
    ["a delay that the file states counts", {}, { intervalMs: 100 }, 100],
    ["a delay of 0 that the file states counts", {}, { intervalMs: 0 }, 0],
    ["a rate that the file states counts", {}, { rates: [{ requests: 10, seconds: 1 }] }, 100],
    ["the own minimum replaces it", { minIntervalMs: 50 }, {}, 50],
    ["0 turns it off", { minIntervalMs: 0 }, {}, 0],
    ["0 turns it off by its own name", { defaultIntervalMs: 0 }, {}, 0],
    ["several requests at a time turn it off", { hostConcurrency: 4 }, {}, 0],
    ["another default", { defaultIntervalMs: 5000 }, {}, 5000],
  ])("%s", async (_, options, limits, waitMs) => expect(await waitOf(options, limits)).toBe(waitMs));
});

describe("adaptiveDelay", () => {
  const adaptive = { minIntervalMs: 0, adaptiveDelay: { factor: 5, minMs: 100, maxMs: 10_000 } };
  const delayAfter = async (pace: Pace, outcomes: readonly PaceOutcome[]): Promise<number> => {
    for (const outcome of outcomes) {
      const given = pace.acquire(url, { limits: {} });
      await vi.advanceTimersByTimeAsync(20_000);
      (await given).release(outcome);
    }
    return pace.dueAt(url) - Date.now();
  };
  const responded = (responseMs: number, status = 200): PaceOutcome => ({ status, responseMs });

  itEach<[string, PaceOutcome[], number]>("adaptiveDelay: %s", async (_, outcomes, delayMs) =>
    expect(await delayAfter(paceWith(adaptive), outcomes)).toBe(delayMs),
  );

  it("a host that gets slower than maxIntervalMs is refused with a code", async () => {
    const pace = paceWith({ ...adaptive, maxIntervalMs: 3000 });
    await delayAfter(pace, [responded(1000)]);
    await expect(pace.acquire(url, { limits: {} })).rejects.toMatchObject({ code: "ERR_TOO_SLOW" });
  });
});

describe("one queue by", () => {
  const waits = async (
    key: QueueKey,
    urls: readonly [string, string],
    addresses: readonly string[] = [],
  ): Promise<number> => {
    const pace = paceWith({ key });
    const call = (n: number): AcquireOptions => ({ ...second, ...(addresses[n] && { address: addresses[n] }) });
    (await pace.acquire(urls[0], call(0))).release();
    const given = pace.acquire(urls[1], call(1));
    await vi.advanceTimersByTimeAsync(5000);
    return (await given).waitedMs;
  };

  const domainOf = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });

  it.each<[QueueKey, string, string, string[], number]>([
    ["origin", "https://a.shop.example/", "https://b.shop.example/", [], 0],
    [domainOf, "https://a.shop.co.uk/", "https://b.shop.co.uk/", [], 1000],
    [domainOf, "https://shop.co.uk/", "http://www.shop.co.uk:8080/", [], 1000],
    [domainOf, "https://one.co.uk/", "https://two.co.uk/", [], 0],
    [domainOf, "https://one.github.io/", "https://two.github.io/", [], 0],
    [domainOf, "http://127.0.0.1/", "http://127.0.0.1:81/", [], 1000],
    [domainOf, "http://127.0.0.1/", "http://127.0.0.2/", [], 0],
    ["address", "https://one.example/", "https://two.example/", ["192.0.2.1", "192.0.2.1"], 1000],
    ["address", "https://one.example/", "https://two.example/", ["192.0.2.1", "192.0.2.2"], 0],
  ])("%s: %s, then %s", async (key, first, then, addresses, waitMs) =>
    expect(await waits(key, [first, then], addresses)).toBe(waitMs),
  );

  it("a domain keeps the longest interval that its origins ask for", async () => {
    const pace = paceWith({ key: domainOf });
    (await pace.acquire("https://a.shop.co.uk/", { limits: { intervalMs: 4000 } })).release();
    await vi.advanceTimersByTimeAsync(4000);
    (await pace.acquire("https://b.shop.co.uk/", { limits: {} })).release();
    expect(pace.dueAt("https://b.shop.co.uk/") - Date.now()).toBe(4000);
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

  it("that is down, each process on its own waits for the interval of all, if that is chosen", async () => {
    const store = Object.assign(storeHere(), { fail: true });
    const errors: unknown[] = [];
    const pace = paceWith({
      store,
      processes: 4,
      whenStoreIsDown: "alone",
      onStoreError: (error) => errors.push(error),
    });
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
    const down = { whenStoreIsDown: "alone", onStoreError: (error: unknown) => errors.push(error) } as const;
    const pace = paceWith({ store, processes: 4, ...down });
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
    await vi.advanceTimersByTimeAsync(3000);
    store.fail = false;
    await vi.advanceTimersByTimeAsync(2000);
    (await first).release();
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

  describe("that does not answer", () => {
    const failing = (): ReturnType<typeof storeHere> => Object.assign(storeHere(), { fail: true });

    it("nobody gets a turn, and everybody does when it answers again", async () => {
      const store = failing();
      const pace = paceWith({ store, processes: 2 });
      const given = [url, "https://other.example/"].map((one) => pace.acquire(one, second));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(pace.waiting).toBe(2);
      store.fail = false;
      await vi.advanceTimersByTimeAsync(2000);
      for (const { waitedMs } of await Promise.all(given)) expect(waitedMs).toBeGreaterThan(30_000);
    });

    it("callers get ERR_STORE after storeWaitMs, each after its own wait", async () => {
      const pace = paceWith({ store: failing(), processes: 2, storeWaitMs: 5000 });
      const codes: string[] = [];
      const ask = (): unknown => pace.acquire(url, second).catch(({ code }) => codes.push(code));
      ask();
      await vi.advanceTimersByTimeAsync(4000);
      ask();
      await vi.advanceTimersByTimeAsync(2100);
      expect(codes).toEqual(["ERR_STORE"]);
      await vi.advanceTimersByTimeAsync(4000);
      expect(codes).toEqual(["ERR_STORE", "ERR_STORE"]);
      expect(pace.waiting).toBe(0);
    });

    it("a request that ends meanwhile closes its host afterwards", async () => {
      const store = storeHere();
      const lease = await paceWith({ store, processes: 2 }).acquire(url, { limits: { intervalMs: 20_000 } });
      store.fail = true;
      const told = lease.release();
      await vi.advanceTimersByTimeAsync(5000);
      await told;
      store.fail = false;
      await vi.advanceTimersByTimeAsync(3000);
      expect(await store.hold("https://shop.example", "other", 1000)).toBe(12_000);
    });

    it("a grant that comes after its caller has gone is given back", async () => {
      const store = storeHere();
      const hold = store.hold.bind(store);
      store.hold = async (...words) => {
        await new Promise((resolve) => setTimeout(resolve, 4000));
        return hold(...words);
      };
      const pace = paceWith({ store, processes: 2, storeWaitMs: 0 });
      await Promise.all([
        expect(pace.acquire(url, second)).rejects.toMatchObject({ code: "ERR_STORE" }),
        vi.advanceTimersByTimeAsync(20_000),
      ]);
      expect(await hold("https://shop.example", "other", 1000)).toBe(0);
    });

    it("it is found again by writing: a store that only reads stays down", async () => {
      const store = storeHere();
      const hold = store.hold.bind(store);
      const said: string[] = [];
      store.hold = async (host, holder, holdMs) => {
        if (holdMs > 0) throw new Error("OOM");
        return hold(host, holder, holdMs);
      };
      const listeners = { onStoreError: () => said.push("down"), onStoreRecovery: () => said.push("up") };
      const pace = paceWith({ store, processes: 2, ...listeners });
      const given = pace.acquire(url, second).catch(({ code }) => code);
      await vi.advanceTimersByTimeAsync(70_000);
      expect(await given).toBe("ERR_STORE");
      expect(said).toEqual(["down"]);
    });
  });

  it("a host whose robots.txt is not known yet is held like one with an interval, and closed with the limits that it gets", async () => {
    const store = storeHere();
    const [one, other] = [paceWith({ store, processes: 2 }), paceWith({ store, processes: 2 })];
    const lease = await one.acquire(`${url}/robots.txt`);
    const waiting = other.acquire(url, second);
    await vi.advanceTimersByTimeAsync(500);
    one.limit(url, { intervalMs: 3000 });
    void lease.release();
    await vi.advanceTimersByTimeAsync(4000);
    expect((await waiting).waitedMs).toBeGreaterThanOrEqual(3500);
  });

  it("limits that come after the request, as where a redirect led to the file, close the host for all", async () => {
    const store = storeHere();
    await (await paceWith({ store, processes: 2 }).acquire(url)).release();
    paceWith({ store, processes: 2 }).limit(url, { intervalMs: 3000 });
    await vi.advanceTimersByTimeAsync(0);
    expect(await store.hold("https://shop.example", "other", 1000)).toBe(3000);
  });

  it("close gives all hosts back, closed for their intervals, and rejects those who wait", async () => {
    const store = storeHere();
    const pace = paceWith({ store, processes: 2 });
    const lease = await pace.acquire(url, second);
    const waiting = pace.acquire(url, second).catch(({ code }) => code);
    await pace.close();
    expect(await waiting).toBe("ERR_CLOSED");
    expect(await store.hold("https://shop.example", "other", 1000)).toBe(1000);
    await lease.release({ status: 503 });
    expect(await store.hold("https://shop.example", "other", 1000)).toBe(1000);
    await expect(pace.acquire(url)).rejects.toMatchObject({ code: "ERR_CLOSED" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("release resolves when the store knows", async () => {
    const store = storeHere();
    const lease = await paceWith({ store, processes: 2 }).acquire(url, second);
    await lease.release();
    expect(await store.hold("https://shop.example", "other", 0)).toBe(1000);
  });

  it("a process that crashed holds a host for holdMs at most", async () => {
    const store = storeHere();
    await paceWith({ store: crashing(store), processes: 2, holdMs: 30_000 }).acquire(url, second);
    const waiting = paceWith({ store, processes: 2, holdMs: 30_000 }).acquire(url, second);
    await vi.advanceTimersByTimeAsync(31_000);
    expect((await waiting).waitedMs).toBeGreaterThanOrEqual(30_000);
  });

  it("a process that stood still for longer than its hold asks again before it requests anything", async () => {
    const store = storeHere();
    const hold = store.hold.bind(store);
    let isFirst = true;
    store.hold = async (...words) => {
      const answer = await hold(...words);
      if (!isFirst) return answer;
      isFirst = false;
      // The answer is there, but the process does not run, and another one takes the host.
      vi.advanceTimersByTime(2000);
      expect(await hold("https://shop.example", "other", 5000)).toBe(0);
      return answer;
    };
    const granted = paceWith({ store, processes: 2, holdMs: 1000, storeTimeoutMs: 60_000 }).acquire(url, second);
    await vi.advanceTimersByTimeAsync(8000);
    expect((await granted).waitedMs).toBeGreaterThanOrEqual(7000);
  });

  it("a lease says whether the host is still its own", async () => {
    const store = storeHere();
    const lease = await paceWith({ store, processes: 2, holdMs: 1000 }).acquire(url, second);
    expect(lease.isCurrent).toBe(true);
    store.fail = true;
    await vi.advanceTimersByTimeAsync(1500);
    expect(lease.isCurrent).toBe(false);
  });

  it("a hold that is renewed too late stays lost: another process may have had the host meanwhile", async () => {
    const store = storeHere();
    const lease = await paceWith({ store, processes: 2, holdMs: 1000 }).acquire(url, second);
    store.fail = true;
    await vi.advanceTimersByTimeAsync(1500);
    store.fail = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await store.hold("https://shop.example", "other", 1000)).toBe("held");
    expect(lease.isCurrent).toBe(false);
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
  [{ key: "host" as QueueKey }, "ERR_INVALID_ARG_VALUE"],
  [{ whenStoreIsDown: "go" as "wait" }, "ERR_INVALID_ARG_VALUE"],
  [{ storeWaitMs: -1 }, "ERR_INVALID_ARG_VALUE"],
  [{ adaptiveDelay: { minMs: 5, maxMs: 4 } }, "ERR_INVALID_ARG_VALUE"],
  [{ adaptiveDelay: { factr: 5 } as object }, "ERR_UNKNOWN_OPTION"],
  [{ concurency: 3 } as PaceOptions, "ERR_UNKNOWN_OPTION"],
])("the options %j throw %s", (options, code) =>
  expect(() => new Pace(options)).toThrow(expect.objectContaining({ code })),
);
