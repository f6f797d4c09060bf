/** The documentation site: its files as they are built, and its pages as they are read in a real browser. */
import { mkdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join, relative } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, devices, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { asked } from "../../site/asked.ts";
import { queries } from "../../site/queries.ts";
import { root } from "../../support/packed.ts";
import { sized } from "../../support/sized.ts";
import { hasBrowser, launch } from "../tester/browser.ts";
import { ADDRESS, BASE, build, fileOf, folder, htmlPages, isOfCrawler, serve } from "./built.ts";

/** Ends what hangs, on a busy machine too. */
const LIMIT_MS = 300_000;
const patient = { timeout: LIMIT_MS };

/** Pictures are for people: the weekly run takes them. */
const shots = join(root, "build/screenshots/site");
async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (sized(false, true)) await page.screenshot({ path: join(shots, `${name}.png`), fullPage });
}

let server: Server;
let origin: string;
let browser: Browser;
beforeAll(async () => {
  await build();
  mkdirSync(shots, { recursive: true });
  ({ server, origin } = await serve());
  if (hasBrowser) browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const texts = new Map<string, string>();
function textOf(page: string): string {
  const text = texts.get(page) ?? readFileSync(join(folder, page), "utf8");
  texts.set(page, text);
  return text;
}

describe("the built files", () => {
  it.each(["crawlers.json", "crawlers.schema.json"])("have %s at the root, as in the package", async (name) => {
    const response = await fetch(`${origin}${BASE}${name}`);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.text()).toBe(readFileSync(join(root, "dist", name), "utf8"));
  });

  /** Links and anchors as a browser resolves them. */
  function deadLinks(page: string): string[] {
    const here = new URL(page.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, ""), `http://x${BASE}`);
    return Array.from(textOf(page).matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href]) => href!.replaceAll("&amp;", "&"))
      .filter((href) => {
        const { host, pathname, hash } = new URL(href, here);
        if (host !== "x") return false;
        const file = pathname.startsWith(BASE)
          ? fileOf(decodeURIComponent(pathname.slice(BASE.length - 1)))
          : undefined;
        if (file === undefined) return sized(!isOfCrawler(pathname), true);
        const id = decodeURIComponent(hash.slice(1));
        return id !== "" && !file.includes("/tester/") && !textOf(relative(folder, file)).includes(`id="${id}"`);
      })
      .map((href) => `${page}: ${href}`);
  }

  it("have no dead link and no dead anchor", () => {
    expect(htmlPages().length).toBeGreaterThan(20);
    expect(htmlPages().flatMap(deadLinks)).toEqual([]);
  });

  it("have a strict policy, and neither style attributes nor handlers that it would block", () => {
    for (const page of htmlPages()) {
      const html = textOf(page);
      expect(html, page).toMatch(
        /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-/,
      );
      expect(html.replaceAll(/<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>/g, ""), page).not.toMatch(
        /<[^>]* (?:style|on[a-z]+)="|<style|unsafe-inline|unsafe-eval'.*unsafe-eval'/,
      );
    }
  });

  it("have titles, descriptions and addresses of their own", () => {
    const pages = htmlPages().filter((page) => page !== "404.html");
    const of = (pattern: RegExp): string[] => pages.map((page) => `${pattern.exec(textOf(page))?.[1]}`);
    for (const all of [
      of(/<title>([^<]+)/),
      of(/name="description" content="([^"]{20,})"/),
      of(/rel="canonical" href="([^"]+)/),
    ]) {
      expect(all).not.toContain("undefined");
      expect(new Set(all).size).toBe(pages.length);
    }
    expect(textOf("guide/cloudflare.html")).toContain(`<link rel="canonical" href="${ADDRESS}guide/cloudflare">`);
  });

  it("have a card whose picture exists, in the size that it says", () => {
    expect(textOf("index.html")).toContain(`property="og:image" content="${ADDRESS}social-card.png"`);
    const png = readFileSync(join(folder, "social-card.png"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  it("have a sitemap with every page, which the robots.txt names", () => {
    const listed = Array.from(textOf("sitemap.xml").matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) => url!).sort();
    const pages = htmlPages().filter((page) => page !== "404.html");
    const addresses = pages.map((page) => ADDRESS + page.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, ""));
    expect(listed).toEqual(addresses.sort());
    const robots = parse(textOf("robots.txt"));
    expect(robots.sitemaps).toEqual([`${ADDRESS}sitemap.xml`]);
    expect(robots.isAllowed(`${ADDRESS}api/`, "GPTBot")).toBe(true);
  });
});

/** Opens a page and collects console errors, refusals of its policy, failed requests and requests to other origins. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(LIMIT_MS);
  await context.addInitScript(countInstances);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !/^(data|blob):$/.test(url.protocol)) problems.push(`request to ${url.href}`);
  });
  await page.goto(origin + BASE + path);
  if (options.javaScriptEnabled !== false)
    await page.waitForFunction(() => "__vue_app__" in document.querySelector("#app")!);
  return { page, problems };
}

/** Counts the WebAssembly modules that the page runs. */
function countInstances(): void {
  const counted = Object.assign(globalThis, { instances: 0 });
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, given) {
      counted.instances++;
      return Reflect.construct(target, given);
    },
  });
}

const close = (page: Page): Promise<void> => page.context().close();

/** Without preloading: axe-core would add a style element, which the policy forbids. */
const violationsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    `${axe.source}; axe.run(document, { preload: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`,
  );

function unfold(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ["landing", ""],
  ["guide", "guide/site-owners"],
  ["block", "guide/block-ai-crawlers"],
  ["benchmarks", "benchmarks"],
  ["crawler", "crawlers/gptbot"],
  ["crawlers", "crawlers/"],
  ["404", "no/such/page"],
];

const VIEWS = [
  ["light", 1440],
  ["dark", 390],
  ["light", 320],
] as const;

/** The pages share a style sheet, so that one of them shows the colours of the light theme; the weekly run looks at all. */
const isAudited = (name: string, colorScheme: string): boolean =>
  sized(colorScheme === "dark" || name === "landing", true);

/** The server says 404 for it, and so does the console. */
const expected = (name: string, problems: string[]): string[] =>
  problems.filter((text) => !(name === "404" && text.includes("404 (Not Found)")));

describe.runIf(hasBrowser)("every kind of page", () => {
  it.each(PAGES)(
    "%s: no axe-core violation, no error and no horizontal scroll, wide and on phones, in both themes",
    async (name, path) => {
      const { page, problems } = await open(path, { colorScheme: "light" });
      if (name === "block") {
        await page.locator(".block-crawlers").scrollIntoViewIfNeeded();
        await page.locator(".block-crawlers pre").waitFor();
      }
      for (const [colorScheme, width] of VIEWS) {
        // On phones with everything unfolded, because a wide table inside must not widen the page.
        if (width < 1440) await page.evaluate(unfold);
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 960 });
        await page.waitForFunction(
          (dark) => document.documentElement.classList.contains("dark") === dark,
          colorScheme === "dark",
        );
        expect(await overflow(page), `${width} px`).toBe(0);
        if (width !== 320 && isAudited(name, colorScheme))
          expect(await violationsOf(page), `${colorScheme}, ${width} px`).toEqual([]);
        await picture(page, `${name}-${width}-${colorScheme}`, width === 390);
      }
      expect(expected(name, problems)).toEqual([]);
      await close(page);
    },
  );
});

describe.runIf(hasBrowser)("the landing page", () => {
  it("answers from the file that is typed, with WebAssembly", async () => {
    const { page, problems } = await open("");
    const answer = page.locator(".mini-answer");
    expect(await answer.innerText()).toMatch(/Allowed\s+Line 3 decides: Allow: \/cart\/help/);
    await page.getByLabel("GPTBot").check({ force: true });
    await expect.poll(() => answer.innerText(), patient).toMatch(/Refused\s+Line 7 decides: Disallow: \//);
    await page.getByLabel("AdsBot-Google").check({ force: true });
    await expect.poll(() => answer.innerText(), patient).toMatch(/Allowed\s+No group names AdsBot-Google/);
    await page
      .getByRole("textbox", { name: "A small robots.txt" })
      .fill("User-agent: AdsBot-Google\nDisallow: /*help$\n");
    await expect.poll(() => answer.innerText(), patient).toMatch(/Refused\s+Line 2 decides: Disallow: \/\*help\$/);
    expect(await page.evaluate("instances")).toBe(1);
    expect(await page.locator(".mini-lines .refused").innerText()).toContain("Disallow: /*help$");
    await page.getByRole("link", { name: "Open this file in the tester" }).click();
    await page.waitForURL(/\/tester\/#/);
    await page.locator(".cm-content").waitFor();
    expect(await page.locator(".cm-content").innerText()).toContain("Disallow: /*help$");
    expect(problems).toEqual([]);
    await close(page);
  });

  it("shows the answer, every link and the page for missing addresses without JavaScript", async () => {
    const { page } = await open("", { javaScriptEnabled: false });
    expect(await page.locator(".mini-answer").innerText()).toContain("Line 3 decides");
    expect(await page.getByRole("link", { name: "Test a robots.txt" }).first().getAttribute("href")).toBe(
      `${BASE}tester/`,
    );
    await close(page);
  });

  it("takes an address to the tester", async () => {
    const { page, problems } = await open("");
    await page.getByLabel("Your site").fill("shop.example");
    await page.getByRole("button", { name: "See who may crawl it" }).click();
    await page.waitForURL(/\/tester\//);
    await expect.poll(() => page.getByLabel(/^Site:/).inputValue(), patient).toBe("shop.example");
    expect(problems).toEqual([]);
    await close(page);
  });

  it("switches the code by arrow keys, and copies the command", async () => {
    const { page } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("tab", { name: "Parse" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tabpanel").innerText()).toContain("RobotsClient");
    await page.getByRole("button", { name: "Copy the command" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm install robots-wasm");
    await close(page);
  });
});

/** The fast tests search for all of them, without a browser. */
const typed = queries.filter(([query], i) => i % sized(10, 1) === 0 || query === "ESM");

describe.runIf(hasBrowser)("search", () => {
  it("has the page among the first three for what people type, by keyboard alone", async () => {
    const { page, problems } = await open("guide/cloudflare");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search the documentation" });
    const [missed, unmarked]: [string[], string[]] = [[], []];
    for (const [query, wanted] of typed) {
      await field.fill(query);
      await page.locator(".hit").first().waitFor();
      const hits = await page
        .locator(".hit:not(.more)")
        .evaluateAll((all) => all.slice(0, 3).map((one) => (one as HTMLAnchorElement).pathname));
      if (!hits.some((hit) => wanted.test(hit.replace(BASE, "/")))) missed.push(`${query}: ${hits}`);
      if ((await page.locator(".hit:not(.more) mark").count()) === 0) unmarked.push(query);
    }
    // The words of owners in search/words.mts lead there: no page has this one.
    expect({ missed, unmarked }).toEqual({ missed: [], unmarked: ["ESM"] });
    await field.fill("remove page from google");
    await expect.poll(() => page.locator(".hit mark").allInnerTexts(), patient).toContain("Google");
    await field.fill("block GPTBot");
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, "search");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Block AI crawlers" }).waitFor();
    await page.keyboard.press("/");
    await field.fill("zzzzqqq");
    await page.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "hidden" });
    expect(problems).toEqual([]);
    await close(page);
  });

  it("answers nine of ten questions with the first hit", async () => {
    const { page } = await open("guide/cloudflare");
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search the documentation" });
    const some = asked.filter((_, i) => i % sized(10, 1) === 0);
    const missed: string[] = [];
    for (const [question, wanted] of some) {
      await field.fill(question);
      const hit = await page.locator(".hit").first().getAttribute("href");
      if (!wanted.test(hit!.replace(/#.*$/, "").replace(BASE, "/"))) missed.push(`${question}: ${hit}`);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(some.length / 10);
    await close(page);
  });

  it("opens the tester, which is a page of its own", async () => {
    const { page } = await open("guide/cloudflare");
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("tester");
    await page.locator(".hit").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}${BASE}tester/`);
    await page.locator("h1").first().waitFor();
    await close(page);
  });
});

describe.runIf(hasBrowser)("the frame and the guides", () => {
  it("has all pages in the phone's menu, and keeps the theme", async () => {
    const { page, problems } = await open("client", { ...devices["Pixel 5"], colorScheme: "light" });
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "Dark theme" }).click();
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, "menu-dark");
    await menu.getByRole("link", { name: "Lint in CI" }).click();
    await page.getByRole("heading", { level: 1, name: "Lint in CI" }).waitFor();
    await menu.waitFor({ state: "hidden" });
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    expect(problems).toEqual([]);
    await close(page);
  });

  it("finds a crawler in the guide, with what its operator says", async () => {
    const { page, problems } = await open("guide/site-owners");
    await page.getByLabel("Find a crawler").fill("gptbot");
    const row = page.locator(".crawlers li", { hasText: "GPTBot" });
    expect(await row.first().innerText()).toContain("OpenAI");
    expect(await row.first().getByRole("link", { name: "OpenAI" }).getAttribute("href")).toMatch(/^https:\/\//);
    await row.first().getByRole("link", { name: "GPTBot" }).click();
    await page.getByRole("heading", { level: 1, name: "GPTBot" }).waitFor();
    expect(await page.locator(".prose").innerText()).toContain("What it costs: your pages are left out");
    expect(problems).toEqual([]);
    await close(page);
  });

  it("writes rules against AI crawlers on their page, for those that a pasted file does not refuse", async () => {
    const { page, problems } = await open("guide/block-ai-crawlers");
    const writer = page.locator(".block-crawlers");
    await writer.scrollIntoViewIfNeeded();
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
    await page
      .getByText(/^All \d+ AI training crawlers are blocked\./)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await close(page);
  });
});
