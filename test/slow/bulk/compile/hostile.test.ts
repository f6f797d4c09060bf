/** WARC files that mean harm: whatever the bytes, an archive or one clear refusal, in bounded memory. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MAX_BLOCK_BYTES, recordsOf } from "../../../../bindings/bulk/warc/warc-records.ts";
import { compiled } from "../../../bulk/compile/compiled.ts";
import { gzipped, http, info, recordOf, response } from "../../../bulk/compile/warc.ts";
import fc from "../../../support/properties.ts";

const day = "2026-03-01T00:00:00Z";
const whole = Buffer.concat([
  info,
  response("https://a.example/robots.txt", day, 301, "", ["Location: /r"]),
  response("https://a.example/r", day, 200, "User-agent: *\nDisallow: /x\n", ["Cache-Control: max-age=60"]),
  recordOf({
    url: "http://b.example/robots.txt",
    block: http(200, gzipSync("Disallow: /"), ["Content-Encoding: gzip"]),
  }),
  recordOf({
    url: "http://c.example/robots.txt",
    block: http(200, "5\r\nUser-\r\n0\r\n\r\n", ["Transfer-Encoding: chunked"]),
  }),
]);

describe("changed at random: a valid archive, or an error with the code ERR_INPUT", () => {
  const change = fc.record({
    at: fc.nat(whole.length - 1),
    drop: fc.constantFrom(0, 0, 1, 2, 40),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc
        .constantFrom("\r\n", "\r\n\r\n", "\n\n", ":", "-1", "99999999", "WARC/1.0\r\n", "%", "\0", "//[")
        .map(Buffer.from),
    ),
  });
  const mutated = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce(
        (bytes, { at, drop, insert }) => Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + drop)]),
        whole,
      ),
    );

  it.each([
    ["plain", (bytes: Buffer): Buffer => bytes],
    ["inside gzip", (bytes: Buffer): Buffer => gzipSync(bytes)],
  ])("%s", async (_, wrapped) => {
    const outcomes = { archive: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(mutated, async (bytes) => {
        try {
          (await compiled({ warcs: [wrapped(bytes)] })).archive.verify();
          outcomes.archive++;
        } catch (error) {
          expect((error as { code?: unknown }).code).toBe("ERR_INPUT");
          outcomes.refused++;
        }
      }),
      { numRuns: 250 },
    );
    expect(outcomes.archive).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  });

  it("gzip: every flipped bit is refused, or was one of a header that says nothing of the records", async () => {
    const members = gzipped([
      info,
      response("https://a.example/robots.txt", day, 200, "User-agent: *\nDisallow: /x\n"),
    ]);
    const expected = (await compiled({ warcs: [members] })).bytes;
    for (let at = 0; at < members.length; at++) {
      const damaged = Buffer.from(members);
      damaged[at]! ^= 1 << (at % 8);
      const outcome = await compiled({ warcs: [damaged] }).then(
        ({ bytes }) => bytes,
        (error: { code?: unknown }) => error.code,
      );
      expect(outcome === "ERR_INPUT" || expected.equals(outcome as Buffer), `byte ${at}`).toBe(true);
    }
  });
});

describe("captures that cannot be used never allow what the others refuse, whatever the policy", () => {
  const own = "https://a.example/robots.txt";
  const target = "https://a.example/r";
  const at = (days: number): string => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString();
  // A minute is the shortest time that policies take for fresh.
  const stale = ["Cache-Control: max-age=0"];
  const records: Readonly<Record<string, (date: string) => Buffer>> = {
    refusing: (date) => response(own, date, 200, "User-agent: *\nDisallow: /\n", stale),
    allowing: (date) => response(own, date, 200, "", stale),
    missing: (date) => response(own, date, 404, "", stale),
    outage: (date) => response(own, date, 503),
    redirect: (date) => response(own, date, 301, "", ["Location: /r", ...stale]),
    "refusing target": (date) => response(target, date, 200, "User-agent: *\nDisallow: /\n", stale),
    "missing target": (date) => response(target, date, 404, "", stale),
    "unreachable target": (date) => response(target, date, 503),
    skip: (date) => recordOf({ url: own, date, block: http(200), head: ["WARC-Truncated: length"] }),
    "skipped target": (date) => recordOf({ url: target, date, block: http(200), head: ["WARC-Truncated: length"] }),
  };
  const history = fc.uniqueArray(
    fc.record({ kind: fc.constantFrom(...Object.keys(records)), day: fc.integer({ min: 0, max: 60 }) }),
    { minLength: 1, maxLength: 9, selector: ({ day }) => day },
  );
  const answers = ["refusing", "allowing", "missing"];

  it.each(["rfc9309", "google", "google2019", "koster1996"])("%s", async (policy) => {
    const allows = async (captures: readonly { kind: string; day: number }[]): Promise<boolean | undefined> => {
      const warc = Buffer.concat([info, ...captures.map(({ kind, day }) => records[kind]!(at(day)))]);
      return (await compiled({ warcs: [warc], policy })).archive.find(own)?.rules.isAllowed("/x");
    };
    await fc.assert(
      fc.asyncProperty(history, async (captures) => {
        const isSkip = ({ kind }: { kind: string }): boolean => kind.startsWith("skip");
        const withSkips = await allows(captures);
        const without = await allows(captures.filter((one) => !isSkip(one)));
        if (withSkips === true) expect(without).toBe(true);
        const lastSkip = Math.max(-1, ...captures.filter(({ kind }) => kind === "skip").map(({ day }) => day));
        const lastAnswer = Math.max(-1, ...captures.filter(({ kind }) => answers.includes(kind)).map(({ day }) => day));
        const isRedirected = captures.some(({ kind }) => kind === "redirect");
        if (lastSkip > lastAnswer && !isRedirected) expect(withSkips).toBe(false);
        if (lastSkip < lastAnswer && !isRedirected) expect(withSkips).toBe(without);
      }),
      { numRuns: 400 },
    );
  });
});

describe("sizes", () => {
  const path = join(mkdtempSync(join(tmpdir(), "robots-wasm-hostile-")), "a.warc");

  it("keeps no more of a block than it may need, and nothing of a block that is not a response", async () => {
    const body = Buffer.alloc(3 * MAX_BLOCK_BYTES, "Disallow: /0123456789\n");
    writeFileSync(
      path,
      Buffer.concat([recordOf({ block: http(200, body) }), recordOf({ type: "resource", block: body }), info]),
    );
    const kept: number[] = [];
    for await (const records of recordsOf(path)) for (const { block } of records) kept.push(block.length);
    expect(kept).toEqual([MAX_BLOCK_BYTES, 0, 0]);
  });

  it("a body beyond that, encoded so that what is kept does not suffice, is counted, and its origin refused", async () => {
    const padding = Buffer.concat(
      Array.from({ length: MAX_BLOCK_BYTES / 4096 + 10 }, () => gzipSync("", { level: 0 })),
    );
    const coded = Buffer.concat([gzipSync("User-agent: *\nDisallow: /\n"), Buffer.alloc(MAX_BLOCK_BYTES, padding)]);
    const { archive, stats } = await compiled({
      warcs: [recordOf({ block: http(200, coded, ["Content-Encoding: gzip"]) })],
    });
    expect(archive.find("https://a.example/")).toMatchObject({ status: "unreachable", verdict: "refused" });
    expect(stats.skipped.get("response: stored incompletely")?.count).toBe(1);
  });

  it("rules that are too long for an archive refuse their origin, and end nothing", async () => {
    // Each of 110 crawlers has a rule of its own and, by the last group, rules that compile to 2.7 MB.
    const agents = Array.from({ length: 110 }, (_, i) => `Bot${String.fromCharCode(65 + i / 26, 65 + (i % 26))}`);
    const own = agents.map((agent) => `User-agent: ${agent}\nDisallow: /${agent}\n`).join("");
    const shared = agents.map((agent) => `User-agent: ${agent}\n`).join("");
    const long = "Allow: /ééééééééé?%2findex.html\n".repeat(12_500);
    const body = Buffer.from(own + shared + long);
    const good = "User-agent: *\nDisallow: /x\n";
    const { archive, stats } = await compiled({
      crawlers: agents.map((agent) => [agent]),
      warcs: [recordOf({ block: http(200, body) })],
      folders: [{ "c.example": good }],
    });
    expect(archive.find("https://a.example/")).toMatchObject({ status: "unreachable", verdict: "refused" });
    expect(archive.find("https://c.example/")!.rules.isAllowed("/x")).toBe(false);
    expect(stats.skipped.get("response: its rules are too long for an archive")?.count).toBe(1);
  });

  it("a bomb in gzip in gzip is read as far as robots.txt is", async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from("User-agent: *\nDisallow: /x\n"), Buffer.alloc(2 ** 27, "#\n")]));
    const { archive } = await compiled({
      warcs: [gzipSync(recordOf({ block: http(200, bomb, ["Content-Encoding: gzip"]) }))],
    });
    expect(archive.find("https://a.example/")!.rules.isAllowed("/x")).toBe(false);
  });

  it("many records, of which none is kept", async () => {
    const requests = gzipSync(Buffer.concat(Array.from({ length: 20_000 }, () => info)));
    const { archive, stats } = await compiled({ warcs: [requests] });
    expect([archive.size, stats.records]).toEqual([0, 20_000]);
  });

  it("many captures of one origin, each a redirect to many of another: the last decides", async () => {
    const stamp = (i: number): string => new Date(Date.UTC(2026, 0, 1) + 1000 * i).toISOString();
    const records = Array.from({ length: 1500 }, (_, i) => [
      response("https://a.example/robots.txt", stamp(i), 301, "", ["Location: https://b.example/robots.txt"]),
      response("https://b.example/robots.txt", stamp(i), 200, `User-agent: *\nDisallow: /${i}$`),
    ]).flat();
    const { archive } = await compiled({ warcs: [gzipSync(Buffer.concat(records))] });
    expect(archive.find("https://a.example/")!.rules.isAllowed("/1499")).toBe(false);
    expect(archive.find("https://a.example/")!.rules.isAllowed("/1498")).toBe(true);
  });
});
