// OpenTelemetry metrics of a crawler, from the diagnostics channels of robots-wasm. Attributes never name origins: there are too many.
// `node metrics.js https://shop.example/` prints what a meter gets; pass `metrics.getMeter("robots-wasm")` of @opentelemetry/api instead.
import { subscribe } from "node:diagnostics_channel";
import { RobotsClient } from "robots-wasm/client";
import { Pace } from "robots-wasm/pace";
import { politeFetch } from "robots-wasm/polite";

export function observe(meter, client, pace) {
  const decisions = meter.createCounter("robots.decisions");
  const durations = meter.createHistogram("robots.fetch.duration", { unit: "s" });
  const waits = meter.createHistogram("robots.pace.wait", { unit: "s" });
  const backoffs = meter.createCounter("robots.pace.backoffs");
  subscribe("robots-wasm:decision", ({ allowed, reason, status }) => decisions.add(1, { allowed, reason, status }));
  subscribe("robots-wasm:fetch", ({ type, durationMs, httpStatus, errorCode }) => {
    if (type === "response") durations.record(durationMs / 1000, { "http.response.status_code": httpStatus });
    if (type === "error") durations.record(durationMs / 1000, { "error.type": errorCode });
  });
  subscribe("robots-wasm:pace", ({ type, waitedMs, status }) => {
    if (type === "turn") waits.record(waitedMs / 1000);
    else backoffs.add(1, { reason: status ?? "error" });
  });
  meter.createObservableCounter("robots.cache.lookups").addCallback((result) => {
    const { hits, misses } = client.stats();
    result.observe(hits, { result: "hit" });
    result.observe(misses, { result: "miss" });
  });
  meter.createObservableGauge("robots.pace.hosts").addCallback((result) => result.observe(pace.size));
}

/** Prints instead of exporting. */
function printingMeter() {
  const print =
    (name) =>
    (value, attributes = {}) =>
      console.log(`${name} ${JSON.stringify({ value, ...attributes })}`);
  const callbacks = [];
  const observable = (name) => ({ addCallback: (one) => callbacks.push(() => one({ observe: print(name) })) });
  return {
    createCounter: (name) => ({ add: print(name) }),
    createHistogram: (name) => ({ record: print(name) }),
    createObservableCounter: observable,
    createObservableGauge: observable,
    collect() {
      for (const one of callbacks) one();
    },
  };
}

const pace = new Pace();
const client = new RobotsClient({ agent: "ExampleBot", pace });
const meter = printingMeter();
observe(meter, client, pace);
const response = await politeFetch(client)(process.argv[2]);
await response.text();
meter.collect();
