/** Which reading of a URL the commands decide, and what they say if `fetch` would request another (docs/dialects.md). */
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, type Ended } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-readings-"));
const file = join(folder, "robots.txt");
const BODY = "User-agent: *\nDisallow: /x?q=it%27s\nDisallow: /written'\nDisallow: /a/../b\n";
writeFileSync(file, BODY);

describe("with a FILE, every reading has to be allowed, and what fetch would request is shown", () => {
  const requested = { path: "/x?q=it%27s", allowed: false };

  it("check", async () => {
    expect((await call(["check", file, "-a", "x", "/x?q=it's", "/y", "/a/../c"])).out).toBe(
      [
        "refused  /x?q=it's  (fetch requests /x?q=it%27s: refused)",
        "allowed  /y",
        "allowed  /a/../c  (fetch requests /c: allowed)",
        "",
      ].join("\n"),
    );
    const { out } = await call(["check", file, "-a", "x", "--json", "/x?q=it's"]);
    expect(JSON.parse(out)).toMatchObject({ url: "/x?q=it's", allowed: false, requested });
  });

  it("check, for several crawlers", async () => {
    const { out } = await call(["check", file, "-a", "x", "-a", "y", "/x?q=it's"]);
    expect(out).toContain("refused  refused  /x?q=it's  (fetch requests /x?q=it%27s: refused, refused)");
  });

  it("explain", async () => {
    const { out } = await call(["explain", file, "-a", "x", "https://a.example/x?q=it's"]);
    expect(out).toContain("\n  reading     fetch requests /x?q=it%27s: refused\n");
    const json = (await call(["explain", file, "-a", "x", "--json", "/x?q=it's"])).out;
    expect(JSON.parse(json)).toMatchObject({ allowed: false, reason: "rule", requested });
  });

  it("test", async () => {
    const assertions = join(folder, "assertions.yaml");
    writeFileSync(assertions, `robots: robots.txt\ntests:\n- agent: x\n  allowed: "/x?q=it's"\n`);
    const { code, out } = await call(["test", assertions]);
    expect({ code, out }).toEqual({
      code: 1,
      out: `${assertions}:4: x /x?q=it's: expected allowed; got refused: line 2: Disallow: /x?q=it%27s\n${assertions}:4: x /x?q=it's: fetch requests /x?q=it%27s: refused\n1 assertion: 0 passed, 1 failed\n`,
    });
    expect(JSON.parse((await call(["test", assertions, "--json"])).out)).toMatchObject({
      requested,
    });
  });
});

describe("where the robots.txt of the URL's origin decides, every reading has to be allowed", () => {
  let server: Server;
  let origin = "";
  beforeAll(async () => {
    server = createServer((_, response) => void response.end(BODY)).listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const runLive = (...words: string[]): Promise<Ended> => call(words);

  it.each([
    ["as requested", "/x?q=it's", "/x?q=it%27s", false],
    ["as written", "/a/../b", "/b", false],
    ["both", "/a/../c", "/c", true],
  ])("%s", async (_, path, request, allowed) => {
    const code = allowed ? 0 : 1;
    const word = allowed ? "allowed" : "refused";
    for (const command of ["check", "explain", "fetch"]) {
      const json = await runLive(command, origin + path, "-a", "x", "--json");
      expect([json.code, JSON.parse(json.out)]).toMatchObject([code, { allowed }]);
    }
    const checked = await runLive("check", origin + path, "-a", "x");
    expect(checked.out).toMatch(new RegExp(`^${word}  [^\\n]*fetch requests [^\\n]*: (allowed|refused)\\)\\n$`));
    expect(checked.out).toContain(`fetch requests ${request}:`);
    const traced = await runLive("explain", origin + path, "-a", "x", "--trace");
    expect(traced.out).toMatch(new RegExp(`^${word}  `));
  });
});

it("test fails a refusal that the crawler does not obey, and says why", async () => {
  const open = join(folder, "star.txt");
  writeFileSync(
    open,
    "User-agent: *\nDisallow: /\n# test: AdsBot-Google /x refused\n# test: all crawlers /x refused\n",
  );
  const { code, out } = await call(["test", open]);
  expect(code).toBe(1);
  expect(out).toMatch(/expected refused; got refused: line 2: Disallow: \/; AdsBot-Google ignores groups for \*/);
  expect(out).toContain("2 assertions: 1 passed, 1 failed");
});
