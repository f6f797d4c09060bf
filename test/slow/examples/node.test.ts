/** The examples for Node, as a user of the package runs them. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";
import { linksTo, type Site, site } from "./site.ts";

let folder = "";
beforeAll(async () => {
  folder = await appFolder(await pack());
  cpSync(join(root, "examples"), folder, { recursive: true });
});
afterAll(removeFolders);

/** Lines of what a script prints; a script that fails or complains fails the test. */
async function linesOf(...words: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await run(process.execPath, words, { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split("\n");
}

it("threads.js: every thread decides its part", async () => {
  for (const threads of ["1", "3"])
    expect(await linesOf("threads.js", "shop.robots.txt", "urls.txt", threads)).toEqual([
      "https://shop.example/",
      "https://shop.example/products/42?sort=price",
      "https://shop.example/reviews/top/print",
      "https://shop.example/search?q=lamp",
    ]);
});

it("web-bot-auth/crawler.js: every request is allowed by robots.txt and signed", async () => {
  const key = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  writeFileSync(join(folder, "key.jwk"), JSON.stringify(await crypto.subtle.exportKey("jwk", key.privateKey)));
  await using shop = await site(() => ({ "/robots.txt": "User-agent: *\nDisallow: /cart\n", "/": "" }));
  const words = ["https://bot.example", "key.jwk", `${shop.origin}/`, `${shop.origin}/cart`];
  // Node.js 20 warns that Ed25519 is new.
  const lines = await linesOf("--no-warnings", "web-bot-auth/crawler.js", ...words);
  expect(lines.map((line) => line.replace(shop.origin, ""))).toEqual(["200 /", "refused /cart"]);
  expect(shop.asked).toEqual(["/robots.txt", "/"]);
});

describe("crawler.js", () => {
  const DELAY_SECONDS = 0.1;
  const pages = (origin: string) => ({
    "/robots.txt": `User-agent: *
Disallow: /

User-agent: ExampleBot
Disallow: /cart
Crawl-delay: ${DELAY_SECONDS}
Sitemap: ${origin}/sitemap.xml
`,
    "/": linksTo("/a", "/cart", "/moved", "#top", "https://other.example/", "http://["),
    "/a": linksTo("/", "/cart/1", "/a?b&amp;c"),
    "/a?b&c": "",
    "/moved": "->/cart/2",
    "/sitemap.xml": `<urlset><url><loc>${origin}/from-sitemap</loc></url><url><loc>${origin}/cart/3</loc></url></urlset>`,
    "/from-sitemap": "",
  });
  const crawl = async (shop: Site, ...words: string[]): Promise<string[]> =>
    (await linesOf("crawler.js", shop.origin, ...words)).map((line) => line.replace(shop.origin, ""));

  it("reads what it finds and may read, each page once, and nothing else", async () => {
    await using shop = await site(pages);
    expect(await crawl(shop)).toEqual([
      "200 /",
      "200 /sitemap.xml",
      "200 /a",
      "refused /cart",
      "302 /moved",
      "200 /from-sitemap",
      "refused /cart/3",
      "refused /cart/1",
      "200 /a?b&c",
      "refused /cart/2",
    ]);
    expect(shop.asked).toEqual(["/robots.txt", "/", "/sitemap.xml", "/a", "/moved", "/from-sitemap", "/a?b&c"]);
    const pauses = shop.times.slice(2).map((time, i) => time - shop.times[i + 1]!);
    // Timers never fire more than a millisecond early.
    for (const pause of pauses) expect(pause).toBeGreaterThan(DELAY_SECONDS * 1000 - 2);
  });

  it("waits as long as Retry-After asks, measured at the server", async () => {
    await using shop = await site((origin) => ({ ...pages(origin), "/": "!429 1" }));
    expect(await crawl(shop, "2")).toEqual(["429 /", "200 /sitemap.xml"]);
    expect(shop.times[2]! - shop.times[1]!).toBeGreaterThan(998);
  });

  it("stops after as many pages as it is told", async () => {
    await using shop = await site(pages);
    expect(await crawl(shop, "2")).toEqual(["200 /", "200 /sitemap.xml"]);
  });
});
