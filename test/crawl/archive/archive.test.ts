/** Archives (docs/archive.md): what is written is found, one origin at a time, and damage never becomes a verdict. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../../bindings/crawl/archive/crc32.ts";
import { type Archive, openArchive } from "../../../bindings/crawl/archive/index.ts";
import { programsOf } from "../../../bindings/crawl/archive/programs.ts";
import { FOOTER_BYTES, PAGE_BYTES, writeTable } from "../../../bindings/crawl/archive/table-writer.ts";
import { parse } from "../../../bindings/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { tablesOf } from "../../support/tables.ts";
import { archiveOf, byRules, bytesOf, type Origin, rfc9309 } from "./build.ts";
import { counting, readsFewPages } from "./reads.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-archive-"));

const numbered = (count: number): Origin[] =>
  Array.from({ length: count }, (_, i) => ({
    host: `host${i}.example`,
    state: byRules(`User-agent: *\nDisallow: /${i}$`),
  }));

describe("an origin is found", () => {
  const states: Origin[] = [
    { host: "a.example", state: byRules("User-agent: *\nDisallow: /general") },
    { host: "a.example", scheme: "https", state: byRules("User-agent: *\nDisallow: /https") },
    { host: "a.example:8080", scheme: "http", state: byRules("User-agent: *\nDisallow: /port") },
    { host: "a.example-b", state: byRules("User-agent: *\nDisallow: /other") },
    { host: "gone.example", state: { status: "unavailable", verdict: "allowed", httpStatus: 404, fetchedAtMs: 0 } },
    { host: "down.example", state: { status: "unreachable", verdict: "refused", fetchedAtMs: 5, expiresAtMs: 7 } },
  ];

  it.each([
    ["http://a.example/x", "/general"],
    ["https://a.example", "/https"],
    ["http://a.example:8080", "/port"],
    ["https://a.example:8080", undefined],
    ["https://A.EXAMPLE-b:443", "/other"],
    ["https://missing.example", undefined],
    ["https://a", undefined],
    ["https://zzz.example", undefined],
  ])("%s", async (url, pattern) => {
    const archive = openArchive(await archiveOf(states));
    expect(archive.find(url)?.rules.explain(pattern ?? "/").rule?.pattern).toBe(pattern);
  });

  it("with what its status means, and since when", async () => {
    const archive = openArchive(await archiveOf(states));
    const gone = archive.find("http://gone.example/")!;
    expect(gone).toMatchObject({ status: "unavailable", verdict: "allowed", httpStatus: 404, fetchedAt: new Date(0) });
    expect(gone.rules.isAllowed("/")).toBe(true);
    const down = archive.find(new URL("http://down.example/"))!;
    expect(down).toMatchObject({ status: "unreachable", verdict: "refused", expiresAt: new Date(7) });
    expect(down.rules.isAllowed("/")).toBe(false);
    expect(archive.find("http://a.example")).not.toHaveProperty("fetchedAt");
  });

  it("in order, all of them", async () => {
    const archive = openArchive(await archiveOf(states));
    expect(archive.size).toBe(6);
    expect(Array.from(archive, ([origin]) => origin)).toEqual([
      "//a.example",
      "https://a.example",
      "//a.example-b",
      "http://a.example:8080",
      "//down.example",
      "//gone.example",
    ]);
  });

  it("in an archive without any: nothing", async () => {
    const archive = openArchive(await archiveOf([]));
    expect(archive.find("https://a.example")).toBeUndefined();
    expect([...archive]).toEqual([]);
    archive.verify();
  });

  it("whose program is longer than a page", async () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `Disallow: /${i}/*/x`).join("\n");
    const origins = [...numbered(50), { host: "host25.a", state: byRules(`User-agent: *\n${long}`) }];
    const archive = openArchive(await archiveOf(origins));
    expect(archive.find("http://host25.a")!.rules.isAllowed("/19999/a/x")).toBe(false);
    for (const { host } of origins) expect(archive.find(`http://${host}`)).toBeDefined();
  });
});

// 100,000 origins, of four levels, are in test/slow.
it.each([
  [300, 2],
  [3000, 3],
])("%i origins: opening reads head and footer, a look-up at most %i pages and then one", readsFewPages);

it("an absent origin reads no leaf", async () => {
  const origins = numbered(3000);
  const source = counting(await archiveOf(origins));
  const archive = openArchive(source);
  for (const { host } of origins) archive.find(`http://x${host}/`);
  // 1,000 leaves or so; two or three absent origins have the fingerprint of a present one.
  expect(source.reads).toBeLessThan(60);
});

describe("an archive of several crawlers", () => {
  const crawlers = [["ExampleBot"], ["OtherBot", "FallbackBot"], ["Third"]];
  const body = "User-agent: FallbackBot\nDisallow: /fallback\n\nUser-agent: *\nDisallow: /all\n";
  const state = { ...byRules(""), programs: programsOf(parse(body), crawlers)! };
  const bytes = () => archiveOf([{ host: "a.example", state }], { ...rfc9309, crawlers });

  itEach<[agent: string | string[], refused: string]>("%s has rules of its own", async (agent, refused) => {
    const archive = openArchive(await bytes(), { agent });
    const { rules } = archive.find("http://a.example/")!;
    expect(["/all", "/fallback"].filter((path) => !rules.isAllowed(path))).toEqual([refused]);
    expect(archive.agents.map((one) => one.toLowerCase())).toEqual([agent].flat().map((one) => one.toLowerCase()));
    expect(archive.crawlers).toEqual(crawlers);
    archive.verify();
  });

  it.each([
    [undefined, "expected the option agent, because the archive has several: ExampleBot; OtherBot, FallbackBot; Third"],
    ["FallbackBot", "compiled for agents FallbackBot; got one for ExampleBot; OtherBot, FallbackBot; Third"],
  ])("the agent of row %# is refused", async (agent, message) => {
    const whole = await bytes();
    expect(() => openArchive(whole, agent === undefined ? {} : { agent })).toThrow(message);
  });

  it("stores equal rules once", () => {
    const one = programsOf(parse(body), [["A"]])!.length;
    expect(programsOf(parse(body), [["A"], ["B"], ["C"]])!.length).toBe(one + 4);
    expect(programsOf(parse(body), [["A"], ["FallbackBot"]])!.length).toBeGreaterThan(one + 20);
  });
});

describe("verdicts are those of the file itself", () => {
  const line = fc.oneof(
    fc.constantFrom("User-agent: *", "User-agent: ExampleBot", "Crawl-delay: 3", "", "#"),
    fc
      .tuple(fc.constantFrom("Allow", "Disallow"), fc.stringMatching(/^\/[a-c*$%/]{0,6}$/))
      .map(([a, b]) => `${a}: ${b}`),
    fc.string(),
  );
  const file = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
  const host = fc.stringMatching(/^[a-e]{1,3}(\.[a-c]{1,2}){0,2}$/).filter((name) => URL.canParse(`http://${name}`));

  it.each(["rfc9309", "google", "koster1996", "norobots1996", "original1994"] as const)("%s", async (dialect) => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.tuple(host, file), { selector: ([name]) => name }), async (files) => {
        const origins = files.map(([name, body]) => ({ host: name, state: byRules(body, dialect) }));
        const archive = openArchive(await archiveOf(origins, { ...rfc9309, dialect }), { dialect });
        for (const [name, body] of files) {
          const direct = parse(body, { dialect }).agent("ExampleBot");
          const found = archive.find(`https://${name}/`)!.rules;
          for (const path of ["/", "/a", "/a/b", "/abc?x", "/%61", "/robots.txt"])
            expect(found.explain(path)).toEqual(direct.explain(path));
        }
      }),
      { numRuns: 100 },
    );
  });
});

it("rules of another dialect than the archive's are refused: 0.1.0 called norobots1996 koster1996", async () => {
  const origins = [{ host: "a.example", state: byRules("User-agent: *\nDisallow: /x", "norobots1996") }];
  const archive = openArchive(await archiveOf(origins, { ...rfc9309, dialect: "koster1996" }));
  expect(() => archive.find("https://a.example/")).toThrow(
    /expected rules of koster1996 \(compile the archive again\); got norobots1996/,
  );
});

describe("damage is refused, and never becomes a verdict", () => {
  const urls = ["a", "b", "c", "d", "missing"].map((name) => `https://${name}.example/x`);
  const origins: Origin[] = [
    { host: "a.example", state: byRules("User-agent: *\nDisallow: /x") },
    { host: "b.example", state: byRules("") },
    { host: "c.example", state: { status: "unavailable", verdict: "allowed", httpStatus: 410, fetchedAtMs: 1 } },
    { host: "d.example", state: { status: "unreachable", verdict: "refused", fetchedAtMs: 1 } },
  ];
  const verdictsOf = (archive: Archive): unknown[] =>
    urls.map((url) => {
      const { rules, ...state } = archive.find(url) ?? {};
      return { state, allowed: rules?.explain(url) };
    });

  it("every bit flipped", async () => {
    const whole = await archiveOf(origins);
    const expected = verdictsOf(openArchive(whole));
    for (let bit = 0; bit < 8 * whole.length; bit += sized(5, 1, 7)) {
      const damaged = whole.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => openArchive(damaged).verify(), `bit ${bit}`).toThrow(RangeError);
      for (const [i, url] of urls.entries()) {
        try {
          const { rules, ...state } = openArchive(damaged).find(url) ?? {};
          expect({ state, allowed: rules?.explain(url) }, `bit ${bit}`).toEqual(expected[i]);
        } catch (error) {
          expect(error).toMatchObject({ code: "ERR_ARCHIVE" });
        }
      }
    }
  });

  it("every byte changed in an archive of several levels", async () => {
    const whole = await archiveOf(numbered(60));
    for (let at = 0; at < whole.length; at += sized(3, 1, 7)) {
      const damaged = whole.slice();
      damaged[at]! ^= 1 << (at & 7);
      expect(() => openArchive(damaged).verify(), `byte ${at}`).toThrow(RangeError);
    }
  });

  it("cut at every byte, or longer", async () => {
    const whole = await archiveOf(origins);
    for (let length = 0; length < whole.length; length++)
      expect(() => openArchive(whole.slice(0, length))).toThrow(RangeError);
    expect(() => openArchive(Uint8Array.of(...whole, 0))).toThrow(RangeError);
  });

  it("pages that changed places", async () => {
    // Entries of one length make pages of one length.
    const whole = await archiveOf(numbered(1900).slice(1000));
    const first = new DataView(whole.buffer).getUint32(8, true) + 12;
    const entry =
      8 + new DataView(whole.buffer, first).getUint32(0, true) + new DataView(whole.buffer, first).getUint32(4, true);
    const length = Math.floor(PAGE_BYTES / entry) * entry;
    const swapped = whole.slice();
    swapped.set(whole.subarray(first, first + length), first + length);
    swapped.set(whole.subarray(first + length, first + 2 * length), first);
    expect(() => openArchive(swapped).verify()).toThrow("checksum of the page");
    expect(() => openArchive(swapped).find("http://host1000.example/")).toThrow("checksum of the page");
  });

  it("random bytes, as a whole or at the end of a head", () => {
    const head = fc.constantFrom("", "RWAR", "RWAR\u0003\0\0\0", "RWAR\u0003\0\0\0\u0002\0\0\0{}").map(Buffer.from);
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        expect(() => openArchive(Uint8Array.of(...start, ...rest))).toThrow(RangeError);
      }),
    );
  });
});

describe("bytes that are not an archive for this call are refused, with what came", () => {
  it.each([
    ["an empty file", new Uint8Array(), "expected a file that starts with RWAR; got an empty one"],
    ["a foreign one", new TextEncoder().encode("WARC/1.0\r\n"), "got a foreign one"],
    ["the beginning of one", new TextEncoder().encode("RWAR"), "expected a whole archive; got 4 bytes of one"],
  ])("%s", (_, bytes, message) => expect(() => openArchive(bytes)).toThrow(message));

  itEach<[format: number, message: string]>("format %i", async (format, message) => {
    const bytes = await archiveOf([]);
    bytes[4] = format;
    expect(openOf(bytes)).toThrow(message);
  });

  it("another description", async () => {
    for (const text of [
      "",
      "null",
      "[]",
      '{"crawlers":[]}',
      '{"crawlers":[["a"]],"dialect":"google","policy":"google"}',
      ...[
        "null",
        "3",
        '{"number":4,"of":4}',
        '{"number":-1,"of":4}',
        '{"number":0}',
        '{"number":0,"of":4294967297}',
      ].map((shard) => `{"crawlers":[["a"]],"dialect":"google","leniency":{},"policy":"google","shard":${shard}}`),
    ])
      expect(openOf(await bytesOf(writeTable(text, [])))).toThrow("expected a description");
  });

  it("another agent, dialect or leniency", async () => {
    const bytes = await archiveOf([]);
    expect(openOf(bytes, { agent: ["examplebot"], dialect: "rfc9309", leniency: {} })).not.toThrow();
    expect(openOf(bytes, { agent: "OtherBot" })).toThrow(
      "expected an archive compiled for agents OtherBot; got one for ExampleBot",
    );
    expect(openOf(bytes, { dialect: "google" })).toThrow(
      "expected an archive compiled for dialect google; got one for rfc9309",
    );
    expect(openOf(bytes, { leniency: { typos: true } })).toThrow('leniency {"typos":true}; got one for {}');
  });

  it("misuse", async () => {
    expect(openOf(null)).toThrow("source: expected a path, bytes or an object that reads them; got null");
    expect(openOf(5)).toThrow(TypeError);
    const archive = openArchive(await archiveOf([]));
    expect(() => archive.find("/path")).toThrow("url: expected an http or https URL; got /path");
    expect(() => archive.find("ftp://a.example/")).toThrow("got ftp:");
    expect(() => archive.find(undefined as never)).toThrow("got undefined");
  });

  const openOf = (source: unknown, options?: object) => () => openArchive(source as Uint8Array, options);
});

describe("a file", () => {
  it("is opened by path and by URL, and closed", async () => {
    const path = join(folder, "robots.archive");
    writeFileSync(path, await archiveOf(numbered(300)));
    for (const source of [path, pathToFileURL(path)]) {
      const archive = openArchive(source);
      expect(archive.find("http://host1.example/")!.rules.isAllowed("/1")).toBe(false);
      archive.close();
      expect(() => archive.verify()).toThrow("expected an open file; got a closed one");
    }
  });

  it("that is cut while it is open is refused where it ends", async () => {
    const path = join(folder, "cut.archive");
    const bytes = await archiveOf(numbered(300));
    writeFileSync(path, bytes);
    const archive = openArchive(path);
    writeFileSync(path, bytes.slice(0, 300));
    expect(() => archive.verify()).toThrow(/expected \d+ bytes at byte \d+; got \d+/);
  });

  it("that is missing says so", () => expect(() => openArchive(join(folder, "none"))).toThrow("ENOENT"));
});

it("equal input gives equal bytes", async () => {
  const origins = numbered(200);
  expect(await archiveOf(origins)).toEqual(await archiveOf(origins.toReversed()));
});

describe("a forged footer, with a checksum that holds, is refused", () => {
  const forged = async (forge: (footer: DataView) => void): Promise<Uint8Array> => {
    const bytes = await archiveOf(numbered(300));
    mendedFooter(bytes, forge);
    return bytes;
  };

  it.each<[string, (footer: DataView) => void, string]>([
    ["a root beyond the end", (footer) => footer.setBigUint64(0, 2n ** 60n, true), "expected a page between"],
    ["a root in the head", (footer) => footer.setBigUint64(0, 3n, true), "expected a page between"],
    ["a longer root", (footer) => footer.setUint32(8, 2 ** 32 - 1, true), "expected a page between"],
    ["no level", (footer) => footer.setUint32(32, 0, true), "expected 1 to 40 levels; got 0"],
    ["too many levels", (footer) => footer.setUint32(32, 41, true), "expected 1 to 40 levels; got 41"],
    ["a level too many", (footer) => footer.setUint32(32, 3, true), "expected fingerprints beside leaves"],
    ["a level too few", (footer) => footer.setUint32(32, 1, true), "expected the key of an origin"],
    ["another number of entries", (footer) => footer.setBigUint64(24, 299n, true), "expected 299 entries; got 300"],
  ])("%s", async (_, forge, message) => {
    const bytes = await forged(forge);
    expect(() => openArchive(bytes).verify()).toThrow(message);
  });
});

/** Changes the footer and gives it a checksum that holds. */
function mendedFooter(bytes: Uint8Array, change: (footer: DataView) => void): void {
  const footer = bytes.subarray(bytes.length - FOOTER_BYTES);
  const view = new DataView(footer.buffer, footer.byteOffset, footer.length);
  change(view);
  const head = bytes.subarray(0, 12 + new DataView(bytes.buffer).getUint32(8, true));
  view.setUint32(36, crc32(footer.subarray(0, 36), crc32(head)), true);
}

it("an archive of a terabyte opens and finds by reading a few pages", async () => {
  const bytes = await archiveOf(numbered(5));
  const first = 12 + new DataView(bytes.buffer).getUint32(8, true);
  const shift = 2 ** 40 - first;
  mendedFooter(bytes, (footer) => {
    footer.setBigUint64(0, 2n ** 40n, true);
    footer.setBigUint64(16, BigInt(bytes.length + shift), true);
  });
  const read = (offset: number, length: number): Uint8Array => {
    const at = offset < first ? offset : offset - shift;
    return bytes.subarray(at, at + length);
  };
  const archive = openArchive({ size: bytes.length + shift, read });
  expect(archive.find("http://host3.example/")!.rules.isAllowed("/3")).toBe(false);
  expect(archive.find("http://host7.example/")).toBeUndefined();
});
