/** `robots-wasm fetch` as a user meets it, against a server on loopback. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FtpServer } from "../crawl/client/node/ftp-server.ts";
import { call, type Ended, itRefuses } from "./process.ts";

const bodies: Record<string, string | Uint8Array> = {
  "/robots.txt": "User-agent: *\nDisallow: /private\nCrawl-delay: 3\nSitemap: https://example.com/s.xml\n",
};
let server: Server;
let origin = "";
let status = 200;

beforeAll(async () => {
  server = createServer((request, response) => response.writeHead(status).end(bodies[request.url!])).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const run = (words: readonly string[]): Promise<Ended> => call(["fetch", ...words]);

describe("fetch", () => {
  it("shows access, freshness and verdicts", async () => {
    status = 200;
    const { code, out } = await run([`${origin}/private/x`, `${origin}/`, "--agent", "x"]);
    expect(code).toBe(1);
    const rows = out.split("\n");
    expect(rows[0]).toBe(`refused  ${origin}/private/x  line 2: Disallow: /private`);
    expect(rows[1]).toBe("  access     success, 200; by its rules");
    expect(rows[2]).toMatch(/^ {2}fetched {4}\S+Z, fresh until \S+Z$/);
    expect(rows.slice(3, 6)).toEqual([
      "  delay      3 s",
      "  sitemap    https://example.com/s.xml",
      `allowed  ${origin}/  no-match`,
    ]);
  });

  it.each([
    ["an HTML page", "<!DOCTYPE html><title>Shop</title>", "looksLikeHtml", "looks like an HTML page"],
    ["gzip that no header declares", gzipSync(bodies["/robots.txt"]!), "undeclaredGzip", "is gzip"],
    [
      "a file beyond the limit",
      `User-agent: *\n${"# filler\n".repeat(60_000)}Disallow: /`,
      "truncated",
      "is longer than",
    ],
  ])("tells of %s in its record and on standard error", async (_, body, flag, warning) => {
    status = 200;
    const file = bodies["/robots.txt"]!;
    bodies["/robots.txt"] = body;
    const { out, err } = await run([origin, "--agent", "x", "--json"]);
    bodies["/robots.txt"] = file;
    expect(JSON.parse(out)).toMatchObject({ [flag]: true });
    expect(err).toContain(warning);
    const whole = JSON.parse((await run([origin, "--agent", "x", "--json"])).out);
    expect([whole.truncated, whole.looksLikeHtml]).toEqual([undefined, undefined]);
  });

  it("uses the proxy of the environment, and names one that is not a proxy", async () => {
    status = 200;
    const asked: string[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      asked.push(request.url!);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    process.env["https_proxy"] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { code, out } = await run(["https://shop.invalid/", "--agent", "x"]);
    process.env["https_proxy"] = "socks5://127.0.0.1:1";
    const wrong = await run(["https://shop.invalid/", "--agent", "x"]);
    delete process.env["https_proxy"];
    proxy.close();
    expect([code, asked]).toEqual([3, ["shop.invalid:443"]]);
    expect(out).toContain("expected a tunnel by CONNECT; got status 502");
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("https_proxy")]);
  });

  it("follows the policy", async () => {
    status = 403;
    expect((await run([origin, "--agent", "x"])).code).toBe(0);
    const { code, out } = await run([origin, "--agent", "x", "--policy", "koster1996"]);
    expect({ code, first: out.split("\n")[0] }).toEqual({
      code: 1,
      first: `refused  ${origin}/  everything refused by the policy`,
    });
  });

  it("prints JSON", async () => {
    status = 503;
    const { code, out, err } = await run([origin, "--agent", "x", "--json"]);
    expect(code).toBe(3);
    expect(err).toContain("/robots.txt: unreachable, 503: verdicts come from this outage, not from rules");
    const record = JSON.parse(out);
    expect(record).not.toHaveProperty("rule");
    expect(record).toMatchObject({
      url: `${origin}/`,
      allowed: false,
      reason: "unreachable",
      outage: "unreachable, 503",
      access: { status: "unreachable", httpStatus: 503, verdict: "refused" },
    });
  });

  it("--addresses public connects to public addresses only", async () => {
    const { code, out } = await run([origin, "--agent", "x", "--addresses", "public", "--json"]);
    const { access } = JSON.parse(out);
    expect([code, access.status, access.error]).toEqual([3, "unreachable", "address refused: 127.0.0.1"]);
  });

  it("reads ftp:", async () => {
    const ftp = await FtpServer.start({ send: (data) => data.end(bodies["/robots.txt"]) });
    const { origin } = ftp;
    const { code, out } = await run([`${origin}/private/x`, "--agent", "x"]);
    ftp.stop();
    expect({ code, first: out.split("\n")[0] }).toEqual({
      code: 1,
      first: `refused  ${origin}/private/x  line 2: Disallow: /private`,
    });
  });

  it("shows what a server says of a failure, and sends none of its control characters to the terminal", async () => {
    const ftp = await FtpServer.start({ reply: (command) => (command === "" ? "421 \x1b]0;full\x07" : undefined) });
    const { origin } = ftp;
    const { out } = await run([origin, "--agent", "x"]);
    ftp.stop();
    expect(out).toContain("unreachable, 421 \\x1b]0;full\\x07; everything refused by the policy");
  });

  itRefuses(
    [
      [[], "expected --agent TOKEN"],
      [["--agent", "x"], "expected an ORIGIN or a URL"],
      [["gopher://a.test/", "--agent", "x"], "expected an http, https or ftp URL"],
      [["http://", "--agent", "x"], "expected an http, https or ftp URL"],
      [
        ["a.test", "--agent", "x", "--policy", "mine"],
        "expected --policy to be one of rfc9309, google, google2019, koster1996, norobots1996; got mine",
      ],
      [["a.test", "--agent", "x", "--timeout", "soon"], "expected --timeout in seconds"],
      [["a.test", "--agent", "x", "--user-agent", "a\nb"], 'userAgent: expected a header\'s text; got "a\\nb"'],
      [["a.test", "--agent", "x", "--user-agent", ""], "userAgent: expected a header's text"],
      [["a.test", "--agent", "中"], "userAgent: expected a header's text"],
    ],
    run,
  );
});
