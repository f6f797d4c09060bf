/** The tester page as people meet it: in a browser, by mouse, by keyboard, read aloud, on a phone, without a network. */
import { mkdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DialectName, parse } from "../../../bindings/index.ts";
import { resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { toFragment } from "../../../tester/share.ts";
import { examples } from "../../../tester/state/examples.ts";
import { BATCH_URLS } from "../../../tester/work/url-list.ts";
import { hasShared, realFiles } from "../../support/shared.ts";
import { sized } from "../../support/sized.ts";
import {
  closeOthers,
  hasBrowser,
  launch,
  open,
  pasteFile,
  serve,
  typeFile,
  violations,
  type Watched,
} from "./browser.ts";

let browser: Browser;
let site: { url: string; server: Server };

beforeAll(async () => {
  if (!hasBrowser) return;
  [browser, site] = await Promise.all([launch(), serve()]);
});

afterEach(() => closeOthers(browser));

afterAll(async () => {
  await browser?.close();
  site?.server.close();
});

const SHOP = examples[0]!.text;

/** Opens the page, and the file in it. */
async function openWith(text: string, options?: BrowserContextOptions): Promise<Watched> {
  const opened = await open(browser, site.url, options);
  await pasteFile(opened.page, text);
  return opened;
}

const view = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();

/** Waits until the page shows it; fails with what it shows instead. */
const eventually = (read: () => Promise<unknown>, expected: unknown): Promise<void> =>
  expect.poll(read, { timeout: 120_000 }).toEqual(expected) as Promise<void>;

const sentence = (page: Page): Promise<string> => page.locator("h1").innerText();
const lines = (page: Page): Promise<string[]> => page.locator(".cm-line").allInnerTexts();

/** Pictures are for people: the weekly run takes them. */
async function picture(page: Page, name: string): Promise<void> {
  if (!sized(false, true)) return;
  mkdirSync("build/screenshots", { recursive: true });
  await page.screenshot({ path: `build/screenshots/${name}.png`, fullPage: true });
}

describe.runIf(hasBrowser)("the answer", () => {
  it("follows a pasted file at once, and typing", async () => {
    const { page, problems } = await openWith(SHOP);
    await eventually(
      () => sentence(page),
      expect.stringMatching(/^Google and Bing may crawl your site, except addresses that match 2 rules, such as /),
    );
    await typeFile(page, "User-agent: *\nDisallow: /");
    await eventually(() => sentence(page), "Google and Bing may fetch nothing.");
    expect(problems).toEqual([]);
  });

  it("stays after a reload, and Back leads to the view before", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: /kept");
    await view(page, "Problems");
    await view(page, "AI use");
    await page.goBack();
    await page.getByRole("heading", { name: "Mistakes" }).waitFor();
    await page.waitForTimeout(700);
    await page.reload();
    await eventually(() => lines(page), ["User-agent: *", "Disallow: /kept"]);
    await page.getByRole("button", { name: "Share and save" }).click();
    await page.getByRole("button", { name: "Forget" }).click();
    expect(await page.evaluate(() => localStorage.getItem("robots-wasm-tester"))).toBeNull();
  });
});

it.runIf(hasBrowser)("two tabs keep both files: the one that stores later has the other as a version", async () => {
  const { page } = await openWith("User-agent: *\nDisallow: /first", {});
  await view(page, "Problems");
  await page.waitForTimeout(700);
  const second = await page.context().newPage();
  await second.goto(site.url);
  await pasteFile(second, "User-agent: *\nDisallow: /second");
  await second.waitForTimeout(700);
  await second.close();
  await page.reload();
  await eventually(() => lines(page), ["User-agent: *", "Disallow: /first"]);
  await view(page, "Compare");
  await page.getByText("Disallow: /second").first().waitFor();
});

describe.runIf(hasBrowser)("the crawlers", () => {
  it("are found by name, also those that nobody knows, and answer for one URL", async () => {
    const { page } = await openWith("User-agent: MyBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /cart");
    await page.getByLabel("Filter crawlers").fill("MyBot/2.0");
    await page.getByText("Not in our list").waitFor();
    await page.getByLabel("Filter crawlers").fill("GPTBot");
    const row = page.getByRole("row", { name: /GPTBot/ });
    await eventually(() => row.locator(".pill").innerText(), "Partly");
    await page.getByLabel("Verdict for").selectOption("url");
    await page.getByLabel("URL or path").fill("/cart/1");
    await eventually(() => row.locator(".pill").innerText(), "Refused");
    await row.getByRole("link", { name: "line 5" }).click();
    await eventually(() => page.locator(".cm-flash").allInnerTexts(), ["Disallow: /cart"]);
  });
});

describe.runIf(hasBrowser)("one URL", () => {
  it("names the line, tints winner and losers, and marks the matched part", async () => {
    const { page } = await openWith(SHOP);
    await view(page, "URLs");
    await page.getByLabel("fetch", { exact: true }).fill("https://shop.example/cart/help?ref=nav");
    await page.getByText("Yes. Googlebot may fetch this URL.").waitFor();
    await page.getByRole("link", { name: "Check it for noindex" }).waitFor();
    expect(await page.locator("mark").innerText()).toBe("/cart/help");
    await eventually(() => page.locator(".cm-mark-allowed").allInnerTexts(), ["Allow: /cart/help"]);
    await eventually(() => page.locator(".cm-mark-loses").allInnerTexts(), ["Disallow: /cart"]);
    await page.getByLabel("Can", { exact: true }).fill("GPTBot/1.2");
    await page.getByText("No. GPTBot may not fetch this URL.").waitFor();
  });

  it("is always read if it is the robots.txt, and a text that is not a URL gets no verdict", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: /");
    await view(page, "URLs");
    await page.getByLabel("fetch", { exact: true }).fill("/robots.txt");
    await page.getByText("Always read. Googlebot may fetch this URL.").waitFor();
    await page.getByLabel("fetch", { exact: true }).fill("https://ex ample.example/a");
    await page.getByText("No answer: this is not a URL").waitFor();
  });

  it("of another host gets no verdict", async () => {
    const { page } = await openWith(SHOP);
    await page.getByLabel(/^Site:/).fill("shop.example");
    await page.getByLabel(/^Site:/).blur();
    await view(page, "URLs");
    await page.getByLabel("fetch", { exact: true }).fill("https://www.shop.example/");
    await page.getByText("No answer: the URL is on www.shop.example").waitFor();
    expect(await page.locator(".result").count()).toBe(0);
  });
});

describe.runIf(hasBrowser)("is it safe to publish", () => {
  it("says the worst first, and a link opens the same answer with its approval", async () => {
    const { page, problems } = await openWith("User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /\n", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto(`${site.url}#publish`);
    await page.getByLabel(/^The live file/).fill("User-agent: *\nDisallow: /a\n");
    await page.getByText("Bing could no longer fetch any page.").waitFor();
    await page.getByLabel(/^Your pages/).fill("/\n/a\n/b\n");
    await page.getByText("3 pages counted.").waitFor();
    const rows = (): Promise<string[]> => page.locator(".publish th, .publish td").allInnerTexts();
    const [google, , , bing, loses, line] = await rows();
    expect([google, bing, loses, line]).toEqual([
      "Google Search",
      "Bing",
      "Loses your whole site",
      "line 5 Disallow: /",
    ]);
    await page.getByRole("button", { name: "Approve anyway…" }).click();
    await page.getByLabel("Your name").fill("Ann");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const answer = await rows();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied the link").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(browser, link, {});
    await other.page.getByText("Approved by Ann, ").waitFor();
    await eventually(() => other.page.locator(".publish th, .publish td").allInnerTexts(), answer);
    expect(await other.page.title()).toBe("Not safe yet. Bing could no longer fetch any page.");
    expect([...problems, ...other.problems]).toEqual([]);
  });
});

describe.runIf(hasBrowser)("a box that is empty", () => {
  it("gives no verdict", async () => {
    const { page } = await open(browser, `${site.url}#publish`, {});
    await page.goto(`${site.url}`);
    await page.getByRole("button", { name: "Is it safe to publish?" }).click();
    await page.getByLabel(/^The live file/).fill("User-agent: *\nDisallow: /a\n");
    await page.getByText("Paste the new file: you see who would lose pages.").waitFor();
    expect(await page.getByText(/^Safe to publish/).count()).toBe(0);
    await page.getByLabel(/^The new file/).fill("User-agent: *\nDisallow: /a\nCrawl-delay: 60\n");
    await page.getByText("Look before you publish.").waitFor();
    await page.getByText(/^Crawl-delay added: 60, for Googlebot and \d+ others$/).waitFor();
  });
});

describe.runIf(hasBrowser)("blocking", () => {
  it("AI training keeps search, says so, and the row of a crawler lets it in again", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: /cart\n");
    await page.getByRole("button", { name: "Block AI training, keep search" }).click();
    await page.getByText("Google Search, Bing and Copilot, ChatGPT search").waitFor();
    await page.getByRole("button", { name: "Insert the rules" }).click();
    await page.getByText("All 20 AI training crawlers are blocked. No mistakes.").waitFor();
    await page.getByRole("button", { name: "Allow GPTBot" }).click();
    await page.getByRole("button", { name: "Allow GPTBot" }).nth(1).click();
    await page.getByText(/^19 of 20 AI training crawlers are blocked:/).waitFor();
  });
});

describe.runIf(hasBrowser)("a company", () => {
  it("has an answer for each of its crawlers, and an unknown name is said to be unknown", async () => {
    const { page } = await openWith(SHOP);
    await page.getByLabel("Filter crawlers").fill("ChatGPT");
    await eventually(() => page.locator(".cr .who b").allInnerTexts(), ["GPTBot", "OAI-SearchBot", "ChatGPT-User"]);
    await view(page, "URLs");
    await page.getByLabel("fetch", { exact: true }).fill("/cart");
    await page.getByLabel("Can", { exact: true }).fill("Perplexity");
    await page.getByText("Perplexity sends 2 crawlers").waitFor();
    await page.getByLabel("Can", { exact: true }).fill("FooBot");
    await page.getByText("We know no crawler called FooBot").waitFor();
  });
});

describe.runIf(hasBrowser)("problems", () => {
  it("show what a repair changes before it acts, as one step of undo", async () => {
    const { page } = await openWith("User-agent: *\nDisalow: /internal/\nDisallow: /a");
    await view(page, "Problems");
    await page.getByRole("button", { name: "Repair all (1)…" }).click();
    await page
      .getByRole("cell", { name: /crawlers|and \d+ more/ })
      .first()
      .waitFor();
    await eventually(() => lines(page).then(([, second]) => second), "Disalow: /internal/");
    await page.getByRole("button", { name: "Repair all 1" }).click();
    await eventually(() => lines(page).then(([, second]) => second), "Disallow: /internal/");
    await page.locator(".cm-content").press("Control+Z");
    await eventually(() => lines(page).then(([, second]) => second), "Disalow: /internal/");
  });

  it("name the tools that report the same line", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: /a\n\nDisalow: /b");
    await view(page, "Problems");
    await page.getByText("Also reported by Lighthouse").first().waitFor();
  });

  it("with a fix are fixed all at once, and those with a repair are not", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: private/\nDisallow: /a*\nDisallow: /b*");
    await view(page, "Problems");
    await page.getByRole("button", { name: "Fix all (2)" }).click();
    await eventually(() => lines(page), ["User-agent: *", "Disallow: private/", "Disallow: /a", "Disallow: /b"]);
  });

  it.skipIf(!hasShared("corpus/robots.ndjson.gz"))(
    "of linkedin.com show the few warnings before 1,000 notes",
    async () => {
      const file = [...realFiles()].find(({ host }) => host.endsWith("linkedin.com"))!;
      const { page } = await openWith(new TextDecoder().decode(file.bytes));
      await view(page, "Problems");
      await page.getByRole("heading", { name: /^Warnings · [1-9]/ }).waitFor();
      expect(await page.locator(".find").count()).toBeLessThan(20);
    },
  );
});

it.runIf(hasBrowser)(
  "a list dropped beside its empty form is decided, and the file shows what decides its row",
  async () => {
    const { page } = await openWith(SHOP);
    await page.goto(`${site.url}#list`);
    await page.getByLabel("Paste URLs").waitFor();
    await page.locator("#main").evaluate((target) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["https://shop.example/p\nhttps://shop.example/cart\n"], "urls.txt"));
      target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByRole("row", { name: "https://shop.example/cart" }).click();
    await eventually(() => page.locator(".cm-mark-refused").allInnerTexts(), ["Disallow: /cart"]);
  },
);

it.runIf(hasBrowser)("an example opens with its answer in sight", async () => {
  const { page } = await open(browser, site.url, { viewport: { width: 1280, height: 600 } });
  await page.getByRole("button", { name: "A shop" }).click();
  await page.locator(".tile").nth(4).waitFor();
  await eventually(() => page.evaluate(() => [scrollY, document.activeElement?.id]), [0, "answer"]);
  // The file stands beside the views, so only a phone needs a view for it.
  expect(await page.locator(".only-phone:visible").count()).toBe(0);
});

describe.runIf(hasBrowser)("a list of 100,000 URLs", () => {
  it("is decided in batches while the page answers, with few rows and the right counts", async () => {
    const { page, problems } = await openWith(SHOP);
    await page.goto(`${site.url}#list`);
    const count = 100_000;
    await page.getByLabel("Paste URLs").evaluate((area, total) => {
      const urls = Array.from({ length: total }, (_, i) => `/${i % 2 ? "cart" : "p"}/${i}`).join("\n");
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", urls);
      area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, count);
    const progress = page.locator("#list-progress");
    await eventually(() => progress.locator("b").innerText(), "100,000 of 100,000 URLs");
    expect(await progress.getAttribute("data-batches")).toBe(String(count / BATCH_URLS));
    const grid = page.getByRole("grid");
    expect(await grid.getAttribute("aria-rowcount")).toBe(String(count + 1));
    expect(await grid.locator("tbody tr").count()).toBeLessThan(80);
    await grid.focus();
    await page.keyboard.press("End");
    await eventually(() => page.locator('tr[aria-selected="true"] th').innerText(), "/cart/99999");
    expect(await page.locator('tr[aria-selected="true"]').getAttribute("aria-rowindex")).toBe(String(count + 1));
    await page.keyboard.press("Enter");
    await page.getByText("may not fetch this URL").waitFor();
    expect(problems).toEqual([]);
  });
});

describe.runIf(hasBrowser)("usage", () => {
  it("names the contradiction and inserts rules that end it", async () => {
    const { page } = await openWith("User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n");
    await view(page, "AI use");
    await page.getByText("The file says “no AI training”").waitFor();
    await page.getByRole("button", { name: /^Insert at line/ }).click();
    await expect.poll(() => page.getByText("The file says “no AI training”").count(), { timeout: 60_000 }).toBe(0);
  });
});

describe.runIf(hasBrowser)("versions and readings", () => {
  it("show which verdicts an edit changes, and where readings differ", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: /*a");
    await view(page, "Compare");
    await page.getByText("Edit the file: you see here which verdicts change.").waitFor();
    await typeFile(page, "User-agent: *\nDisallow: /*b");
    await page.getByText(/^Google Search and \d+ others lose \/b/).waitFor();
    await page.getByText("The old documents read * in a path as a plain character.").waitFor();
  });
});

describe.runIf(hasBrowser)("the HTML of a page", () => {
  it("shows the resources that Googlebot may not fetch, and its tags", async () => {
    const { page, problems } = await openWith("User-agent: *\nDisallow: /*.js$");
    await page.goto(`${site.url}#page`);
    await page
      .getByLabel("HTML of the page")
      .fill('<meta name="robots" content="noindex"><script src="/app.js"></script><img src="/a.png">');
    await page.getByText("Googlebot may not fetch 1 resource").waitFor();
    await page.getByText("robots: noindex").waitFor();
    expect(problems).toEqual([]);
  });
});

describe.runIf(hasBrowser)("a shared link", () => {
  it("opens the same file elsewhere, and keeps the file that was there as a version", async () => {
    const { page } = await openWith("User-agent: *\nDisallow: /ünïcode");
    await page.getByRole("button", { name: "Share and save" }).click();
    const field = page.getByLabel("Link");
    await expect.poll(() => field.inputValue(), { timeout: 60_000 }).toContain("#v2.");
    const other = await openWith("User-agent: *\nDisallow: /mine", {});
    await other.page.goto(await field.inputValue());
    await eventually(() => lines(other.page), ["User-agent: *", "Disallow: /ünïcode"]);
    await view(other.page, "Compare");
    await other.page.getByText("Disallow: /mine").first().waitFor();
  });

  it("with a line of megabytes stops nothing", async () => {
    const file = `User-agent: *\nDisallow: /cart\nDisallow: /${"a".repeat(5_000_000)}\n`;
    const { page } = await open(browser, `${site.url}${await toFragment({ file, view: "problems" })}`, {});
    await page
      .getByText(/such as everything that begins with \/cart|begins with \/cart/)
      .first()
      .waitFor();
    await view(page, "Crawlers");
    await page.getByLabel("Filter crawlers").fill("GPTBot");
    await page.getByRole("row", { name: /GPTBot/ }).waitFor();
  });

  it("that is damaged says so", async () => {
    const { page } = await open(browser, `${site.url}#v2.AAAA`);
    await page.getByText("This link is damaged").waitFor();
  });
});

it.runIf(hasBrowser)("a file dropped anywhere on the page opens", async () => {
  const { page } = await openWith("User-agent: *\nDisallow: /a");
  await page.locator("h1").evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["User-agent: *\nDisallow: /dropped"], "robots.txt"));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await eventually(() => lines(page), ["User-agent: *", "Disallow: /dropped"]);
});

it.runIf(hasBrowser)("hostile text is shown as text, with control characters and direction marks visible", async () => {
  const hostile = "<img src=x onerror=alert(1)>\u202e\u0001";
  const { page, problems } = await openWith(
    `User-agent: *\nDisallow: /${hostile}<script>alert(1)</script>\nDisallow: ${hostile}`,
  );
  for (const name of ["Problems", "AI use", "Compare", "URLs"]) await view(page, name);
  await page.getByLabel("fetch", { exact: true }).fill(`/${hostile}`);
  await page.getByText("\\u202e").first().waitFor();
  expect(await page.locator("#app img:not(.cm-widgetBuffer), #app script").count()).toBe(0);
  expect(problems).toEqual([]);
});

it.runIf(hasBrowser)("keys open the views, find the field and step through problems", async () => {
  const { page } = await openWith(SHOP);
  await page.locator("h1").click();
  await page.keyboard.press("Alt+4");
  await page.getByRole("heading", { name: "Mistakes" }).waitFor();
  await page.keyboard.press("/");
  await eventually(() => page.evaluate(() => document.activeElement?.id), "filter");
  await page.locator("h1").click();
  await page.keyboard.press("F8");
  await eventually(() => page.locator(".cm-flash").count(), 1);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+S")]);
  expect(readFileSync(await download.path(), "utf8")).toBe(SHOP);
});

it.runIf(hasBrowser)("paper gets the answer, the crawlers, the problems and the file, in light colours", async () => {
  const { page } = await openWith(SHOP, { colorScheme: "dark" });
  await view(page, "AI use");
  // What the page holds while it is printed: its own listener has run before this one.
  await page.evaluate(() => {
    addEventListener("beforeprint", () => {
      document.body.dataset["printed"] = document.getElementById("main")!.textContent;
    });
  });
  await page.pdf();
  const printed = await page.locator("body").getAttribute("data-printed");
  for (const text of [
    "Google and Bing may crawl your site",
    "6 may fetch nothing, 14 some paths",
    "Mistakes · 4",
    "28  Disallow: /",
  ])
    expect(printed).toContain(text);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("h1").evaluate((one) => getComputedStyle(one).colorScheme)).toBe("light");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.locator(".print-only", { hasText: "28  Disallow: /" }).waitFor();
  for (const name of ["Crawlers", "Problems"])
    expect(await page.getByRole("heading", { name, exact: true }).isVisible()).toBe(true);
});

it.runIf(hasBrowser)("the editor explains a rule, completes names, and offers what other editors offer", async () => {
  const { page, problems } = await openWith("User-agent: *\nDisallow: private/\nDisallow: /a*\n");
  await page.locator(".cm-line", { hasText: "/a*" }).locator("span").last().hover();
  await page.locator(".cm-hover code", { hasText: "/ax" }).waitFor();
  await page.locator(".cm-lintRange-error").hover();
  const repair = page.locator(".cm-diagnosticAction", { hasText: "Write /private/" });
  expect(await repair.innerText()).toBe("Write /private/: /private/: allowed to refused for all others");
  await picture(page, "editor-repair");
  await repair.click();
  await page.locator(".cm-content").press("Control+End");
  await page.keyboard.type("user-agent: gptb", { delay: 30 });
  const option = page.locator(".cm-tooltip-autocomplete li", { hasText: "GPTBot" }).first();
  await option.waitFor();
  await picture(page, "editor-completion");
  // The editor draws its list anew when the search ends, and a click on the old one is lost.
  const linesOnceTaken = async () => {
    if (await option.isVisible()) await option.click({ timeout: 1_000 }).catch(() => {});
    return lines(page);
  };
  await eventually(linesOnceTaken, ["User-agent: *", "Disallow: /private/", "Disallow: /a*", "user-agent: GPTBot"]);
  expect(problems).toEqual([]);
});

it.runIf(hasBrowser)("forced colours keep verdicts, marks and the selected view apart", async () => {
  const { page } = await openWith(SHOP, { forcedColors: "active" });
  expect(await violations(page)).toEqual([]);
  const border = (which: string, side: "borderBlockEndColor" | "borderInlineStartColor"): Promise<string> =>
    page
      .locator(which)
      .first()
      .evaluate((one, name) => getComputedStyle(one)[name], side);
  const current = await border('.views [aria-current="page"]', "borderBlockEndColor");
  expect(await border(".views a:not([aria-current]):not(.only-phone)", "borderBlockEndColor")).not.toBe(current);
  await page.goto(`${site.url}#urls`);
  await page.getByLabel("fetch", { exact: true }).fill("/cart/help");
  await page.locator(".cm-mark-allowed").waitFor();
  const marked = await border(".cm-mark-allowed", "borderInlineStartColor");
  expect(await border(".cm-line:not(.cm-mark)", "borderInlineStartColor")).not.toBe(marked);
  expect(
    await page
      .locator(".cm-lint-marker-error")
      .first()
      .evaluate((one) => getComputedStyle(one).forcedColorAdjust),
  ).toBe("none");
  await picture(page, "forced-crawlers");
});

/** What each view shows when it is ready. */
const VIEWS: Readonly<Record<string, string>> = {
  crawlers: ".cr tbody tr",
  urls: "#ask-url",
  list: ".panel textarea",
  problems: ".find",
  usage: "#block .out",
  compare: ".body td",
  page: ".panel textarea",
  publish: ".inputs",
  file: ".cm-content",
};

const screens = [
  ["light", { viewport: { width: 1440, height: 960 } }],
  ["small", { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, colorScheme: "dark" }],
  ["dark", { viewport: { width: 820, height: 960 }, colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const;

/** The narrowest and the widest show what goes wrong; the weekly run has all, and takes pictures. */
describe.runIf(hasBrowser).each(screens.slice(0, sized(2, 4)))("on a %s screen", (name, options) => {
  it("axe-core finds no violation in any view, and nothing overflows", async () => {
    const { page } = await open(browser, site.url, { ...options, reducedMotion: "reduce", serviceWorkers: "block" });
    // What stands around the views is the same in all of them.
    const check = async (view: string, within?: string): Promise<void> => {
      expect(await violations(page, within), view).toEqual([]);
      // A phone widens the page to what it holds, so its own width counts.
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(options.viewport.width);
      await picture(page, `${name}-${view}`);
    };
    await check("start");
    await pasteFile(page, SHOP);
    for (const [hash, ready] of Object.entries(VIEWS)) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.locator(ready).first().waitFor();
      if (hash === "urls") await page.getByLabel("fetch", { exact: true }).fill("/cart/help");
      if (hash === "urls") await page.locator(".result").waitFor();
      if (hash === "list") await page.getByLabel("Paste URLs").fill("/cart\n/p\n/search?q=1");
      if (hash === "list") await page.getByRole("button", { name: "Decide them" }).click();
      if (hash === "list") await page.getByRole("row", { name: "/search" }).waitFor();
      await check(hash, hash === "crawlers" ? undefined : ".panel");
    }
    await view(page, "Crawlers");
    await page.getByRole("button", { name: "Block AI training, keep search" }).click();
    await page.getByRole("button", { name: "Insert the rules" }).waitFor();
    await check("block", ".answer");
    await page.getByRole("button", { name: "Share and save" }).click();
    const menu = await page.getByRole("dialog", { name: "Share and save" }).boundingBox();
    expect(menu!.x).toBeGreaterThanOrEqual(0);
    expect(menu!.x + menu!.width).toBeLessThanOrEqual(options.viewport.width);
    expect(await violations(page, ".share"), "share").toEqual([]);
  });
});

interface Vector {
  readonly id: string;
  readonly dialect: DialectName;
  readonly robotsTxt?: string;
  readonly agents: readonly string[];
  readonly url: string;
  readonly allowed: boolean;
  readonly line?: number;
}

/**
 * Vectors that the page can be asked: of a crawler that it reads in the dialect of the vector, by no other name, and with a URL that no
 * other reading refuses. The page takes all readings; vectors compare the text alone.
 */
function askableVectors(): readonly Vector[] {
  const folder = new URL("../../cases/vectors/", import.meta.url);
  const vectors = ["rfc9309", "google"].flatMap(
    (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Vector[],
  );
  return vectors.filter(({ dialect, robotsTxt, agents, url, allowed }) => {
    if (robotsTxt === undefined || agents.length > 1 || !/^https?:/i.test(url)) return false;
    if (parse(robotsTxt, { dialect }).isAllowed(url, agents) !== allowed) return false;
    try {
      const { agent, crawlers, ...resolved } = resolveAgent(agents[0]!);
      if (crawlers !== undefined) return false;
      return resolved.dialect === dialect && resolved.tokens.join() === agents[0] && agent?.ignoresStar !== true;
    } catch {
      return false;
    }
  });
}

it.runIf(hasBrowser)("the page's worker decides the test vectors as they say", async () => {
  const vectors = askableVectors();
  expect(vectors.length).toBeGreaterThan(300);
  const { page } = await open(browser, site.url);
  const decided = await page.evaluate(async (all) => {
    const worker = new Worker("./worker.js", { type: "module" });
    const answers = new Promise<{ id: number; answer: { allowed: boolean; line?: number } }[]>((resolve) => {
      const found: { id: number; answer: { allowed: boolean; line?: number } }[] = [];
      worker.onmessage = ({ data }) => {
        if (found.push(data) === all.length) resolve(found);
      };
    });
    for (const [id, { robotsTxt, agents, url }] of all.entries()) {
      const source = { kind: "file", text: robotsTxt };
      worker.postMessage({ id, name: "why", ask: { source, site: "", name: agents[0], url } });
    }
    return (await answers).map(({ id, answer }) => ({
      id: all[id]!.id,
      allowed: answer?.allowed,
      line: answer?.line ?? 0,
    }));
  }, vectors);
  // A vector without a line leaves it open; line 0 is that no rule decides.
  const expected = vectors.map(({ id, allowed, line }, i) => ({ id, allowed, line: line ?? decided[i]?.line ?? 0 }));
  expect(decided).toEqual(expected);
});

it.runIf(hasBrowser)("works without a network after the first visit", async () => {
  const own = await serve();
  const { page } = await open(browser, own.url, {});
  await page.evaluate(() => navigator.serviceWorker.ready);
  own.server.close();
  own.server.closeAllConnections();
  await page.reload();
  await pasteFile(page, "User-agent: *\nDisallow: /");
  await eventually(() => sentence(page), "Google and Bing may fetch nothing.");
});

it("the first load is at most 125 KiB after gzip: the page and its worker, before the editor and the linter", () => {
  const folder = new URL("../../../dist/tester/", import.meta.url);
  const read = (name: string): Buffer => readFileSync(new URL(name, folder));
  const loaded = new Set(["index.html", "style.css", "icon.svg", "main.js", "worker.js"]);
  for (const name of loaded)
    for (const [, imported] of read(name)
      .toString()
      .matchAll(/from"\.\/([^"]+)"/g))
      loaded.add(imported!);
  expect(loaded.size).toBeGreaterThan(5);
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(125 * 1024);
});
