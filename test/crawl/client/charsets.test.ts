/**
 * Charsets and content types. RFC 9309 §2.3 asks for text/plain in UTF-8. Other charsets are converted; the content type is
 * ignored, because many servers name it wrongly.
 */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";

const RULES = "User-agent: *\r\nDisallow: /café\r\nDisallow: /private\r\n";
const utf8 = new TextEncoder().encode(RULES);
const latin1 = Buffer.from(RULES, "latin1");
const utf16le = Buffer.from(RULES, "utf16le");
const utf16be = Buffer.from(utf16le).swap16();
const marked = (mark: number[], body: Uint8Array): Uint8Array => Uint8Array.from([...mark, ...body]);
const cyrillic = Uint8Array.from([
  ...Buffer.from("User-agent: *\nDisallow: /"),
  0xd7,
  0xc8,
  ...Buffer.from("\nDisallow: /private\n"),
]);
const html = "<!doctype html>\n<title>Home</title>\n<p>Disallow: /private\n";

const READ_BYTES = 2 * 512_000 + 4;

/** Whether the URLs are refused. */
async function refused(type: string | undefined, body: Uint8Array | string, ...urls: string[]): Promise<boolean[]> {
  const headers = new Headers(type === undefined ? {} : { "content-type": type });
  const fetch = async (): Promise<Response> => {
    const response = new Response(new Blob([body as Uint8Array<ArrayBuffer>]), { headers });
    if (type === undefined) response.headers.delete("content-type");
    return response;
  };
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  const { access, hash } = await client.get("http://a.test/");
  expect(access.status).toBe("success");
  // Of the bytes as they came, whatever they are read as: at most what takes the default limit in UTF-16, with a mark.
  const read = Buffer.from(body as Uint8Array).subarray(0, READ_BYTES);
  expect(hash).toBe(createHash("sha256").update(read).digest("hex"));
  return Promise.all(urls.map(async (url) => !(await client.isAllowed(`http://a.test${url}`))));
}

const CAFE = "/caf%C3%A9";
const both = [true, true];

describe("UTF-8", () => {
  it.each([
    ["without a type", undefined, utf8],
    ["text/plain", "text/plain", utf8],
    ["declared", "text/plain; charset=utf-8", utf8],
    ["declared as UTF8", "text/plain;charset=UTF8", utf8],
    ["in quotes", 'text/plain; charset="utf-8"', utf8],
    ["with a mark", "text/plain", marked([0xef, 0xbb, 0xbf], utf8)],
    ["with a mark, declared as Latin-1", "text/plain; charset=iso-8859-1", marked([0xef, 0xbb, 0xbf], utf8)],
    ["declared as Latin-1, which it is not", "text/plain; charset=iso-8859-1", utf8],
    ["declared as windows-1252", "text/plain; charset=windows-1252", utf8],
    ["declared as something unknown", "text/plain; charset=klingon", utf8],
    ["declared as nothing", "text/plain; charset=", utf8],
    ["declared as UTF-16, with the mark of UTF-8", "text/plain; charset=utf-16", marked([0xef, 0xbb, 0xbf], utf8)],
  ])("%s", async (_, type, body) => {
    expect(await refused(type, body, CAFE, "/private")).toEqual(both);
  });
});

describe("other charsets", () => {
  it.each([
    ["UTF-16LE by its mark", undefined, marked([0xff, 0xfe], utf16le), CAFE],
    ["UTF-16BE by its mark", "text/plain", marked([0xfe, 0xff], utf16be), CAFE],
    ["UTF-16LE by its mark, declared as UTF-8", "text/plain; charset=utf-8", marked([0xff, 0xfe], utf16le), CAFE],
    [
      "UTF-16BE by its mark, declared as little-endian",
      "text/plain; charset=utf-16le",
      marked([0xfe, 0xff], utf16be),
      CAFE,
    ],
    ["UTF-16LE declared", "text/plain; charset=utf-16le", utf16le, CAFE],
    ["UTF-16 declared: little-endian", "text/plain; charset=UTF-16", utf16le, CAFE],
    ["UTF-16BE declared", "text/plain; charset=utf-16be", utf16be, CAFE],
    ["Latin-1 declared", "text/plain; charset=ISO-8859-1", latin1, CAFE],
    ["windows-1252 declared, in quotes", `text/plain; charset="windows-1252"; format=flowed`, latin1, CAFE],
    ["KOI8-R declared", "text/plain; charset=koi8-r", cyrillic, encodeURI("/вх")],
    [
      "Shift_JIS declared",
      "text/plain; charset=shift_jis",
      Buffer.concat([
        Buffer.from("User-agent: *\nDisallow: /"),
        Uint8Array.of(0x93, 0xfa),
        Buffer.from("\nDisallow: /private\n"),
      ]),
      encodeURI("/日"),
    ],
  ])("%s", async (_, type, body, url) => {
    expect(await refused(type, body, url, "/private")).toEqual(both);
  });

  it.each(["utf-16", "utf-16le", "UTF-16BE", "unicode"])(
    "declared as %s, which it is not: the rules hold",
    async (name) => {
      for (const body of ["User-agent: *\nDisallow: /private\n", latin1])
        expect(await refused(`text/plain; charset=${name}`, body, "/private", "/x")).toEqual([true, false]);
    },
  );

  it("Latin-1 that is not declared, or declared as UTF-8: its ASCII rules hold", async () => {
    for (const type of [undefined, "text/plain", "text/plain; charset=utf-8", "text/plain; charset=klingon"])
      expect(await refused(type, latin1, "/private", "/x")).toEqual([true, false]);
  });

  it("a byte order mark alone is an empty file", async () => {
    for (const mark of [[0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], []])
      expect(await refused("text/plain", Uint8Array.from(mark), "/private")).toEqual([false]);
  });
});

describe("types", () => {
  it.each(["text/html", "text/html; charset=utf-8", "application/octet-stream", "image/png", "nonsense", ";;;"])(
    "%s with rules in it is read",
    async (type) => expect(await refused(type, utf8, CAFE, "/private")).toEqual(both),
  );

  it("an HTML page has no rules, as a robots.txt without groups", async () => {
    expect(await refused("text/html", html, "/private", "/")).toEqual([false, false]);
  });

  it("binary bytes have no rules either", async () => {
    const noise = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 2_654_435_761) >>> 24);
    for (const type of [undefined, "text/plain; charset=utf-16le", "text/plain; charset=gb18030"])
      expect(await refused(type, noise, "/private")).toEqual([false]);
  });
});

describe("at the size limit", () => {
  const mark = [0xff, 0xfe];
  it.each([
    ["UTF-16 by its mark", "text/plain", mark],
    ["UTF-16 declared", "text/plain; charset=utf-16le", []],
  ])("%s: half a pattern, which is a broader one, is not read", async (_, type, before) => {
    for (const limitBytes of [512_001, READ_BYTES, READ_BYTES - 2]) {
      const [head, half] = ["User-agent: *\nDisallow: /\n#", "\nAllow: /p"];
      const padding = (limitBytes - before.length) / 2 - head.length - half.length;
      const body = Buffer.from(`${head}${"x".repeat(padding)}${half}rivate/only\n`, "utf16le");
      expect(await refused(type, marked(before, body), "/private", "/public")).toEqual(both);
    }
  });

  it("a character cut in two does not change how the rest is read", async () => {
    const line = "Disallow: /é\n";
    const body = `${RULES}${line.repeat(50_000)}`;
    for (const pad of ["", "#", "##"]) {
      const bytes = new TextEncoder().encode(`${pad}\n${body}`);
      expect(await refused("text/plain; charset=iso-8859-1", bytes, CAFE, "/private")).toEqual(both);
    }
  });
});

describe("text that is declared as UTF-16 and is not", () => {
  const ascii = "User-agent: *\nDisallow: /private\n";
  it.each([
    ["ASCII", ascii],
    ["ASCII with a zero byte", `# \0\n${ascii}`],
    ["ASCII with zero bytes at its end, more than characters", ascii + "\0".repeat(500)],
    ["ASCII of an odd length with a zero byte", `${ascii}#\0\n`],
    ["ASCII in the spelling that google accepts", `# \0\n${ascii.replace("User-agent", "user agent")}`],
  ])("%s: its rules are read", async (_, body) => {
    for (const charset of ["utf-16", "utf-16le", "utf-16be"]) {
      const fetch = async (): Promise<Response> =>
        new Response(body, { headers: { "content-type": `text/plain; charset=${charset}` } });
      const client = new RobotsClient({ agent: "ExampleBot", fetch, policy: "google" });
      expect(await client.isAllowed("http://a.test/private"), charset).toBe(false);
      expect(await client.isAllowed("http://a.test/"), charset).toBe(true);
    }
  });

  it.each([
    ["big-endian, declared as utf-16", "utf-16", utf16be],
    ["big-endian, declared as little-endian", "utf-16le", utf16be],
    ["little-endian, declared as big-endian", "utf-16be", utf16le],
    [
      "with characters whose bytes are valid UTF-8",
      "utf-16le",
      Buffer.from(`# \u80c3\n${RULES.replace("é", "%C3%A9")}`, "utf16le"),
    ],
  ])("UTF-16 without a mark is read in its own byte order: %s", async (_, charset, body) => {
    expect(await refused(`text/plain; charset=${charset}`, body, CAFE, "/private")).toEqual(both);
  });
});
