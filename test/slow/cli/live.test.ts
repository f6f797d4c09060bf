/** Commands that fetch a robots.txt or a sitemap themselves, against a server on loopback. */
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, type Ended } from "./process.ts";

let server: Server;
let origin = "";
let status = 200;
/** More headers of /robots.txt. */
let robotsHeaders: Record<string, string> = {};
const requests: string[] = [];

const sitemap = (...urls: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>\n  ${url}\n</loc><lastmod>2026-01-01</lastmod></url>`)
    .join("")}</urlset>`;

/** What /served.xml holds. */
let served: string | Buffer = "";
let lastUserAgent: string | undefined;

const bodyOf = (path: string): string | Buffer => {
  if (path === "/served.xml") return served;
  if (path === "/robots.txt")
    return "User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /all\n\nUser-agent: SlowBot\nDisallow: /all\nCrawl-delay: 3600\n";
  if (path === "/index.xml") return `<sitemapindex><sitemap><loc>${origin}/one.xml.gz</loc></sitemap></sitemapindex>`;
  return gzipSync(sitemap(`${origin}/x?a=1&amp;b=2`, `${origin}/y`));
};

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url!);
    lastUserAgent = request.headers["user-agent"];
    if (request.url === "/redirect.xml") {
      response.writeHead(302, { location: `${origin.replace("127.0.0.1", "127.0.0.2")}/one.xml.gz` }).end();
      return;
    }
    const isRobots = request.url === "/robots.txt";
    response.writeHead(isRobots ? status : 200, isRobots ? robotsHeaders : {}).end(bodyOf(request.url!));
  }).listen(0, "0.0.0.0");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const run = (...words: string[]): Promise<Ended> => call(words);

describe("without a FILE, the robots.txt of the origin decides", () => {
  it("explain URL, for several crawlers, fetched once", async () => {
    requests.length = 0;
    const { code, out } = await run("explain", `${origin}/x`, `${origin}/a/../all`, "-a", "FooBot", "-a", "Bar");
    expect({ code, out }).toEqual({
      code: 1,
      out: [
        `${origin}/x`,
        "  FooBot  refused  line 2: Disallow: /x  (group FooBot)",
        "  Bar     allowed  no rule matches",
        `${origin}/a/../all`,
        "  FooBot  allowed  no rule matches",
        "    reading     fetch requests /all: allowed",
        "  Bar     refused  line 5: Disallow: /all  (group *)",
        "    reading     fetch requests /all: refused",
        "",
      ].join("\n"),
    });
    expect(requests).toEqual(["/robots.txt"]);
  });

  it("check URL", async () => {
    expect(await run("check", `${origin}/x`, "--agent", "Bar")).toEqual({
      code: 0,
      out: `allowed  ${origin}/x\n`,
      err: "",
    });
  });

  it("the URL of a robots.txt is a FILE for the URLs after it", async () => {
    expect((await run("check", `${origin}/robots.txt`, "/x", "--agent", "FooBot")).out).toBe("refused  /x\n");
  });

  describe("an outage is not a refusal by the site: exit code 3, and the reason on standard error", () => {
    const warning = (): string =>
      `robots-wasm: ${origin}/robots.txt: unreachable, 503: verdicts come from this outage, not from rules; exit code 3\n`;
    const duringOutage = async (...words: string[]): ReturnType<typeof run> => {
      status = 503;
      return run(...words).finally(() => (status = 200));
    };
    const outage = "unreachable, 503";

    it("check", async () => {
      const out = `refused  ${origin}/y\n`;
      expect(await duringOutage("check", `${origin}/y`, "-a", "FooBot")).toEqual({ code: 3, out, err: warning() });
      const { out: json } = await duringOutage("check", `${origin}/y`, "-a", "FooBot", "--json");
      expect(JSON.parse(json)).toEqual({
        ...{ url: `${origin}/y`, allowed: false, outage, isFinal: false },
        retryAt: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    });

    it("explain", async () => {
      const out = `refused  ${origin}/y  the policy decides: unreachable, 503\n`;
      expect(await duringOutage("explain", `${origin}/y`, "-a", "FooBot")).toEqual({ code: 3, out, err: warning() });
      const { out: json } = await duringOutage("explain", `${origin}/y`, "-a", "FooBot", "--json");
      expect(JSON.parse(json)).toMatchObject({ allowed: false, reason: "policy", outage });
    });

    it("test, also if the assertion holds", async () => {
      const file = join(mkdtempSync(join(tmpdir(), "robots-wasm-live-")), "assertions.yaml");
      writeFileSync(file, `robots: ${origin}\ntests:\n- agent: FooBot\n  refused: /x\n`);
      const out = "1 assertion: 1 passed, 0 failed; 1 by an outage\n";
      expect(await duringOutage("test", file)).toEqual({ code: 3, out, err: warning() });
      expect(JSON.parse((await duringOutage("test", file, "--json")).out)).toMatchObject({ passed: true, outage });
    });

    it("agents", async () => {
      const { code, out, err } = await duringOutage("agents", origin, "--agent", "GPTBot", "--json");
      expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining("unreachable, 503") });
      expect(JSON.parse(out)).toMatchObject({ access: "refused", outage });
    });

    it("a host that nobody answers for; and 2 comes before 3", async () => {
      const closed = "http://127.0.0.1:2/y"; // Nothing listens on port 2.
      expect(await run("check", closed, "-a", "FooBot")).toMatchObject({
        code: 3,
        err: expect.stringMatching(/ECONNREF/),
      });
      expect(await run("check", "http://127.0.0.1:2/robots.txt", "cart", "/y", "-a", "FooBot")).toMatchObject({
        code: 2,
      });
    });

    it("a verdict that holds anyway does not count as an outage: robots.txt itself is always allowed", async () => {
      const { code, err } = await duringOutage("check", `${origin}/robots.txt`, "-a", "FooBot");
      expect({ code, err }).toEqual({ code: 0, err: "" });
    });

    it("404 is an answer", async () => {
      status = 404;
      const ended = await run("check", `${origin}/y`, "-a", "FooBot");
      status = 200;
      expect(ended).toMatchObject({ code: 0, err: "" });
    });
  });

  it("agents reads a status as each crawler's operator does: 429 stops Google's", async () => {
    status = 429;
    const words = ["agents", origin, "--json", "--agent", "Googlebot", "--agent", "GPTBot"];
    const [each, google] = [await run(...words), await run(...words, "--dialect", "google")];
    status = 200;
    const accessIn = ({ out }: { out: string }): string[] =>
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).access);
    expect(accessIn(each)).toEqual(["refused", "allowed"]);
    expect(accessIn(google)).toEqual(["refused", "refused"]);
  });

  // What access/policy says for the dialect; 404 says that there is no file to check.
  it.each([
    [
      403,
      [],
      "unavailable-file",
      /crawlers may fetch everything; in koster1996 and norobots1996, they may fetch nothing/,
    ],
    [403, ["--dialect", "koster1996"], "unreachable-file", /crawlers may fetch nothing; in /],
    [429, [], "unavailable-file", /crawlers may fetch everything; in google, they may fetch nothing/],
    [429, ["--dialect", "google"], "unreachable-file", /crawlers may fetch nothing; in /],
  ])("lint URL says what a status %d means, with %j: %s", async (code, words, expected, message) => {
    status = code;
    const { out, code: exit } = await run("lint", origin, "--json", ...words);
    status = 200;
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ code: expected, message: expect.stringMatching(message) });
  });

  it("lint URL reports a server error and a wrong content type", async () => {
    status = 503;
    const failed = await run("lint", origin, "--json");
    status = 200;
    robotsHeaders = { "content-type": "text/html" };
    const typed = await run("lint", origin, "--json", "--fail-on", "info");
    robotsHeaders = {};
    expect(failed).toMatchObject({ code: 1, err: "" });
    expect(JSON.parse(failed.out)).toMatchObject({ code: "unreachable-file", line: 1, column: 1 });
    expect(typed).toMatchObject({ code: 1, out: expect.stringContaining("the Content-Type is text/html") });
  });

  it.each([
    ["/proj/robots.txt", ["not-at-root"]],
    ["/proj/Robots.txt?v=1", ["not-at-root"]],
    ["/robots.txt", []],
    ["/proj/page.html", []],
  ])("lint URL%s checks the file at the root, and reports %j", async (path, expected) => {
    const { out } = await run("lint", `${origin}${path}`, "--json", "--fail-on", "error");
    const codes = out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).code);
    expect(codes.filter((code) => code === "not-at-root")).toEqual(expected);
  });

  it("lint URL", async () => {
    const { code, out } = await run("lint", origin);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(`${origin}: `) });
    status = 404;
    const missing = await run("lint", origin);
    status = 200;
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("/robots.txt; got unavailable, 404") });
  });

  it("test, with the URL of a site", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "robots-wasm-live-")), "assertions.yaml");
    writeFileSync(file, `robots: ${origin}\ntests:\n- agent: FooBot\n  refused: /x\n`);
    expect((await run("test", file)).out).toBe("1 assertion: 1 passed, 0 failed\n");
  });
});

describe("--sitemap", () => {
  const sitemapFile = (text: string | Uint8Array): string => {
    const file = join(mkdtempSync(join(tmpdir(), "robots-wasm-sitemap-")), "sitemap.xml");
    writeFileSync(file, text);
    return file;
  };
  const checked = (sitemap: string, ...more: string[]): ReturnType<typeof run> =>
    run("check", `${origin}/robots.txt`, "-a", "FooBot", "--sitemap", sitemap, ...more);

  it.each(["file", "path"])("an index opens no local files: %s", async (kind) => {
    const secret = sitemapFile(sitemap("https://secret.example/x"));
    served = `<sitemapindex><sitemap><loc>${kind === "file" ? `file://${secret}` : secret}</loc></sitemap></sitemapindex>`;
    for (const word of [`${origin}/served.xml`, sitemapFile(served)]) {
      const { code, out, err } = await checked(word);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(`robots-wasm: ${word}: expected an absolute http or https URL; got "`);
    }
  });

  it("a sitemap from the network lists absolute URLs only; one on disk may list paths", async () => {
    served = sitemap("/x", "https://a.example/y");
    const remote = await checked(`${origin}/served.xml`);
    expect(remote).toMatchObject({ code: 2, out: "allowed  https://a.example/y\n" });
    expect(remote.err).toContain('expected an absolute http or https URL; got "/x"');
    expect(await checked(sitemapFile(served))).toMatchObject({
      code: 1,
      out: "refused  /x\nallowed  https://a.example/y\n",
    });
  });

  it("one of a stranger does not lead into the private network, by its list or by a redirect", async () => {
    const stranger = origin.replace("127.0.0.1", "[::ffff:7f00:1]");
    served = `<sitemapindex><sitemap><loc>${origin.replace("127.0.0.1", "127.0.0.2")}/one.xml.gz</loc></sitemap></sitemapindex>`;
    for (const path of ["/served.xml", "/redirect.xml"]) {
      requests.length = 0;
      const { code, err } = await checked(`${stranger}${path}`);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("address refused: 127.0.0.2") });
      expect(requests).toEqual(["/robots.txt", path]);
      expect((await checked(`${stranger}${path}`, "--addresses", "any")).out).toContain(`allowed  ${origin}/y`);
    }
  });

  it("nor do the origins of its pages, whose robots.txt would be fetched", async () => {
    const site = origin.replace("127.0.0.1", "localhost");
    served = sitemap(`${origin}/y`, `${site}/y`);
    const words = ["check", `${site}/x`, "-a", "Bar", "--sitemap", sitemapFile(served)];
    const { code, out, err } = await run(...words);
    expect({ code, out }).toEqual({ code: 3, out: `allowed  ${site}/x\nrefused  ${origin}/y\nallowed  ${site}/y\n` });
    expect(err).toContain("unreachable, address refused: 127.0.0.1");
    expect((await run(...words, "--addresses", "any")).code).toBe(0);
  });

  it("one URL of 150 MB in a few KB of gzip ends at the bound, in little memory", async () => {
    served = gzipSync(`<urlset><url><loc>https://a.example/${"x".repeat(150_000_000)}</loc></url></urlset>`);
    const { code, err } = await checked(`${origin}/served.xml`);
    expect(code).toBe(2);
    expect(err).toContain("expected at most 52,428,800 bytes after decompression; got more");
  });

  it("one that robots.txt refuses is not requested", async () => {
    served = `<sitemapindex><sitemap><loc>${origin}/x.xml</loc></sitemap><sitemap><loc>${origin}/one.xml.gz</loc></sitemap></sitemapindex>`;
    requests.length = 0;
    const { code, out, err } = await checked(`${origin}/served.xml`);
    expect({ code, out }).toEqual({ code: 2, out: `refused  ${origin}/x?a=1&b=2\nallowed  ${origin}/y\n` });
    expect(err).toContain(`${origin}/x.xml: expected a sitemap that may be fetched; got`);
    expect(requests).not.toContain("/x.xml");
    expect(requests).toContain("/one.xml.gz");
  });

  it("takes turns: a host that asks for more than a minute between two requests is left out", async () => {
    const { code, out, err } = await run(
      "check",
      `${origin}/robots.txt`,
      "-a",
      "SlowBot",
      "--sitemap",
      `${origin}/y.xml`,
    );
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("expected an interval of at most 60000 ms; its robots.txt asks for 3600000 ms");
  });

  it("asks with a User-Agent", async () => {
    served = sitemap("https://a.example/");
    await checked(`${origin}/served.xml`);
    expect(lastUserAgent).toBe("FooBot");
  });

  it("decides the URLs of a sitemap, gzip, listed in an index", async () => {
    const { code, out } = await run(
      "check",
      `${origin}/robots.txt`,
      "-a",
      "FooBot",
      "--sitemap",
      `${origin}/index.xml`,
    );
    expect({ code, out }).toEqual({ code: 1, out: `refused  ${origin}/x?a=1&b=2\nallowed  ${origin}/y\n` });
  });

  it.each([
    ["a file", sitemap("https://a.example/x", "cart"), 2, "refused  https://a.example/x\ninvalid  cart\n"],
    ["no XML", "<urlset><url>", 2, ""],
  ])("reads %s", async (_, text, code, out) => {
    const file = join(mkdtempSync(join(tmpdir(), "robots-wasm-sitemap-")), "sitemap.xml");
    writeFileSync(file, text);
    expect(await run("check", `${origin}/robots.txt`, "-a", "FooBot", "--sitemap", file)).toMatchObject({ code, out });
  });
});
