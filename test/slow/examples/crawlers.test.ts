/** Examples for crawlers and browsers: none requests a page that robots.txt refuses, and an outage refuses all of them. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appFolder, install, pack, removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { Farm } from "../crawl/farm.ts";
import { chromiumPath } from "../tester/browser.ts";
import { linksTo, type Site, site } from "./site.ts";

const crawlee = temporaryFolder("crawlee-hooks");
let folder = "";

beforeAll(async () => {
  const tarball = await pack();
  folder = await appFolder(tarball, ["playwright-core@1.65.1", "puppeteer-core@25.16.0", "undici@7.30.2"]);
  cpSync(join(root, "examples"), folder, { recursive: true });
  cpSync(join(root, "examples/crawlee-hooks"), crawlee, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(crawlee, "package.json"), "utf8"));
  manifest.dependencies["robots-wasm"] = `file:${tarball}`;
  writeFileSync(join(crawlee, "package.json"), JSON.stringify(manifest));
  await install(crawlee);
});
afterAll(removeFolders);

const ROBOTS = "User-agent: *\nDisallow: /private\n";

const pages = (): Record<string, string> => ({
  "/robots.txt": ROBOTS,
  "/": `<title>Shop</title>${linksTo("/a", "/private/x", "/moved")}<img src="/private/picture.png"><script src="/free.js"></script>`,
  "/a": linksTo("/"),
  "/free.js": "",
  "/moved": "->/private/y",
  "/private/x": "",
  "/private/y": "",
  "/private/picture.png": "",
});

/** Only the robots.txt is down (RFC 9309 §2.3.1.4). */
const outage = (): Record<string, string> => ({ ...pages(), "/robots.txt": "!503" });

async function linesOf(words: readonly string[], cwd: string, { origin }: Site): Promise<string[]> {
  const env = { ROUNDS: "0", CRAWLEE_STORAGE_DIR: temporaryFolder("crawlee-storage"), CRAWLEE_LOG_LEVEL: "OFF" };
  const { stdout } = await run(process.execPath, words, { cwd, env });
  return stdout
    .split("\n")
    .filter((line) => /^(read|refused|later) /.test(line))
    .map((line) => line.replaceAll(origin, ""))
    .sort();
}

const refusedPaths = ({ asked }: Site): string[] => asked.filter((path) => path.startsWith("/private"));

describe("Crawlee with a hook", () => {
  it("reads what is allowed in turns and asks for nothing else, redirects included", async () => {
    await using shop = await site(pages);
    const lines = await linesOf(["crawler.js", `${shop.origin}/`], crawlee, shop);
    expect(lines).toEqual(["read /", "read /a", "refused /private/x rule", "refused /private/y rule"]);
    expect(refusedPaths(shop)).toEqual([]);
  });

  it("says its name, paces redirects, and waits as long as Retry-After asks, measured at the server", async () => {
    await using shop = await site(() => ({
      "/robots.txt": "User-agent: *\nCrawl-delay: 0.5\n",
      "/": "->/busy",
      "/busy": "!429 2",
    }));
    await linesOf(["crawler.js", `${shop.origin}/`], crawlee, shop);
    expect(new Set(shop.userAgents)).toEqual(new Set(["ExampleBot/1.0 (+https://bot.example)"]));
    expect(shop.asked.slice(0, 4)).toEqual(["/robots.txt", "/", "/busy", "/"]);
    const gaps = shop.times.slice(1, 4).map((time, i) => time - shop.times[i]!);
    // Timers count whole milliseconds.
    for (const [i, least] of [500, 500, 2000].entries()) expect(gaps[i]).toBeGreaterThan(least * 0.95);
  });

  it("puts the site off during an outage of its robots.txt", async () => {
    await using shop = await site(outage);
    expect(await linesOf(["crawler.js", `${shop.origin}/`], crawlee, shop)).toEqual(["later / policy"]);
    expect(new Set(shop.asked)).toEqual(new Set(["/robots.txt"]));
  });
});

describe("polite.js", () => {
  it("requests what is allowed and nothing else, redirects included", async () => {
    await using shop = await site(pages);
    const urls = ["/a", "/private/x", "/moved"].map((path) => shop.origin + path);
    expect(await linesOf(["polite.js", ...urls], folder, shop)).toEqual([
      "read /a: 200",
      "refused /private/x rule",
      "refused /private/y rule",
    ]);
    expect(refusedPaths(shop)).toEqual([]);
  });
});

it("metrics.js observes decisions, requests, turns and lookups, and names no origin", async () => {
  await using shop = await site(pages);
  const { stdout } = await run(process.execPath, ["metrics.js", `${shop.origin}/a`], { cwd: folder });
  const names = stdout.split("\n").map((line) => line.split(" ")[0]);
  for (const name of ["decisions", "fetch.duration", "pace.wait", "cache.lookups", "pace.hosts"])
    expect(names).toContain(`robots.${name}`);
  expect(stdout).not.toContain("127.0.0.1");
});

describe("undici with an agent", () => {
  it("requests what is allowed and nothing else", async () => {
    await using shop = await site(pages);
    const urls = ["/a", "/private/x", "/moved"].map((path) => shop.origin + path);
    expect(await linesOf(["undici.js", ...urls], folder, shop)).toEqual([
      "read /a: 200",
      "refused /private/x by its robots.txt",
      "refused /private/y by its robots.txt",
    ]);
    expect(refusedPaths(shop)).toEqual([]);
  });

  it("puts the site off during an outage of its robots.txt", async () => {
    await using shop = await site(outage);
    expect(await linesOf(["undici.js", `${shop.origin}/a`], folder, shop)).toEqual(["later /a by its robots.txt"]);
  });
});

describe("the delay of a robots.txt, measured at the server", () => {
  /** Timers count whole milliseconds. */
  const LEAST_GAP = 0.95;

  it.each(["polite.js", "undici.js"])("is kept by %s between all requests to a host", async (script) => {
    await using farm = await Farm.start({ hosts: 2, delayMs: 500 });
    const urls = [0, 1].flatMap((host) => ["a", "b", "c"].map((page) => `${farm.origin(host)}/${page}`));
    await run(process.execPath, [script, ...urls], { cwd: folder });
    expect([farm.pages, farm.countOf("/robots.txt")]).toEqual([6, [1, 1]]);
    expect(farm.tooShort(LEAST_GAP)).toEqual([]);
  });

  it.runIf(chromiumPath !== undefined).each(["playwright.js", "puppeteer.js"])(
    "is kept by %s before it loads a page",
    async (script) => {
      await using farm = await Farm.start({ hosts: 1, delayMs: 500 });
      await run(process.execPath, [script, `${farm.origin(0)}/a`, chromiumPath!], { cwd: folder });
      // What belongs to the page, such as its icon, loads with it.
      const [gap, ...between] = farm.gaps[0]!;
      expect([farm.countOf("/robots.txt"), ...between]).toEqual([[1], "0/robots.txt", "0/a"]);
      expect(gap).toBeGreaterThan(LEAST_GAP);
    },
  );
});

describe.runIf(chromiumPath !== undefined).each(["playwright.js", "puppeteer.js"])("%s", (script) => {
  it("loads a page without the parts that are refused", async () => {
    await using shop = await site(pages);
    const lines = await linesOf([script, `${shop.origin}/`, chromiumPath!], folder, shop);
    expect(lines).toEqual(["read /: Shop", "refused /private/picture.png"]);
    expect(refusedPaths(shop)).toEqual([]);
    expect(shop.asked).toContain("/free.js");
  });

  it("does not load a page that is refused, nor any during an outage", async () => {
    await using shop = await site(pages);
    expect(await linesOf([script, `${shop.origin}/private/x`, chromiumPath!], folder, shop)).toEqual([
      "refused /private/x",
    ]);
    await using down = await site(outage);
    expect(await linesOf([script, `${down.origin}/a`, chromiumPath!], folder, down)).toEqual(["refused /a"]);
    expect([...refusedPaths(shop), ...refusedPaths(down)]).toEqual([]);
  });
});
