/** WARC files as a source (ISO 28500; RFC 9309 §2.3.1): what the captures say of each origin, and what is refused. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { tablesOf } from "../../support/tables.ts";
import { compiled } from "./compiled.ts";
import { gzipped, http, info, recordOf, response } from "./warc.ts";

const { itEach } = tablesOf(import.meta.url);

const url = "https://a.example/robots.txt";
const day = (number: number): string => `2026-03-0${number}T00:00:00Z`;
const rules = "User-agent: *\nDisallow: /private\n";

/** What is known of an origin after one file. */
async function knownOf(records: readonly Buffer[], origin = "https://a.example", policy = "rfc9309") {
  const { archive, stats } = await compiled({ warcs: [gzipped(records)], policy });
  const found = archive.find(origin);
  const verdicts = found && ["/private", "/"].map((path) => found.rules.isAllowed(path));
  return {
    found,
    verdicts,
    skipped: Object.fromEntries(Array.from(stats.skipped, ([why, { count }]) => [why, count])),
  };
}

const BY_RULES = [false, true];
const ALL = [true, true];
const NONE = [false, false];
const REFUSED = { found: { status: "unreachable", verdict: "refused" }, verdicts: NONE };

describe("what cannot be used after a fresh answer (RFC 9111 §4.2)", () => {
  const answer = response(url, day(1), 200, rules, ["Cache-Control: max-age=86400"]);
  const broken = (date: string): Buffer => recordOf({ block: "no HTTP", date });
  const lost = (date: string): Buffer => response(url, date, 301, "", ["Location: /elsewhere"]);

  it.each<[string, Buffer[], object]>([
    ["a capture while it is fresh", [broken("2026-03-01T23:59:59Z")], { verdicts: BY_RULES }],
    ["a capture later", [broken(day(3))], REFUSED],
    ["a redirect later", [lost(day(3))], REFUSED],
    ["a redirect later, and a capture while it is fresh", [lost(day(3)), broken("2026-03-01T12:00:00Z")], REFUSED],
    ["a capture later, and a redirect while it is fresh", [broken(day(3)), lost("2026-03-01T12:00:00Z")], REFUSED],
    ["both while it is fresh", [lost("2026-03-01T13:00:00Z"), broken("2026-03-01T12:00:00Z")], { verdicts: BY_RULES }],
    ["a capture before it", [broken("2026-02-01T00:00:00Z")], { verdicts: BY_RULES }],
  ])("%s", async (_, records, wanted) => {
    expect(await knownOf([answer, ...records])).toMatchObject(wanted);
    expect(await knownOf([...records.toReversed(), answer])).toMatchObject(wanted);
  });
});

describe("statuses, by policy (RFC 9309 §2.3.1, Google's page, draft-koster-robots-00 §3.1)", () => {
  itEach<[status: number, policy: string, access: string, verdicts: boolean[]]>(
    "statuses, by policy (RFC 9309 §2.3.1, Google's page, draft-koster-robots-00 §3.1): %i, %s: %s",
    async (status, policy, access, verdicts) => {
      const body = status === 200 ? rules : "";
      const known = await knownOf([info, response(url, day(1), status, body)], "https://a.example", policy);
      expect(known.found).toMatchObject({ status: access, httpStatus: status, fetchedAt: new Date(day(1)) });
      expect(known.verdicts).toEqual(verdicts);
    },
  );

  itEach<[status: number, header: string, policy: string]>(
    "a bot challenge is unreachable: %i with %s, %s",
    async (status, header, policy) => {
      const challenge = (date: string): Buffer => response(url, date, status, "<!doctype html>", [header]);
      const { found, verdicts } = await knownOf([challenge(day(1))], "https://a.example", policy);
      expect([found, verdicts]).toMatchObject([{ status: "unreachable", httpStatus: status }, NONE]);
      if (policy === "rfc9309") {
        const after = await knownOf([response(url, day(1), 200, rules), challenge(day(3))]);
        expect([after.found, after.verdicts]).toMatchObject([{ status: "unreachable", verdict: "rules" }, BY_RULES]);
      }
    },
  );

  it("a 403 with a bot challenge says what its status says, but for rfc9309", async () => {
    const challenge = response(url, day(1), 403, "", ["cf-mitigated: challenge"]);
    expect((await knownOf([challenge], "https://a.example", "google")).verdicts).toEqual(ALL);
  });

  it("holds for its own origin alone", async () => {
    expect((await knownOf([response(url, day(1), 200, rules)], "http://a.example")).found).toBeUndefined();
    expect((await knownOf([response(url, day(1), 200, rules)], "https://a.example:444")).found).toBeUndefined();
  });

  it.each(["b\u00fccher", "\u0161", "\u65e5\u672c", "\u00df\u0161"])("is named beyond ASCII: %s", async (host) => {
    const named = `https://${host}.example`;
    const { archive } = await compiled({ warcs: [response(`${named}/robots.txt`, day(1), 200, rules)] });
    expect(Array.from(archive, ([origin]) => origin)).toEqual([new URL(named).origin]);
  });

  it("is that of /robots.txt alone (§2.3)", async () => {
    for (const path of ["", "a/robots.txt", "robots.txt?", "robots.txt?x", "Robots.txt"])
      expect((await knownOf([response(`https://a.example/${path}`, day(1), 200, rules)])).found).toBeUndefined();
    expect((await knownOf([response("HTTPS://A.example:443/robots.txt#x", day(1), 200, rules)])).verdicts).toEqual(
      BY_RULES,
    );
  });
});

describe("redirects lead to the record of their target (RFC 9309 §2.3.1.2)", () => {
  const to = (from: string, location: string, date = day(1), status = 301): Buffer =>
    response(from, date, status, "", [`Location: ${location}`]);
  const chain = (length: number): Buffer[] =>
    Array.from({ length }, (_, i) => to(i === 0 ? url : `https://a.example/${i}`, `/${i + 1}`));

  it("to another authority: the rules hold for the first", async () => {
    const records = [to(url, "https://www.b.example/r"), response("https://www.b.example/r", day(1), 200, rules)];
    expect((await knownOf(records)).verdicts).toEqual(BY_RULES);
    expect((await knownOf(records, "https://www.b.example")).found).toBeUndefined();
  });

  it("to a path beyond ASCII", async () => {
    const to = response(url, day(1), 301, "", ["Location: /\u0161\u65e5"]);
    const target = response("https://a.example/%C5%A1%E6%97%A5", day(1), 200, rules);
    expect((await knownOf([to, target])).verdicts).toEqual(BY_RULES);
  });

  it("to a status", async () => {
    const records = [to(url, "/gone"), response("https://a.example/gone", day(1), 404)];
    expect((await knownOf(records)).found).toMatchObject({ status: "unavailable", httpStatus: 404 });
  });

  it.each([
    [5, "success", BY_RULES],
    [6, "unavailable", ALL],
  ])("%i of them: %s", async (length, status, verdicts) => {
    const known = await knownOf([...chain(length), response(`https://a.example/${length}`, day(1), 200, rules)]);
    expect(known.found).toMatchObject({ status });
    expect(known.verdicts).toEqual(verdicts);
  });

  // One capture answers one request: the crawler stopped, and nobody knows what the site says to the next one.
  it.each([
    ["to itself", [to(url, url)], 1],
    ["through another URL", [to(url, "http://a.example/robots.txt"), to("http://a.example/robots.txt", url)], 2],
  ])("in a circle %s: refused and counted", async (_, records, origins) => {
    const known = await knownOf(records);
    expect(known).toMatchObject({ ...REFUSED, skipped: { "redirect: its target was not captured": origins } });
  });

  it("to itself, then the file: its rules hold", async () => {
    expect((await knownOf([to(url, url), response(url, day(2), 200, rules)])).verdicts).toEqual(BY_RULES);
  });

  it("to a URL that was not captured: refused and counted, never guessed", async () => {
    const known = await knownOf([to(url, "/elsewhere")]);
    expect(known).toMatchObject({ ...REFUSED, skipped: { "redirect: its target was not captured": 1 } });
  });

  it("to the capture of its time: the first after it, else the last before", async () => {
    const target = "https://a.example/r";
    const at = (date: string, body: string): Buffer => response(target, date, 200, `User-agent: *\nDisallow: /${body}`);
    const patternAfter = async (records: readonly Buffer[]) => {
      const { found } = await knownOf(records);
      return ["1", "2", "3"].filter((path) => !found!.rules.isAllowed(`/${path}`));
    };
    expect(await patternAfter([at(day(1), "1"), at(day(2), "2"), at(day(3), "3"), to(url, "/r", day(2))])).toEqual([
      "2",
    ]);
    expect(await patternAfter([at(day(1), "1"), at(day(2), "2"), to(url, "/r", day(3))])).toEqual(["2"]);
    expect(await patternAfter([at(day(2), "2"), at(day(3), "3"), to(url, "/r", day(1))])).toEqual(["2"]);
  });
});

describe("several captures of one origin", () => {
  it("the latest wins, wherever it stands", async () => {
    const records = [response(url, day(2), 200, rules), response(url, day(3), 404), response(url, day(1), 200, "")];
    expect((await knownOf(records)).found).toMatchObject({ status: "unavailable", fetchedAt: new Date(day(3)) });
  });

  itEach<string>("of any precision: %s", async (date) => {
    const { found } = await knownOf([response(url, date, 200, rules)]);
    expect(found!.fetchedAt).toEqual(new Date(date));
  });

  it("of a date of 14 digits, as older files have", async () => {
    const records = [response(url, "20260303120000", 200, rules), response(url, day(3), 404)];
    expect((await knownOf(records)).found!.fetchedAt).toEqual(new Date("2026-03-03T12:00:00Z"));
  });

  it("of one second: the one that comes last", async () => {
    const records = [response(url, day(1), 404), response(url, day(1), 200, rules)];
    expect((await knownOf(records)).verdicts).toEqual(BY_RULES);
    expect((await knownOf(records.toReversed())).verdicts).toEqual(ALL);
  });

  itEach<[policy: string, verdicts: boolean[]]>("an outage after a copy, %s", async (policy, verdicts) => {
    const records = [response(url, day(1), 200, rules), response(url, day(2), 503)];
    const known = await knownOf(records, "https://a.example", policy);
    expect(known.found).toMatchObject({ status: "unreachable", httpStatus: 503, fetchedAt: new Date(day(2)) });
    expect(known.verdicts).toEqual(verdicts);
  });

  it("an outage of more than 30 days: open (RFC 9309 §2.3.1.4)", async () => {
    const outage = ["2026-01-01", "2026-01-11", "2026-01-21", "2026-01-31"].map((date) =>
      response(url, `${date}T00:00:00Z`, 500),
    );
    expect((await knownOf(outage.slice(0, 3))).verdicts).toEqual(NONE);
    expect((await knownOf(outage)).verdicts).toEqual(ALL);
    expect((await knownOf([outage[0]!, outage[3]!])).verdicts).toEqual(NONE);
  });

  it("unchanged (304): the copy holds on; without it, what it says is not known", async () => {
    const unchanged = response(url, day(2), 304);
    const known = await knownOf([response(url, day(1), 200, rules), unchanged]);
    expect(known.found).toMatchObject({ status: "success", fetchedAt: new Date(day(2)) });
    expect(known.verdicts).toEqual(BY_RULES);
    const skipped = { "revalidation: its copy was not captured": 1 };
    expect(await knownOf([unchanged])).toMatchObject({ ...REFUSED, skipped });
    expect(await knownOf([response(url, day(1), 404), unchanged])).toMatchObject({ ...REFUSED, skipped });
    const fresh = response(url, "2026-03-01T23:00:00Z", 404);
    expect(await knownOf([fresh, unchanged])).toMatchObject({ found: { status: "unavailable" }, skipped });
  });

  it("of several files", async () => {
    const warcs = [[response(url, day(2), 404)], [response(url, day(1), 200, rules)]].map(gzipped);
    const { archive } = await compiled({ warcs });
    expect(archive.find(url)).toMatchObject({ status: "unavailable" });
  });
});

describe("bodies as a client would have had them", () => {
  const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  it.each([
    ["chunked", http(200, chunked(rules), ["Transfer-Encoding: chunked"])],
    ["chunked, in capitals", http(200, chunked(rules), ["Transfer-Encoding: CHUNKED"])],
    [
      "chunked, with trailers",
      http(200, `${chunked(rules).slice(0, -2)}Expires: 0\r\n\r\n`, ["Transfer-Encoding: chunked"]),
    ],
    [
      "chunked, with a long extension",
      http(200, chunked(rules).replace("\r", `;${"x".repeat(99)}\r`), ["Transfer-Encoding: chunked"]),
    ],
    ["chunked, kept whole", http(200, rules, ["Transfer-Encoding: chunked"])],
    ["gzip", http(200, gzipSync(rules), ["Content-Encoding: gzip"])],
    [
      "gzip with zeros after it",
      http(200, Buffer.concat([gzipSync(rules), Buffer.alloc(300)]), ["Content-Encoding: gzip"]),
    ],
    ["gzip, named on a second line", http(200, gzipSync(rules), ["Content-Encoding:", " gzip"])],
    ["gzip that names no coding", http(200, gzipSync(rules))],
    ["gzip that is called identity", http(200, gzipSync(rules), ["Content-Encoding: identity"])],
    ["gzip whose coding has a NUL", http(200, gzipSync(rules), ["Content-Encoding: gzip\0"])],
    ["gzip whose coding has a space before its colon", http(200, gzipSync(rules), ["Content-Encoding : gzip"])],
    ["as long as a repeated Content-Length", http(200, rules, [`Content-Length: ${rules.length}, ${rules.length}`])],
    ["gzip, kept decoded", http(200, rules, ["Content-Encoding: gzip"])],
    ["gzip, kept decoded, with its length", http(200, rules, ["Content-Encoding: gzip", "Content-Length: 999"])],
    ["as long as Content-Length", http(200, rules, [`Content-Length: ${rules.length}`])],
    ["longer than Content-Length", http(200, rules, ["Content-Length: 5"])],
    ["with a Content-Length that is not a number", http(200, rules, ["Content-Length: many"])],
    [
      "chunked, whatever Content-Length",
      http(200, chunked(rules), ["Transfer-Encoding: chunked", "Content-Length: 999"]),
    ],
    ["deflate", http(200, deflateSync(rules), ["Content-Encoding: deflate"])],
    ["deflate without its wrapper", http(200, deflateRawSync(rules), ["Content-Encoding: deflate"])],
    ["br", http(200, brotliCompressSync(rules), ["Content-Encoding: br"])],
    ["text, whatever its coding is called", http(200, rules, ["Content-Encoding: utf-8"])],
    [
      "text in chunks, whatever else it is called",
      http(200, "2\r\nUs\r\n1e\r\ner-agent: *\nDisallow: /private\r\n0\r\n\r\n", ["Transfer-Encoding: gzip, chunked"]),
    ],
    ["zstd, kept decoded", http(200, rules, ["Content-Encoding: zstd"])],
    ["UTF-16", http(200, Buffer.from(`\ufeff${rules}`, "utf16le"))],
    ["UTF-16 by its header", http(200, Buffer.from(rules, "utf16le"), ["Content-Type: text/plain; charset=utf-16le"])],
  ])("%s", async (_, block) => {
    expect((await knownOf([recordOf({ block })])).verdicts).toEqual(BY_RULES);
  });

  it.each([
    [
      "gzip with another member after a zero, which no client would read",
      http(200, Buffer.concat([gzipSync("User-agent: *\n"), Buffer.alloc(1), gzipSync("Disallow: /")]), [
        "Content-Encoding: gzip",
      ]),
      [],
    ],
    ["gzip that breaks off", http(200, gzipSync(rules).subarray(0, 30), ["Content-Encoding: gzip"]), []],
    ["a body that is not br though the header says so", http(200, rules, ["Content-Encoding: br"]), []],
    ["deflate of one byte", http(200, "h", ["Content-Encoding: deflate"]), []],
    ["gzip in gzip that names no coding", http(200, gzipSync(gzipSync(rules))), []],
    ["gzip that names no coding and breaks off", http(200, gzipSync(rules).subarray(0, 30)), []],
    ["ZIP", http(200, "PK\x03\x04robots.txt"), []],
    ["zstd that names no coding", http(200, Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x01])), []],
    ["gzip in gzip of one name", http(200, gzipSync(gzipSync(rules)), ["Content-Encoding: gzip"]), []],
    [
      "fewer bytes than a repeated Content-Length",
      http(200, rules, ["Content-Length: 999", "Content-Length: 999"]),
      [],
    ],
    ["fewer bytes than a list of one Content-Length", http(200, rules, ["Content-Length: 9999, 9999"]), []],
    ["two values of Content-Length", http(200, rules, ["Content-Length: 5", "Content-Length: 999"]), []],
    ["bytes in a coding that is unknown", http(200, gzipSync(rules), ["Content-Encoding: compress"]), []],
    ["two codings", http(200, gzipSync(gzipSync(rules)), ["Content-Encoding: gzip, gzip"]), []],
    [
      "bytes in a transfer coding that is unknown",
      http(200, gzipSync(rules), ["Transfer-Encoding: gzip, chunked"]),
      [],
    ],
    [
      "a chunk that breaks off",
      http(200, `4\r\nUser\r\n${chunked(rules).slice(0, 20)}`, ["Transfer-Encoding: chunked"]),
      [],
    ],
    ["the only chunk, which does", http(200, chunked(rules).slice(0, 30), ["Transfer-Encoding: chunked"]), []],
    ["a chunk's line that does", http(200, "2f", ["Transfer-Encoding: chunked"]), []],
    ["chunks without the last", http(200, chunked(rules).slice(0, -5), ["Transfer-Encoding: chunked"]), []],
    ["a connection that did", http(200, rules), ["WARC-Truncated: disconnect"]],
    ["fewer bytes than Content-Length", http(200, rules, ["Content-Length: 1000"]), []],
    ["no bytes in place of some", http(200, "", ["Content-Length: 1"]), []],
    ["no bytes in place of gzip", http(200, "", ["Content-Encoding: gzip", "Content-Length: 50"]), []],
    [
      "fewer bytes of gzip, of which all could be decoded",
      http(200, gzipSync(rules), ["Content-Encoding: gzip", "Content-Length: 1000"]),
      [],
    ],
  ])("%s: unreachable, as for a client", async (_, block, head) => {
    expect(await knownOf([recordOf({ block, head })])).toMatchObject({
      found: { status: "unreachable" },
      verdicts: NONE,
    });
  });

  it.each([
    [
      "of which other records hold the rest",
      http(200, rules),
      ["WARC-Segment-Number: 1"],
      "response: stored incompletely",
    ],
    ["cut short by the archive", http(200, rules), ["WARC-Truncated: length"], "response: stored incompletely"],
    ["cut short for any reason", http(200, rules), ["WARC-Truncated: unspecified"], "response: stored incompletely"],
  ])("%s: refused and counted", async (_, block, head, reason) => {
    expect(await knownOf([recordOf({ block, head })])).toMatchObject({ ...REFUSED, skipped: { [reason]: 1 } });
  });

  it("of 2.7 MB: read to 512,000 bytes, as parse does (RFC 9309 §2.5)", async () => {
    const lines = Array.from({ length: 130_000 }, (_, i) => `Disallow: /${String(i).padStart(9, "0")}`);
    const body = `User-agent: *\n${lines.join("\n")}`;
    expect(body.length).toBeGreaterThan(2_700_000);
    for (const block of [http(200, body), http(200, gzipSync(body), ["Content-Encoding: gzip"])]) {
      const { found } = await knownOf([recordOf({ block })]);
      expect(found!.rules.isAllowed("/000000000")).toBe(false);
      expect(found!.rules.isAllowed("/000129999")).toBe(true);
    }
  });
});

describe("heads of HTTP", () => {
  const block = (statusLine: string, ...headers: string[]): Buffer =>
    Buffer.from([statusLine, ...headers, "", rules].join("\r\n"));

  it.each([
    ["without headers", block("HTTP/1.1 200 OK")],
    ["without a reason", block("HTTP/1.1 200", "Server: x")],
    ["HTTP/2", block("HTTP/2 200", "server: x")],
    ["h2", block("h2 200", "server: x")],
    ["h2, without headers", block("h2 200")],
    ["h3", block("h3 200 OK", "server: x")],
    ["with pseudo-headers of HTTP/2", block("HTTP/2 200", ":status: 200", "server: x")],
  ])("%s: read", async (_, bytes) => {
    expect((await knownOf([recordOf({ block: bytes })])).verdicts).toEqual(BY_RULES);
  });

  it.each([
    ["an empty block", ""],
    ["no HTTP", "hello\r\n\r\nworld"],
    ["a head without an end", "HTTP/1.1 200 OK\r\nServer: x\r\n"],
    ["a head of LF lines", `HTTP/1.1 200 OK\nServer: x\n\n${rules}\r\n\r\n`],
    ["a head that ends in LF LF", `HTTP/1.1 200 OK\r\nServer: x\n\n${rules}\r\n\r\n`],
    ["an interim response", `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${http(200, rules)}`],
    ["no status", `HTTP/1.1 OK\r\nA: b\r\n\r\n${rules}`],
    ["another protocol", block("FTP 200 OK")],
    ["a giant head", `HTTP/1.1 200 OK\r\nA: ${"b".repeat(100_000)}\r\n\r\n${rules}`],
  ])("%s: refused and counted", async (_, bytes) => {
    const skipped = { "response: no complete HTTP head": 1 };
    expect(await knownOf([recordOf({ block: bytes })])).toMatchObject({ ...REFUSED, skipped });
  });
});

describe("a capture that cannot be used refuses its origin, whatever the policy", () => {
  const target = "https://a.example/r";
  const cut = (date: string | null, of = url, body = rules): Buffer =>
    recordOf({ url: of, date, block: http(200, body), head: ["WARC-Truncated: length"] });
  const to = (date: string): Buffer => response(url, date, 301, "", ["Location: /r"]);
  const at = (hour: string): string => `2026-03-01T${hour}:00:00Z`;
  const outage = (date: string): Buffer => response(url, date, 503);
  const policies = ["rfc9309", "google", "google2019", "koster1996", "norobots1996"];

  it.each<[string, readonly Buffer[]]>([
    ["alone", [cut(day(1))]],
    ["after a good capture that is no longer fresh", [response(url, day(1), 200, ""), cut("2026-04-09T00:00:00Z")]],
    ["after a missing file", [response(url, day(1), 404), cut("2026-04-09T00:00:00Z")]],
    ["before an outage", [cut(day(1)), outage(day(2))]],
    [
      "before an outage of 40 days, after which policies allow",
      [cut("2026-01-01T00:00:00Z"), ...["02", "10", "18", "26"].map((on) => outage(`2026-01-${on}T00:00:00Z`))].concat(
        ["03", "11"].map((on) => outage(`2026-02-${on}T00:00:00Z`)),
      ),
    ],
    ["within an outage after a good capture", [response(url, day(1), 200, ""), cut(at("01")), outage(day(4))]],
    ["without a date, and only an outage", [cut(null), outage(day(1))]],
    ["again and again, for 40 days", ["01-01", "01-21", "02-09"].map((on) => cut(`2026-${on}T00:00:00Z`))],
    ["as the target of a redirect", [to(day(1)), cut(day(1), target)]],
    [
      "as the target, later than what it held before",
      [to(day(9)), response(target, day(1), 200, ""), cut(day(9), target)],
    ],
    [
      "as the target, between what it held before and an outage of it",
      [to(day(9)), response(target, day(1), 200, ""), cut(day(8), target), response(target, day(9), 503)],
    ],
    ["as the target, without a date", [to(day(1)), cut(null, target)]],
  ])("%s", async (_, records) => {
    for (const policy of policies)
      expect(await knownOf(records, "https://a.example", policy), policy).toMatchObject(REFUSED);
  });

  it.each<[string, readonly Buffer[]]>([
    ["a good capture is later", [cut(day(1)), response(url, day(2), 200, rules)]],
    ["a good capture of the same second is read later", [cut(day(1)), response(url, day(1), 200, rules)]],
    ["it has no date and a good capture has", [response(url, day(1), 200, rules), cut(null)]],
    ["the last good capture is still fresh", [response(url, at("01"), 200, rules), cut(at("23"))]],
    [
      "it was the target of a redirect that is gone",
      [to(day(1)), cut(day(1), target), response(url, day(2), 200, rules)],
    ],
    ["a good capture of the target is later", [to(day(1)), cut(day(1), target), response(target, day(2), 200, rules)]],
    [
      "one of the target comes much later",
      [to(day(1)), response(target, day(1), 200, rules), cut(day(5), target), response(target, day(9), 404)],
    ],
    ["the target is still fresh", [to(at("02")), response(target, at("01"), 200, rules), cut(at("23"), target)]],
    ["it is another page", [response(url, day(1), 200, rules), cut(day(2), "https://a.example/page")]],
    [
      "it is the robots.txt of another origin",
      [response(url, day(1), 200, rules), cut(day(2), "http://a.example/robots.txt")],
    ],
  ])("unless %s", async (_, records) => {
    expect((await knownOf(records)).verdicts).toEqual(BY_RULES);
  });

  it("the order of reading decides between captures of one second", async () => {
    expect(await knownOf([response(url, day(1), 200, rules), cut(day(1))])).toMatchObject({
      found: { status: "success" },
    });
    const stale = response(url, day(1), 200, rules, ["Cache-Control: max-age=0"]);
    expect(await knownOf([stale, cut("2026-03-01T00:01:00Z")])).toMatchObject(REFUSED);
    expect(await knownOf([response(url, day(1), 503), cut(day(1))])).toMatchObject(REFUSED);
  });

  it("of a host with many skips, as fast as with one: only the last is looked up", async () => {
    const skips = Array.from({ length: 3000 }, (_, i) =>
      cut(new Date(Date.UTC(2026, 0, 1) + 1000 * i).toISOString(), target),
    );
    const redirects = Array.from({ length: 300 }, (_, i) =>
      to(new Date(Date.UTC(2026, 0, 1) + 10_000 * i).toISOString()),
    );
    const known = await knownOf([...skips, ...redirects]);
    expect(known).toMatchObject({ ...REFUSED, skipped: { "redirect: the capture of its target cannot be used": 300 } });
  });

  it("says what was skipped, with an example, and which origins are refused", async () => {
    const { stats } = await compiled({
      warcs: [
        Buffer.concat([
          cut(day(1)),
          cut(day(2)),
          cut(day(1), "https://a.example/page"),
          recordOf({ url: null, block: http(200) }),
        ]),
      ],
    });
    const [first, why, without] = stats.summary().split("\n").slice(1);
    expect(first).toBe(
      "1 origin is refused, because the last capture of its robots.txt cannot be used: https://a.example",
    );
    expect(without).toBe("skipped 2 responses: stored incompletely, such as https://a.example/robots.txt");
    expect(why).toMatch(
      /^skipped 1 response: its WARC-Target-URI is not an http or https URL, such as record 4 of .*0\.warc$/,
    );
    expect(stats.counts()).toMatchObject({
      captures: 3,
      refused: { count: 1, example: "https://a.example" },
      skipped: [
        { reason: "response: stored incompletely", count: 2, example: "https://a.example/robots.txt" },
        { reason: "response: its WARC-Target-URI is not an http or https URL", count: 1 },
      ],
    });
    expect(() => stats.checkSkipped(1)).not.toThrow();
    expect(() => stats.checkSkipped(0.99)).toThrow(
      "expected at most 99% of the files and captures of robots.txt to be skipped; got 3 of 3; skipped 2 responses: stored incompletely, such as https://a.example/robots.txt",
    );
  });
});

describe("revisits (WARC 1.1 §6.7)", () => {
  const profile = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
  const refersTo = (date: string, of = url): string[] => [
    profile,
    `WARC-Refers-To-Target-URI: ${of}`,
    `WARC-Refers-To-Date: ${date}`,
  ];
  const revisit = (date: string, head: readonly string[], block: string | Buffer = http(200)): Buffer =>
    recordOf({ type: "revisit", date, head, block });
  const original = (...head: string[]): Buffer => recordOf({ date: day(1), block: http(200, rules), head });

  it.each([
    ["with a head", revisit(day(5), refersTo(day(1)))],
    ["without a block", revisit(day(5), refersTo(day(1)), "")],
    ["with a 304", revisit(day(5), refersTo(day(1)), http(304))],
    ["with the same digest", revisit(day(5), [...refersTo(day(1)), "WARC-Payload-Digest: sha1:A"])],
  ])("%s: has the rules of its original, and its own date", async (_, record) => {
    const known = await knownOf([original("WARC-Payload-Digest: sha1:A"), record]);
    expect(known).toMatchObject({ verdicts: BY_RULES, skipped: {}, found: { fetchedAt: new Date(day(5)) } });
  });

  it("of another URL", async () => {
    const page = recordOf({ url: "https://b.example/r", date: day(1), block: http(200, rules) });
    expect((await knownOf([page, revisit(day(5), refersTo(day(1), "https://b.example/r"))])).verdicts).toEqual(
      BY_RULES,
    );
  });

  it("as the target of a redirect", async () => {
    const records = [
      response("https://b.example/robots.txt", day(5), 301, "", [`Location: ${url}`]),
      original(),
      revisit(day(5), refersTo(day(1))),
    ];
    expect((await knownOf(records, "https://b.example")).verdicts).toEqual(BY_RULES);
  });

  it("of a status that needs no body", async () => {
    expect((await knownOf([original(), revisit(day(5), [profile], http(404))])).found).toMatchObject({
      httpStatus: 404,
    });
  });

  it("a 304 that names no original keeps the copy before it", async () => {
    expect((await knownOf([original(), revisit(day(5), [profile], http(304))])).verdicts).toEqual(BY_RULES);
  });

  it.each<[string, readonly Buffer[], string]>([
    ["was not captured", [revisit(day(5), refersTo(day(1)))], "revisit: its original was not captured"],
    ["is of another date", [original(), revisit(day(5), refersTo(day(2)))], "revisit: its original was not captured"],
    [
      "has another digest",
      [original("WARC-Payload-Digest: sha1:A"), revisit(day(5), [...refersTo(day(1)), "WARC-Payload-Digest: sha1:B"])],
      "revisit: its original was not captured",
    ],
    [
      "is a revisit itself",
      [original(), revisit(day(3), refersTo(day(1))), revisit(day(5), refersTo(day(3)))],
      "revisit: its original was not captured",
    ],
    ["is not named", [original(), revisit(day(5), [profile])], "revisit: it does not name its original"],
    [
      "is named by an unknown profile",
      [original(), revisit(day(5), ["WARC-Profile: https://x.example/other", ...refersTo(day(1)).slice(1)])],
      "revisit: it does not name its original",
    ],
  ])("whose original %s: refused and counted", async (_, records, reason) => {
    expect(await knownOf(records)).toMatchObject({ ...REFUSED, skipped: { [reason]: 1 } });
  });
});

describe("records that are not captures say nothing", () => {
  it.each([
    ["a request", recordOf({ type: "request", block: "GET /robots.txt HTTP/1.1\r\nHost: a.example\r\n\r\n" }), {}],
    ["metadata", recordOf({ type: "metadata", block: "a: b\r\n" }), {}],
    [
      "without a URL",
      recordOf({ url: null, block: http(200) }),
      { "response: its WARC-Target-URI is not an http or https URL": 1 },
    ],
    [
      "of a DNS look-up",
      recordOf({ url: "dns:a.example", block: "1.2.3.4" }),
      { "record: not of an http or https URL": 1 },
    ],
    [
      "of a host longer than any that there can be",
      recordOf({ url: `http://${"\u65e5".repeat(4097)}/robots.txt`, block: http(200) }),
      { "response: its WARC-Target-URI is not an http or https URL": 1 },
    ],
  ])("%s", async (_, record, skipped) => {
    const known = await knownOf([record, response("https://b.example/robots.txt", day(1), 200, rules)]);
    expect(known.found).toBeUndefined();
    expect(known.skipped).toEqual(skipped);
  });
});

describe("records of which readers differ whether they are captures", () => {
  /** A record with these lines in place of the line of one field. */
  const withLines = (field: string, lines: string, record = response(url, day(3), 200, rules)): Buffer =>
    Buffer.from(record.toString("latin1").replace(new RegExp(`${field}: .*\\r\\n`), `${lines}\r\n`), "latin1");
  const open = response(url, day(1), 200, "");

  itEach<string>("the type in %j: refused and counted", async (lines) => {
    const skipped = { "record: no valid WARC-Type": 1 };
    expect(await knownOf([open, withLines("WARC-Type", lines)])).toMatchObject({ ...REFUSED, skipped });
  });

  it.each(["warcinfo", "request", "metadata", "resource", "conversion", "continuation", "Request"])(
    "the type %s: ignored",
    async (type) => {
      const known = await knownOf([open, withLines("WARC-Type", `WARC-Type: ${type}`)]);
      expect(known).toMatchObject({ verdicts: ALL, skipped: {} });
    },
  );

  itEach<string>("the URL in %j: refused and counted", async (lines) => {
    const skipped = { "response: its WARC-Target-URI is not an http or https URL": 1 };
    expect(await knownOf([open, withLines("WARC-Target-URI", lines)])).toMatchObject({ ...REFUSED, skipped });
  });

  it.each([`<${url}>`, `< ${url} >`, `\r\n ${url}`])("the URL %j: read", async (target) => {
    const record = withLines("WARC-Target-URI", `WARC-Target-URI: ${target}`);
    expect(await knownOf([open, record])).toMatchObject({ verdicts: BY_RULES, skipped: {} });
  });

  it("a page whose URL has a space is not a robots.txt", async () => {
    const page = response("https://a.example/a b", day(3), 200, "");
    expect(await knownOf([open, page])).toMatchObject({ verdicts: ALL, skipped: {} });
  });
});

it.each([null, "yesterday", "March 7 2026", "2026-03-01T12:00:00", "2026-03-01 12:00", "20261301000000", "2026030112"])(
  "a capture of the date %s is older than every other: alone, it refuses its origin",
  async (date) => {
    const skipped = { "response: no valid WARC-Date": 1 };
    const undated = recordOf({ date, block: http(200, rules) });
    expect(await knownOf([undated])).toMatchObject({ ...REFUSED, skipped });
    expect(await knownOf([response(url, day(1), 404), undated])).toMatchObject({ verdicts: ALL, skipped });
  },
);

describe("files that are damaged are refused, naming the place", () => {
  const whole = [info, response(url, day(1), 200, rules), response("http://b.example/robots.txt", day(1), 404)];
  const plain = Buffer.concat(whole);
  const second = whole[0]!.length;

  it("whole, they are read: plain, a member a record, all in one member, with zeros after the last one", async () => {
    const padded = [1, 512, 200_000].map((zeros) => Buffer.concat([gzipped(whole), Buffer.alloc(zeros)]));
    for (const warc of [plain, gzipped(whole), gzipSync(plain), ...padded]) {
      const { archive, stats } = await compiled({ warcs: [warc] });
      expect([archive.size, stats.records]).toEqual([2, 3]);
    }
  });

  it.each<readonly [string, Buffer, string | RegExp]>([
    ["empty", Buffer.alloc(0), "expected WARC records; got an empty file"],
    ["no WARC", Buffer.from("User-agent: *\n"), 'expected a WARC record at byte 0 (uncompressed); got "User-agent"'],
    ["gzip of no WARC", gzipSync("hello"), 'got "hello"'],
    [
      "HTML in its place",
      Buffer.from("<!DOCTYPE html>\n"),
      'got "<!DOCTYPE ", HTML or XML, such as the answer to a failed download',
    ],
    ["ARC", Buffer.from("filedesc://a.arc 0.0.0.0 2001 text/plain 9\n"), "an ARC file: convert it to WARC"],
    ["gzip twice", gzipSync(gzipped(whole)), "gzip inside gzip: decompress it once"],
    ["Zstandard", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), "Zstandard: decompress it"],
    [
      "lines that end in LF",
      Buffer.from(plain.toString("latin1").replaceAll("\r\n", "\n")),
      "a head whose lines end in LF instead of CR LF",
    ],
    [
      "WET",
      gzipped([info, recordOf({ type: "conversion", block: rules })]),
      "expected records of responses; got none, but records such as conversion, as WAT and WET files have",
    ],
    ["WAT", gzipped([info, recordOf({ type: "metadata", block: "{}" })]), "got none, but records such as metadata"],
    ["cut after a request", gzipped([info, recordOf({ type: "request", block: "" })]), "records such as request"],
    [
      "gzip that is cut",
      gzipped(whole).subarray(0, -1),
      `expected complete gzip members; got unexpected end of file at byte ${gzipped(whole).length - 1}`,
    ],
    [
      "a damaged member",
      gzipped(whole).fill("not the checksum", gzipped(whole).length - 8),
      /expected complete gzip members; got \S.* (at|after) byte \d+$/,
    ],
    [
      "a head that does not end",
      Buffer.concat([plain, Buffer.from(`WARC/1.0\r\nA: ${"b".repeat(70_000)}`)]),
      "expected a WARC head of at most 65536 bytes",
    ],
    ["no Content-Length", recordOf({ block: "", length: null }), "expected a record with one Content-Length"],
    ["two of them", recordOf({ block: "", head: ["Content-Length: 5"] }), "expected a record with one Content-Length"],
    ...["Content-Length: x", "Content-Length : 5", " Content-Length: 5", "content-length:"].map(
      (line) =>
        [
          `a second, malformed one: ${line}`,
          recordOf({ block: "", head: [line] }),
          "expected a record with one Content-Length",
        ] as const,
    ),
    [
      "a longer Content-Length",
      Buffer.concat([recordOf({ block: "abc", length: 40 }), plain]),
      "expected a block of 40 bytes at byte 0 (uncompressed); got a longer one",
    ],
    ["a shorter one", Buffer.concat([recordOf({ block: "abc", length: 2 }), plain]), "expected a block of 2 bytes"],
    ["a giant one", recordOf({ block: "abc", length: 1e14 }), "expected a block of 100000000000000 bytes"],
    [
      "other bytes between records",
      Buffer.concat([whole[0]!, Buffer.from("x"), whole[1]!]),
      `expected a WARC record at byte ${second}`,
    ],
    [
      "other bytes after gzip members",
      Buffer.concat([gzipped(whole), Buffer.from("hello")]),
      "expected complete gzip members",
    ],
    [
      "zeros and other bytes after gzip members",
      Buffer.concat([gzipped(whole), Buffer.from([0, 1, 2])]),
      "expected complete gzip members; got other bytes",
    ],
    [
      "zeros between gzip members",
      Buffer.concat([gzipped(whole.slice(0, 2)), Buffer.alloc(200_000), gzipped(whole.slice(2))]),
      "expected complete gzip members; got other bytes",
    ],
  ])("%s", async (_, warc, message) => {
    await expect(compiled({ warcs: [warc] })).rejects.toThrow(message);
  });

  it.each([
    ["only a head for all", [info]],
    ["resources, which crawlers write to files of their own", [info, recordOf({ type: "resource", block: "log" })]],
  ])("a file with %s has no captures", async (_, records) => {
    const { archive, stats } = await compiled({ warcs: [gzipped(records)] });
    expect([archive.size, stats.captures]).toEqual([0, 0]);
  });

  it("cut at every byte", async () => {
    const members = gzipped(whole);
    const boundaries = new Set([whole[0]!, whole[1]!].map((_, i) => gzipped(whole.slice(0, i + 1)).length));
    for (let length = 0; length < members.length; length += 7)
      if (!boundaries.has(length))
        await expect(compiled({ warcs: [members.subarray(0, length)] })).rejects.toThrow("expected");
    for (let length = second + 1; length < second + whole[1]!.length; length += 7)
      await expect(compiled({ warcs: [plain.subarray(0, length)] })).rejects.toThrow("expected");
  });
});
