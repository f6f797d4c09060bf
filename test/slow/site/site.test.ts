/** The documentation site: built, served under a path as GitHub Pages does, and read in a real browser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root, run } from "../../support/packed.ts";
import { hasBrowser, launch } from "../tester/browser.ts";

const BASE = "/robots-wasm/";
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** The file of a path: as it is, with .html, or the index of a folder. */
function fileOf(path: string): string | undefined {
  const names = path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`];
  return names.map((name) => join(root, "build/site", name)).find((file) => extname(file) !== "" && existsSync(file));
}

const server: Server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, "http://x");
  const file = pathname.startsWith(BASE) ? fileOf(decodeURIComponent(pathname.slice(BASE.length - 1))) : undefined;
  if (file === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "Content-Type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
});

let browser: Browser;
let origin: string;
beforeAll(async () => {
  if (!hasBrowser) return;
  const { status, stderr } = await run(process.execPath, ["scripts/site.mjs"], { env: { SITE_BASE: BASE } });
  expect(status, stderr).toBe(0);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

/** Opens a page and collects console errors, failed requests and requests to other origins. */
async function open(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on(
    "response",
    (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`),
  );
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !/^(data|blob):$/.test(url.protocol)) problems.push(`request to ${url.href}`);
  });
  await page.goto(origin + BASE + path, { waitUntil: "networkidle" });
  return { page, problems };
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll("&amp;", "&"));

/** Links inside the site that lead to no page, or to a heading that its page does not have. */
function deadLinksOf(page: string): string[] {
  const html = readFileSync(join(root, "build/site", page), "utf8");
  const links = Array.from(html.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href]) => decoded(href!));
  return links.filter((href) => {
    const url = new URL(href, `http://x${BASE}${page.replace(/(index)?\.html$/, "")}`);
    if (url.host !== "x" || url.pathname.startsWith(`${BASE}tester/`)) return false;
    const file = url.pathname.startsWith(BASE) ? fileOf(url.pathname.slice(BASE.length - 1)) : undefined;
    const id = url.hash.slice(1);
    return file === undefined || (id !== "" && !readFileSync(file, "utf8").includes(` id="${id}"`));
  });
}

describe.runIf(hasBrowser)("the site", () => {
  it("has no link to a page or a heading that does not exist", () => {
    const files = readdirSync(join(root, "build/site"), { recursive: true, encoding: "utf8" });
    const pages = files.filter((file) => file.endsWith(".html") && !file.startsWith("tester"));
    expect(pages.length).toBeGreaterThan(30);
    const dead = pages.flatMap((page) => deadLinksOf(page).map((href) => `${page}: ${href}`));
    expect(dead).toEqual([]);
  });

  it.each([
    "",
    "guide/crawl-politely",
    "guide/cloudflare",
    "guide/block-ai-crawlers",
    "guide/lint-in-ci",
    "filter",
    "robots-parser",
    "benchmarks",
    "api/",
    "api/client",
  ])("shows the page %j without an error and without another origin", async (path) => {
    const { page, problems } = await open(path);
    expect(await page.locator("h1").first().innerText()).not.toBe("");
    expect(problems).toEqual([]);
    await page.close();
  });

  it("finds what one searches for, without a server", async () => {
    const { page, problems } = await open("guide/crawl-politely");
    await page.locator("#local-search button").first().click();
    await page.locator("#localsearch-input").fill("isAllowedMany");
    await page.locator(".VPLocalSearchBox .result").first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it("leads to the tester, which works there", async () => {
    const { page, problems } = await open("");
    await page.getByRole("link", { name: "Test a robots.txt" }).click();
    await page.waitForURL(`${origin}${BASE}tester/`);
    // The page is empty until the tester's script has run.
    await page.locator("h1").first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it("writes rules against AI crawlers on their page, for those that a pasted file does not refuse", async () => {
    const { page, problems } = await open("guide/block-ai-crawlers");
    const writer = page.locator(".block-crawlers");
    const rules = writer.locator("pre");
    await rules.waitFor();
    expect(await rules.innerText()).toMatch(/^User-agent: GPTBot$[\s\S]*^Disallow: \/$/m);
    expect(await rules.innerText()).not.toContain("PerplexityBot");
    await writer.getByRole("button", { name: "AI answers too" }).click();
    await rules.filter({ hasText: "PerplexityBot" }).waitFor();
    await writer.getByText("I have a robots.txt already").click();
    await writer.locator("textarea").fill("User-agent: GPTBot\nDisallow: /\n");
    await rules.filter({ hasNotText: "GPTBot" }).waitFor();
    await writer.getByRole("link", { name: "Open the whole file in the tester" }).click();
    await page.waitForURL((url) => url.pathname === `${BASE}tester/`);
    await page.getByText("No AI training crawler may fetch anything.").waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it.each(["", "guide/crawl-politely", "guide/block-ai-crawlers", "benchmarks"])(
    "has no axe-core violation of ours on the page %j",
    async (path) => {
      const { page } = await open(path);
      if (path === "guide/block-ai-crawlers") await page.locator(".block-crawlers pre").waitFor();
      const violations = await page.evaluate(
        `${axe.source}; axe.run(document.querySelector("main, .VPContent")).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`,
      );
      expect(violations).toEqual([]);
      await page.close();
    },
  );
});
