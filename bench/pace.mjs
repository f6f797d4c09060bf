// node --expose-gc bench/pace.mjs: what the pacer costs, and whether each host gets what it is due. Virtual time; processor time is measured.
import { DueHeap } from "../dist/crawl/pace/due-heap.js";
import { Pacer } from "../dist/crawl/pace/pacer.js";

const MINUTES = 10;
const HOSTS = [1000, 10_000, 100_000];
/** How long requests take, at least and at most. */
const LATENCY_MS = [50, 500];

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const heapBytes = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Bytes of a waiting host, its name aside. */
function bytesPerHost(count) {
  const names = Array.from({ length: count }, (_, i) => `https://h${i}.example`);
  const limits = { intervalMs: 1000 };
  const before = heapBytes();
  const pacer = new Pacer();
  for (const name of names) pacer.add(name, limits, 0);
  return { bytes: (heapBytes() - before) / count, pacer };
}

/** Every host has a turn waiting at all times. Intervals are 0.5 to 60 seconds, most of them short. */
function crawl(count, durationMs) {
  const random = randomFrom(7);
  const hosts = Array.from({ length: count }, (_, i) => ({
    origin: `https://h${i}.example`,
    limits: { intervalMs: Math.round(500 * 120 ** random()) },
    starts: 0,
    busyMs: 0,
    lastEndMs: Number.NEGATIVE_INFINITY,
  }));
  const byOrigin = new Map(hosts.map((host) => [host.origin, host]));
  const pacer = new Pacer({ concurrency: count, random, jitter: 0 });
  const running = new DueHeap();
  let [nowMs, early, requests] = [0, 0, 0];
  for (const { origin, limits } of hosts) pacer.add(origin, limits, 0);
  const began = process.cpuUsage();
  while (nowMs < durationMs) {
    const { turn, atMs } = pacer.next(nowMs);
    if (turn !== undefined) {
      const host = byOrigin.get(turn.origin);
      if (nowMs - host.lastEndMs < host.limits.intervalMs) early++;
      const tookMs = LATENCY_MS[0] + (LATENCY_MS[1] - LATENCY_MS[0]) * random();
      host.starts++;
      host.busyMs += tookMs;
      requests++;
      running.place({ turn, host, dueAtMs: 0, order: 0, place: -1 }, nowMs + tookMs);
      continue;
    }
    const ending = running.first;
    nowMs = Math.min(atMs, ending?.dueAtMs ?? Number.POSITIVE_INFINITY);
    if (ending === undefined || ending.dueAtMs > nowMs) continue;
    running.remove(ending);
    ending.host.lastEndMs = nowMs;
    pacer.end(ending.turn, nowMs, { status: 200 });
    pacer.add(ending.host.origin, ending.host.limits, nowMs);
  }
  const { user, system } = process.cpuUsage(began);
  const shares = hosts.map(
    ({ starts, busyMs, limits }) => starts / (durationMs / (limits.intervalMs + busyMs / starts)),
  );
  return {
    requests,
    early,
    micros: (user + system) / requests,
    least: Math.min(...shares.slice(0, 10_000)),
    most: Math.max(...shares.slice(0, 10_000)),
  };
}

console.log(
  "| hosts | requests | early | share of its due, least and most | µs an acquire, this loop included | bytes a waiting host |",
);
console.log("|---:|---:|---:|---:|---:|---:|");
for (const count of HOSTS) {
  const { bytes } = bytesPerHost(count);
  const minutes = count > 10_000 ? 1 : MINUTES;
  const { requests, early, micros, least, most } = crawl(count, minutes * 60_000);
  const cells = [
    count,
    requests,
    early,
    minutes === MINUTES ? `${least.toFixed(2)} to ${most.toFixed(2)}` : "too short a run",
    micros.toFixed(1),
    globalThis.gc ? Math.round(bytes) : "needs --expose-gc",
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
