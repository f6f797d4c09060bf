/** Pacer: when each host may be requested, in virtual time. */

import { describe, expect, it } from "vitest";
import { type PaceLimits, type PaceOutcome, paceLimitsOf } from "../../../bindings/crawl/client/pacing.ts";
import { openAt } from "../../../bindings/crawl/pace/limits.ts";
import { Pacer, type Turn } from "../../../bindings/crawl/pace/pacer.ts";
import { parse } from "../../../bindings/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";
import { crawl, randomFrom, START_MS } from "./simulator.ts";

const { itEach } = tablesOf(import.meta.url);

const HOUR_MS = 3_600_000;
const host = "https://shop.example";
const steady = { jitter: 0 } as const;

/** The next turn, which is expected to start now. */
function started(pacer: Pacer, nowMs: number): Turn {
  const { turn } = pacer.next(nowMs);
  expect(turn, `a turn at ${nowMs}`).toBeDefined();
  return turn!;
}

/** Asks for a turn, starts it, and ends it. */
function request(pacer: Pacer, nowMs: number, limits: PaceLimits, outcome: PaceOutcome = {}): void {
  pacer.add(host, limits, nowMs);
  pacer.end(started(pacer, nowMs), nowMs, outcome);
}

/** When a host that was asked for at `nowMs` may be requested. */
function nextAt(pacer: Pacer, nowMs: number, limits: PaceLimits = {}): number {
  pacer.add(host, limits, nowMs);
  return pacer.next(nowMs).atMs;
}

describe("intervals", () => {
  it("count from the end of a request to the start of the next", () => {
    const pacer = new Pacer(steady);
    pacer.add(host, { intervalMs: 1000 }, 0);
    pacer.add(host, { intervalMs: 1000 }, 0);
    const turn = started(pacer, 0);
    expect(pacer.next(5000)).toEqual({ atMs: Number.POSITIVE_INFINITY });
    pacer.end(turn, 7000);
    expect(pacer.next(7999)).toEqual({ atMs: 8000 });
    started(pacer, 8000);
  });

  it("are the longest of crawl delay, request rate and the own minimum", () => {
    const limits = (text: string): PaceLimits => paceLimitsOf(parse(`User-agent: *\n${text}`).agent("x"));
    const gapFor = (text: string, minIntervalMs = 0): number => {
      const pacer = new Pacer({ ...steady, minIntervalMs });
      request(pacer, START_MS, limits(text));
      return nextAt(pacer, START_MS, limits(text)) - START_MS;
    };
    expect(gapFor("Crawl-delay: 10")).toBe(10_000);
    expect(gapFor("Crawl-delay: 10\nRequest-rate: 1/20")).toBe(20_000);
    expect(gapFor("Crawl-delay: 10\nRequest-rate: 5/20")).toBe(10_000);
    expect(gapFor("Request-rate: 2/1m")).toBe(30_000);
    expect(gapFor("Crawl-delay: 0.5", 2000)).toBe(2000);
    expect(gapFor("Disallow:")).toBe(0);
  });

  it("follow the request rate of the hour", () => {
    const rules = parse("User-agent: *\nRequest-rate: 1/10s\nRequest-rate: 1/5m 0100-0200").agent("x");
    const pacer = new Pacer(steady);
    const justBefore = START_MS + HOUR_MS - 5000;
    request(pacer, START_MS, paceLimitsOf(rules));
    expect(nextAt(pacer, START_MS, paceLimitsOf(rules))).toBe(START_MS + 10_000);
    const late = new Pacer(steady);
    request(late, justBefore, paceLimitsOf(rules));
    expect(nextAt(late, justBefore, paceLimitsOf(rules))).toBe(justBefore + 300_000);
  });

  it("are lengthened by jitter, never shortened", () => {
    const pacer = new Pacer({ jitter: 0.5, random: () => 0.5 });
    request(pacer, 0, { intervalMs: 1000 });
    expect(nextAt(pacer, 0, { intervalMs: 1000 })).toBe(1250);
  });

  it("longer than maxIntervalMs refuse the host instead of requesting it faster", () => {
    const pacer = new Pacer({ maxIntervalMs: 30_000 });
    expect(() => pacer.add(host, { intervalMs: 30_001 }, 0)).toThrow(
      "https://shop.example: expected an interval of at most 30000 ms; its robots.txt asks for 30001 ms",
    );
    expect(() => pacer.add(host, { rates: [{ requests: 1, seconds: 60 }] }, 0)).toThrow(
      expect.objectContaining({ code: "ERR_TOO_SLOW" }),
    );
    expect(pacer.size).toBe(0);
  });
});

describe("a new robots.txt", () => {
  it("holds at once for those who wait", () => {
    const pacer = new Pacer(steady);
    request(pacer, 0, { intervalMs: 1000 });
    expect(nextAt(pacer, 0, { intervalMs: 1000 })).toBe(1000);
    pacer.limit(host, { intervalMs: 60_000 }, 500);
    expect(pacer.next(1000)).toEqual({ atMs: 60_000 });
    pacer.limit(host, { intervalMs: 2000 }, 1500);
    expect(pacer.next(1500)).toEqual({ atMs: 2000 });
  });

  it("holds for a host that already stands in line", () => {
    const pacer = new Pacer({ ...steady, concurrency: 1 });
    request(pacer, 0, {});
    pacer.add("https://other.example", {}, 1);
    pacer.add(host, {}, 1);
    const other = started(pacer, 1);
    pacer.limit(host, { intervalMs: 10_000 }, 2);
    pacer.end(other, 3);
    expect(pacer.next(3)).toEqual({ atMs: 10_000 });
  });
});

describe("limits", () => {
  it("stay as they are when a turn is asked for without any", () => {
    const pacer = new Pacer(steady);
    request(pacer, 0, { intervalMs: 1000 });
    pacer.add(host, undefined, 0);
    expect(pacer.next(999)).toEqual({ atMs: 1000 });
  });

  it("that come after a request without any count from the end of that request", () => {
    const pacer = new Pacer({ ...steady, hostConcurrency: 8 });
    pacer.add(host, undefined, 0);
    pacer.end(started(pacer, 0), 100);
    expect(nextAt(pacer, 200, { intervalMs: 1000 })).toBe(1100);
  });

  it("of a host that is not remembered count from now, since its robots.txt has just been requested", () => {
    const pacer = new Pacer(steady);
    pacer.limit(host, { intervalMs: 1000 }, 500);
    expect(nextAt(pacer, 600, { intervalMs: 1000 })).toBe(1500);
    pacer.limit("https://other.example", {}, 500);
    expect(pacer.size).toBe(1);
  });

  it.each([
    [1000, 4000],
    [4000, 1000],
  ])("of several origins of one queue, of %i and %i ms, are the longer interval", (...intervals) => {
    const pacer = new Pacer(steady);
    for (const intervalMs of intervals) pacer.limit(host, { intervalMs }, 0, `https://${intervalMs}.example`);
    pacer.add(host, undefined, 0);
    expect(pacer.next(0)).toEqual({ atMs: 4000 });
  });

  it.each([
    [2, 3],
    [3, 2],
  ])("of several origins of one queue, of %i and %i requests at a time, are the lower number", (...numbers) => {
    const pacer = new Pacer({ ...steady, hostConcurrency: 8 });
    for (const concurrency of [...numbers, 3])
      pacer.add(host, { concurrency }, 0, undefined, { limitsOf: `https://${concurrency}.example` });
    started(pacer, 0);
    started(pacer, 0);
    expect(pacer.next(0).turn).toBeUndefined();
  });

  it("of an address count a request that runs when its host moves there", () => {
    const pacer = new Pacer({ ...steady, addressConcurrency: 1 });
    pacer.add(host, {}, 0, "192.0.2.1");
    const running = started(pacer, 0);
    pacer.add(host, {}, 0, "192.0.2.2");
    pacer.add("https://other.example", {}, 0, "192.0.2.2");
    expect(pacer.next(0).turn).toBeUndefined();
    pacer.end(running, 0);
    started(pacer, 0);
  });

  it("of a host without an interval allow hostConcurrency requests at a time", () => {
    const pacer = new Pacer({ ...steady, hostConcurrency: 2 });
    for (let n = 0; n < 3; n++) pacer.add(host, undefined, 0);
    started(pacer, 0);
    started(pacer, 0);
    expect(pacer.next(0).turn).toBeUndefined();
  });

  it("are divided among processes that do not know of each other", () => {
    const pacer = new Pacer({ ...steady, processes: 3, maxIntervalMs: 10_000 });
    request(pacer, 0, { rates: [{ requests: 1, seconds: 10 }] });
    expect(nextAt(pacer, 0, { rates: [{ requests: 1, seconds: 10 }] })).toBe(30_000);
  });

  it.each<[PaceLimits, string]>([
    [{ intervalMs: Number.POSITIVE_INFINITY }, "ERR_INVALID_ARG_VALUE"],
    [{ intervalMs: Number.NaN }, "ERR_INVALID_ARG_VALUE"],
    [{ concurrency: 0 }, "ERR_INVALID_ARG_VALUE"],
    [{ rates: [{ requests: 0, seconds: 1 }] }, "ERR_INVALID_ARG_VALUE"],
    [{ rates: [{ requests: 1, seconds: 1e306 }] }, "ERR_INVALID_ARG_VALUE"],
    [{ rates: [null as never] }, "ERR_INVALID_ARG_VALUE"],
    [{ intervalMs: 1e308 }, "ERR_INVALID_ARG_VALUE"],
    [{ concurrency: [5] as never }, "ERR_INVALID_ARG_TYPE"],
    [{ window: null as never }, "ERR_INVALID_ARG_VALUE"],
    [{ rates: {} as never }, "ERR_INVALID_ARG_TYPE"],
    [{ window: { fromMinute: -1, toMinute: 5 } }, "ERR_INVALID_ARG_VALUE"],
    [{ crawlDelay: 5 } as PaceLimits, "ERR_UNKNOWN_OPTION"],
  ])("%j throw %s, and no host suffers", (limits, code) => {
    const pacer = new Pacer(steady);
    expect(() => pacer.add(host, limits, 0)).toThrow(expect.objectContaining({ code }));
    expect(() => pacer.limit(host, limits, 0)).toThrow(expect.objectContaining({ code }));
    expect(pacer.size).toBe(0);
  });
});

it("a turn that is taken back shortens no pause", () => {
  const pacer = new Pacer({ ...steady, hostConcurrency: 2 });
  for (let n = 0; n < 2; n++) pacer.add(host, {}, 0);
  const [other, own] = [started(pacer, 0), started(pacer, 0)];
  pacer.end(other, 0, { status: 429, retryAfterMs: 5000 });
  pacer.postpone(own, 1000, 0);
  expect(pacer.next(0)).toEqual({ atMs: 5000 });
});

describe("setbacks", () => {
  const setback = (outcome: PaceOutcome): number => {
    const pacer = new Pacer(steady);
    request(pacer, 0, {}, outcome);
    return nextAt(pacer, 0);
  };

  it.each<[PaceOutcome, number]>([
    [{ status: 429 }, 60_000],
    [{ status: 503 }, 60_000],
    [{ error: true }, 60_000],
    [{ status: 403, challenge: true }, 60_000],
    [{ status: 429, retryAfterMs: 5000 }, 5000],
    [{ status: 503, retryAfterMs: 7_200_000 }, 7_200_000],
    [{ status: 429, retryAfterMs: 0 }, 60_000],
    [{ status: 429, retryAfterMs: Number.NaN }, 60_000],
    [{ status: 429, retryAfterMs: 9e12 }, 86_400_000],
    [{ status: 404 }, 0],
    [{ status: 500 }, 0],
    [{ status: 200, retryAfterMs: 5000 }, 5000],
    [{ status: 500, retryAfterMs: 5000 }, 5000],
    [{ status: 404, retryAfterMs: 5000 }, 5000],
  ])("%j pauses the host for %i ms", (outcome, pauseMs) => expect(setback(outcome)).toBe(pauseMs));

  it("double the pause once an incident: eight 429s at once are one step", () => {
    const pacer = new Pacer(steady);
    for (let n = 0; n < 20; n++) pacer.add(host, { concurrency: 8 }, 0);
    const turns = Array.from({ length: 8 }, () => started(pacer, 0));
    for (const turn of turns) pacer.end(turn, 100, { status: 429 });
    expect(pacer.next(100).atMs).toBe(60_100);
    pacer.end(started(pacer, 60_100), 60_200, { status: 429 });
    expect(pacer.next(60_200).atMs).toBe(180_200);
  });

  it("for years keep the pause a number, also without a first one", () => {
    const pacer = new Pacer({ ...steady, firstBackoffMs: 0 });
    for (let n = 0; n < 1100; n++) request(pacer, n, {}, { status: 503 });
    expect(nextAt(pacer, 1100)).toBe(1100);
  });

  /** The pauses, in seconds, after these statuses one after another. */
  const pausesAfter = (statuses: readonly number[]): number[] => {
    const pacer = new Pacer(steady);
    let nowMs = 0;
    return statuses.flatMap((status) => {
      request(pacer, nowMs, {}, { status });
      const pauseMs = pacer.dueAt(host, nowMs) - nowMs;
      nowMs += pauseMs + 1;
      return status === 429 ? [pauseMs / 1000] : [];
    });
  };
  const times = (count: number, status: number): number[] => Array(count).fill(status);

  it("halve the pause with each success", () => {
    expect(pausesAfter([429, 429, 429, 429])).toEqual([60, 120, 240, 480]);
    expect(pausesAfter([429, 429, 429, 200, 429])).toEqual([60, 120, 240, 240]);
    expect(pausesAfter([429, 429, 429, 404, 200, 429])).toEqual([60, 120, 240, 120]);
    expect(pausesAfter([429, 429, 429, 500, 502, 429])).toEqual([60, 120, 240, 480]);
  });

  it("are forgotten after ten successes, also where the pause was a day", () => {
    const bad = times(40, 429);
    expect(pausesAfter([...bad, ...times(9, 200), 429]).at(-1)).toBe(240);
    expect(pausesAfter([...bad, ...times(10, 200), 429]).at(-1)).toBe(60);
  });

  it("that are rare among successes never add up", () => {
    const pauses = pausesAfter(Array.from({ length: 50 }, () => [429, 200, 200]).flat());
    expect(new Set(pauses)).toEqual(new Set([60]));
  });

  it("pause for longer than Retry-After asks by the jitter, never for less", () => {
    const pacer = new Pacer({ jitter: 0.1, random: () => 0.5 });
    request(pacer, 0, {}, { status: 429, retryAfterMs: 10_000 });
    expect(nextAt(pacer, 0)).toBe(10_500);
  });

  it.each<PaceOutcome>([{ status: 200 }, { status: 429, retryAfterMs: 1000 }, { status: 503 }, {}])(
    "of which a later response, %j, shortens no pause",
    (outcome) => {
      const pacer = new Pacer(steady);
      for (let n = 0; n < 2; n++) pacer.add(host, { concurrency: 2 }, 0);
      const turns = [started(pacer, 0), started(pacer, 0)];
      pacer.end(turns[0]!, 0, { status: 503, retryAfterMs: 500_000 });
      pacer.end(turns[1]!, 10, outcome);
      expect(nextAt(pacer, 20)).toBe(500_000);
    },
  );

  it("are forgiven after half an hour without one", () => {
    const pacer = new Pacer(steady);
    request(pacer, 0, {}, { status: 503 });
    request(pacer, 60_000, {}, {});
    request(pacer, 100_000, {}, { status: 503 });
    expect(nextAt(pacer, 100_000)).toBe(220_000);
    pacer.end(started(pacer, 220_000), 220_000);
    request(pacer, 220_000 + 1_800_001, {}, { status: 200 });
    request(pacer, 3_000_000, {}, { status: 503 });
    expect(nextAt(pacer, 3_000_000)).toBe(3_060_000);
  });
});

describe("Visit-time", () => {
  itEach<[from: number, to: number, hour: number, opensAtHour: number]>(
    "from minute %i to %i, at hour %d: opens at hour %d",
    (fromMinute, toMinute, hour, opensAtHour) =>
      expect(openAt(START_MS + hour * HOUR_MS, { fromMinute, toMinute })).toBe(START_MS + opensAtHour * HOUR_MS),
  );

  it("is checked again at the start, after waiting in line", () => {
    const pacer = new Pacer({ ...steady, concurrency: 1 });
    const window = { fromMinute: 0, toMinute: 60 };
    pacer.add("https://slow.example", {}, START_MS);
    pacer.add(host, { window }, START_MS);
    const slow = started(pacer, START_MS);
    const late = START_MS + 2 * HOUR_MS;
    pacer.end(slow, late);
    expect(pacer.next(late)).toEqual({ atMs: START_MS + 24 * HOUR_MS });
  });
});

describe("turns", () => {
  it("of a long queue are no more than others get", () => {
    const pacer = new Pacer({ ...steady, concurrency: 1 });
    for (let n = 0; n < 10_000; n++) pacer.add("greedy", {}, 0);
    for (let n = 0; n < 100; n++) for (let i = 0; i < 9; i++) pacer.add(`small ${i}`, {}, 0);
    const given = new Map<string, number>();
    for (let n = 0; n < 1000; n++) {
      const turn = started(pacer, n * 10);
      given.set(turn.origin, (given.get(turn.origin) ?? 0) + 1);
      pacer.end(turn, n * 10);
    }
    expect(given.get("greedy")).toBe(100);
  });

  it("that are cancelled go to the next in line", () => {
    const pacer = new Pacer(steady);
    const [first, second, third] = Array.from({ length: 3 }, () => pacer.add(host, { intervalMs: 100 }, 0));
    expect(started(pacer, 0)).toBe(first);
    pacer.cancel(second!, 0);
    pacer.cancel(second!, 0);
    pacer.end(first!, 0);
    expect(started(pacer, 100)).toBe(third);
  });

  it("that are cancelled take no room, however long the host is closed", () => {
    const pacer = new Pacer(steady);
    request(pacer, 0, {}, { status: 503 });
    const turns = Array.from({ length: 3 }, () => pacer.add(host, {}, 0));
    for (const turn of [turns[1]!, turns[0]!, turns[2]!]) pacer.cancel(turn, 0);
    expect(pacer.next(60_000)).toEqual({ atMs: 60_000 + 1_800_000 });
    pacer.next(60_000 + 1_800_000);
    expect(pacer.size).toBe(0);
  });

  it("end once: a second end changes nothing", () => {
    const pacer = new Pacer(steady);
    pacer.add(host, { intervalMs: 100 }, 0);
    const turn = started(pacer, 0);
    pacer.end(turn, 0);
    pacer.end(turn, 50, { status: 503 });
    expect(nextAt(pacer, 50, { intervalMs: 100 })).toBe(100);
  });

  it("must be the pacer's own", () =>
    expect(() => new Pacer().end({ origin: host }, 0)).toThrow("turn: expected what Pacer.add returned"));
});

describe("memory", () => {
  it("a host whose robots.txt is all that was fetched is forgotten too", () => {
    const pacer = new Pacer({ ...steady, minIntervalMs: 1000 });
    pacer.limit(host, {}, 0);
    expect(pacer.size).toBe(1);
    pacer.next(1000);
    expect(pacer.size).toBe(0);
  });

  it("a host is forgotten when nobody waits and its clock has passed, and not before", () => {
    const pacer = new Pacer(steady);
    request(pacer, 0, { intervalMs: 10_000 });
    pacer.next(9999);
    expect(pacer.size).toBe(1);
    pacer.next(10_000);
    expect(pacer.size).toBe(0);
  });

  it("a host in trouble is remembered for half an hour after its pause", () => {
    const pacer = new Pacer(steady);
    request(pacer, 0, {}, { status: 503 });
    pacer.next(60_000 + 1_799_999);
    expect(pacer.size).toBe(1);
    pacer.next(60_000 + 1_800_000);
    expect(pacer.size).toBe(0);
  });

  it("an address that comes back after it was forgotten keeps its limit", () => {
    const pacer = new Pacer({ ...steady, addressConcurrency: 1 });
    pacer.add("a", {}, 0, "192.0.2.1");
    pacer.end(started(pacer, 0), 0);
    pacer.next(1);
    expect(pacer.size).toBe(0);
    pacer.add("b", {}, 2, "192.0.2.1");
    pacer.add("c", {}, 2, "192.0.2.1");
    started(pacer, 2);
    expect(pacer.next(2)).toEqual({ atMs: Number.POSITIVE_INFINITY });
  });
});

describe("options", () => {
  it.each([
    { concurrency: 0 },
    { addressConcurrency: Number.NaN },
    { jitter: -1 },
    { jitter: 1e300 },
    { processes: Number.POSITIVE_INFINITY },
  ])("%j throw", (options) => expect(() => new Pacer(options)).toThrow(RangeError));

  it.each(["concurrency", "minIntervalMs", "maxIntervalMs", "maxBackoffMs"])("%s that is a text throws", (name) =>
    expect(() => new Pacer({ [name]: "1s" })).toThrow(TypeError),
  );

  it("a random function that returns no number from 0 to 1 gives the longest intervals", () => {
    const pacer = new Pacer({ jitter: 0.5, random: () => Number.NaN });
    request(pacer, 0, { intervalMs: 1000 });
    expect(nextAt(pacer, 0, { intervalMs: 1000 })).toBe(1500);
  });
});

describe("any arguments", () => {
  const extreme = fc.constantFrom(0, 1, 5, 60_000, 1e12, 8.64e15, -8.64e15, 1e300, 1e308, Number.NaN, null, "5", [6]);
  const window = fc.record({ fromMinute: extreme, toMinute: fc.oneof(extreme, fc.nat(1440)) });
  const rate = fc.record({ requests: extreme, seconds: extreme, window }, { requiredKeys: ["requests", "seconds"] });
  const limits = fc.record({ intervalMs: extreme, rates: fc.array(rate), window }, { requiredKeys: [] });
  const settings = fc.record({ processes: extreme, jitter: extreme, minIntervalMs: extreme }, { requiredKeys: [] });
  const call = fc.tuple(fc.constantFrom("add", "limit", "next", "end", "postpone"), limits, extreme, extreme);

  it("are refused with a code, or every next time is a number: no call hangs", () => {
    const withCode = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        expect(error).toHaveProperty(
          "code",
          expect.stringMatching(/^ERR_(?:INVALID_ARG_(?:TYPE|VALUE)|UNKNOWN_OPTION|TOO_SLOW)$/),
        );
      }
    };
    const check = (options: object, calls: readonly [string, object, unknown, unknown][]): void => {
      const pacer = new Pacer(options);
      const turns: Turn[] = [];
      const run = (name: string, asked: object, at: number, until: number): void => {
        if (name === "add") turns.push(pacer.add(host, asked, at));
        else if (name === "limit") pacer.limit(host, asked, at);
        else if (name === "end") pacer.end(turns[0]!, at, { error: true });
        else if (name === "postpone") pacer.postpone(turns[0]!, until, at);
        else expect(pacer.next(at).atMs).not.toBeNaN();
      };
      for (const [name, asked, at, until] of calls) withCode(() => run(name, asked, at as number, until as number));
    };
    fc.assert(
      fc.property(settings, fc.array(call, { maxLength: 20 }), (options, calls) =>
        withCode(() => check(options, calls)),
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a crawl", () => {
  it("of many hosts requests none early, and each about as often as it allows", () => {
    const random = randomFrom(7);
    const hosts = Array.from({ length: 300 }, (_, i) => ({
      origin: `https://h${i}.example`,
      limits: { intervalMs: Math.round(500 * 120 ** random()) },
    }));
    const { faults, starts } = crawl(hosts, 600_000, { ...steady, concurrency: 1000 });
    expect(faults).toEqual([]);
    for (const { origin, limits } of hosts) {
      const due = 600_000 / (limits.intervalMs + 275);
      expect(starts.get(origin)! / due, `${origin}, every ${limits.intervalMs} ms`).toBeGreaterThan(0.85);
      expect(starts.get(origin)!).toBeLessThan(due * 1.15 + 2);
    }
  });

  it("with few connections gives equal hosts equal turns", () => {
    const hosts = Array.from({ length: 500 }, (_, i) => ({
      origin: `https://e${i}.example`,
      limits: { intervalMs: 1000 },
    }));
    const { starts, mostAtOnce } = crawl(hosts, 120_000, { ...steady, concurrency: 10 });
    const counts = [...starts.values()];
    expect(mostAtOnce).toBe(10);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it("keeps the limit of an address that many hosts share", () => {
    const hosts = Array.from({ length: 200 }, (_, i) => ({
      origin: `https://m${i}.example`,
      limits: { intervalMs: 1000 },
      ...(i < 100 && { address: "203.0.113.7" }),
    }));
    const { faults, mostAtAddress } = crawl(hosts, 60_000, { ...steady, addressConcurrency: 2 });
    expect(faults).toEqual([]);
    expect(mostAtAddress).toBe(2);
  });

  it("with bursts of 429 and hours of the day requests nothing too early", () => {
    const hosts = Array.from({ length: 100 }, (_, i) => ({
      origin: `https://b${i}.example`,
      limits:
        i % 3 === 0 ? { window: { fromMinute: (i * 7) % 1440, toMinute: (i * 7 + 30) % 1440 } } : { concurrency: 8 },
      outcome: (n: number): PaceOutcome => (n % 97 > 88 ? { status: 429, retryAfterMs: 30_000 } : { status: 200 }),
    }));
    expect(crawl(hosts, HOUR_MS / 30, {}, { backlog: 16 }).faults).toEqual([]);
  });
});
