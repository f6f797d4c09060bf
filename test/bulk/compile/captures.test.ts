/** The captures of WARC files: what is found does not depend on whether they fit into memory. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Captured, type Kind, UNDATED, type Unnumbered } from "../../../bindings/bulk/warc/capture.ts";
import { decodeCaptured, encodeCaptured, kindOf, stateIn } from "../../../bindings/bulk/warc/capture-bytes.ts";
import { captureKey, originKeyIn, positionIn, urlOfKey } from "../../../bindings/bulk/warc/capture-key.ts";
import { Captures } from "../../../bindings/bulk/warc/captures.ts";
import fc from "../../support/properties.ts";
import { compiled } from "./compiled.ts";
import { response } from "./warc.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-captures-"));
const temporary = join(folder, "captures");

const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }));
const outcome = fc.record({
  type: fc.constant("response" as const),
  status: fc.integer({ min: 200, max: 599 }),
  headers: fc.dictionary(fc.constantFrom("location", "cache-control", "expires", "date", "age", "retry-after"), text),
  chance: fc.constant(0),
});
const url = fc.constantFrom(
  "https://a.example/robots.txt",
  "http://a.example/robots.txt",
  "https://a.example:8443/robots.txt",
  "https://a.example/r?x=%00",
  "https://user@a.example/robots.txt",
  "https://b.example/robots.txt",
);
const dateMs = fc.constantFrom(UNDATED, 0, 1000, 2 ** 33, 1.7e12);
const digest = { digest: text };
const kept = fc.uint8Array({ maxLength: 50 });
const captured: fc.Arbitrary<readonly [Kind, Unnumbered<Captured>]> = fc.oneof(
  fc.tuple(
    fc.constant("answer" as const),
    fc.record({ url, dateMs, outcome, kept, ...digest }, { requiredKeys: ["url", "dateMs", "outcome"] }),
  ),
  fc.tuple(
    fc.constant("outage" as const),
    fc.record({
      url,
      dateMs,
      outcome: fc.record({ type: fc.constant("error" as const), error: text, chance: fc.constant(0) }),
    }),
  ),
  fc.tuple(
    fc.constant("reference" as const),
    fc.record(
      { url, dateMs, original: fc.record({ url, dateMs }), head: outcome, ...digest },
      { requiredKeys: ["url", "dateMs", "original"] },
    ),
  ),
  fc.tuple(
    fc.constant("skip" as const),
    fc.record({ url, dateMs, skipped: fc.constant("response: no valid WARC-Date" as const) }),
  ),
);

it("a capture is read back as it was written", () => {
  fc.assert(
    fc.property(captured, fc.nat(), ([kind, one], order) => {
      const key = captureKey(one.url, kind === "skip", { dateMs: one.dateMs, order });
      expect([urlOfKey(key), positionIn(key)]).toEqual([one.url, { dateMs: one.dateMs, order }]);
      const value = Uint8Array.from(encodeCaptured(kind, one));
      const read = decodeCaptured(one.url, positionIn(key), value);
      expect([kindOf(value), read, stateIn(value)]).toEqual([kind, { ...one, order }, undefined]);
    }),
  );
});

it("a key has the key of its origin, if it is one of a robots.txt", () => {
  const originOf = (one: string) => originKeyIn(captureKey(one, false, { dateMs: 0, order: 0 }));
  expect(String(originOf("https://a.example:8443/robots.txt"))).toBe(String(Buffer.from("a.example:8443\0https")));
  for (const other of ["https://a.example/", "https://u@a.example/robots.txt", "https://a.example/x/robots.txt"])
    expect(originOf(other), other).toBeUndefined();
});

async function foundIn(all: readonly (readonly [Kind, Unnumbered<Captured>])[], spillBytes?: number) {
  const captures = new Captures(temporary, spillBytes);
  for (const [i, [kind, one]] of all.entries()) captures.add(kind, one, i);
  await captures.finish(new AbortController().signal);
  const stored = Array.from(captures.ofRobotsTxt(), ({ originKey, key, value }) =>
    [originKey, key, value].map((bytes) => Buffer.from(bytes).toString("hex")),
  );
  const urls = [...new Set(all.map(([, one]) => one.url))];
  const near = urls.flatMap((one) => [0, 500, 1e12, 1e13].map((ms) => captures.near(one, ms)));
  const skips = urls.map((one) => captures.lastSkip(one));
  captures.close();
  return structuredClone({ stored, near, skips });
}

it("on disk as in memory, and no file is left", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(captured, { maxLength: 30 }), async (all) => {
      expect(await foundIn(all, 2000)).toEqual(await foundIn(all));
    }),
    { numRuns: 40 },
  );
  expect(readdirSync(folder)).toEqual([]);
});

const page = "https://a.example/robots.txt";
const day = (number: number): string => `2026-03-0${number}T00:00:00Z`;

it.each([
  ["a file", [200, "User-agent: *\nDisallow: /x\n"]],
  ["a 404", [404]],
] as const)("after %s, nothing before it matters", async (_, [status, body]) => {
  const last = response(page, day(9), status, body);
  const earlier = [
    response(page, day(1), 200, "User-agent: *\nDisallow: /\n"),
    response(page, day(2), 503),
    response(page, day(3), 301, "", ["Location: /elsewhere"]),
    response(page, day(4), 304),
    response(page, "never", 200),
  ];
  const alone = (await compiled({ warcs: [last] })).bytes;
  for (const one of [...earlier, Buffer.concat(earlier)])
    expect((await compiled({ warcs: [Buffer.concat([last, one])] })).bytes.equals(alone)).toBe(true);
});
