/** The tester page as people meet it: in a browser, by mouse, by keyboard, read aloud, on a phone, without a network. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launch, open, serve, typeFile, verdictsOf } from "./browser.ts";

let browser: Browser;
let site: { url: string; server: Server };

beforeAll(async () => {
  if (!hasBrowser) return;
  [browser, site] = await Promise.all([launch(), serve()]);
});

afterAll(async () => {
  await browser?.close();
  site?.server.close();
});

const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name }).click();
const fill = (page: Page, label: string, text: string): Promise<void> =>
  page.getByRole("textbox", { name: label }).fill(text);

/** Replaces the text in one event, as pasting does. */
const paste = (page: Page, label: string, text: string): Promise<void> =>
  page.getByRole("textbox", { name: label }).evaluate((area: HTMLTextAreaElement, pasted) => {
    area.value = pasted;
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, text);

/** Waits until the page shows it; fails with what it shows instead. */
const eventually = (read: () => Promise<unknown>, expected: unknown): Promise<void> =>
  expect.poll(read, { timeout: 300_000 }).toEqual(expected) as Promise<void>;

describe.runIf(hasBrowser)("verdicts", () => {
  it("change while one types", async () => {
    const { page, problems } = await open(browser, site.url);
    await fill(page, "Agents", "FooBot, BarBot");
    await fill(page, "URLs", "/a\n/b");
    await typeFile(page, "User-agent: FooBot\nDisallow: /a");
    await eventually(() => verdictsOf(page, "/a"), ["refused line 2", "allowed"]);
    await page.keyboard.type("b");
    await eventually(() => verdictsOf(page, "/a"), ["allowed", "allowed"]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("are given for the known crawlers of a purpose, with their fallbacks", async () => {
    const { page } = await open(browser, site.url);
    await page.getByRole("combobox", { name: "Known crawlers" }).selectOption("ads");
    await page.getByText("this crawler ignores the group for *").first().waitFor();
    expect(await page.locator("thead th").count()).toBeGreaterThan(3);
    await page.context().close();
  });

  it("mark the line that decided in the file", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: /a\nAllow: /a/b");
    await fill(page, "URLs", "/a\n/a/b");
    await page.locator("tbody tr").nth(1).getByRole("button").first().click();
    await eventually(() => page.locator(".cm-deciding.cm-allowed").allInnerTexts(), ["Allow: /a/b"]);
    await page.locator("tbody tr").nth(0).getByRole("button").first().click();
    await eventually(() => page.locator(".cm-deciding.cm-refused").allInnerTexts(), ["Disallow: /a"]);
    await page.context().close();
  });

  it("are explained by the rules that competed", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: /a\nAllow: /a/b");
    await fill(page, "URLs", "/a/b");
    await tab(page, "Why");
    await eventually(
      () => page.locator(".steps tbody td:nth-child(2)").allInnerTexts(),
      ["Allow: /a/b", "Disallow: /a"],
    );
    expect(await page.locator(".winner").innerText()).toContain("Allow: /a/b");
    await page.context().close();
  });

  it("differ by dialect, with the reason", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: /*x");
    await fill(page, "URLs", "/ax");
    await tab(page, "Dialects");
    await page.getByText("rules.wildcards").waitFor();
    await page.context().close();
  });

  it("that a change turns are listed", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: /a");
    await fill(page, "URLs", "/a\n/b");
    await tab(page, "Versions");
    await page.getByRole("button", { name: "Keep this file" }).click();
    await typeFile(page, "User-agent: *\nDisallow: /b");
    await eventually(
      () =>
        page
          .locator("#panel tbody tr")
          .allInnerTexts()
          .then((rows) => rows.map((row) => row.split(/\s/)[0])),
      ["/a", "/b"],
    );
    await page.context().close();
  });

  it("of meta tags and X-Robots-Tag are answered for the agent", async () => {
    const { page } = await open(browser, site.url);
    await fill(page, "Agents", "Googlebot");
    await fill(page, "URLs", "/");
    await tab(page, "Meta tags");
    await fill(page, "X-Robots-Tag", "googlebot: noindex");
    await eventually(
      () => page.locator("#panel tr", { hasText: "May be shown in results" }).locator("td").innerText(),
      "no",
    );
    await page.context().close();
  });

  it("of 100,000 pasted URLs leave the page usable", async () => {
    const { page, problems } = await open(browser, site.url);
    const urls = Array.from(
      { length: 100_000 },
      (_, index) => `https://shop.example/${index % 2 ? "cart" : "p"}/${index}`,
    );
    await page.evaluate(() => {
      const ticks = { count: 0 };
      Object.assign(globalThis, { ticks });
      setInterval(() => ticks.count++, 10);
    });
    await paste(page, "URLs", urls.join("\n"));
    await eventually(() => page.locator("#panel p").first().innerText(), "100,000 URLs");
    const ticks = await page.evaluate(() => (globalThis as unknown as { ticks: { count: number } }).ticks.count);
    expect(ticks).toBeGreaterThan(1); // Timers ran while the worker decided.
    await page.getByRole("combobox", { name: "Show" }).selectOption("refused");
    await page.getByText("Page 1 of 500").or(page.getByText("Page 1 of 1,000")).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save CSV" }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8").split("\r\n").length).toBeGreaterThan(50_000);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(hasBrowser)("the page's worker", () => {
  const vectors = readdirSync(new URL("../../cases/vectors/", import.meta.url))
    .filter((name) => !["index.json", "schema.json"].includes(name))
    .flatMap((name) => JSON.parse(readFileSync(new URL(`../../cases/vectors/${name}`, import.meta.url), "utf8")));
  const texts = vectors.filter(({ robotsTxt, url }) => robotsTxt !== undefined && url !== undefined && isUrl(url));

  /** Other strings are not asked in the page. */
  function isUrl(text: string): boolean {
    return text.trim() === text && !/[\r\n]/.test(text) && (text.startsWith("/") || /^[a-z]+:\/\/[^/?#]/i.test(text));
  }

  it("gives the verdicts of the vectors", async () => {
    const { page } = await open(browser, site.url);
    const answers = await page.evaluate(
      async (rows) => {
        const worker = new Worker("./worker.js", { type: "module" });
        const ask = (id: number, ask: object): Promise<{ answer: { rows: { cells: { allowed: boolean }[] }[] } }> =>
          new Promise((resolve) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.postMessage({ id, name: "verdicts", ask });
          });
        const found: (boolean | undefined)[] = [];
        for (const { robotsTxt, dialect, agents, url } of rows) {
          const inputs = { file: robotsTxt, dialect, agents: [agents.join(" ")], urls: url, page: 0, filter: "all" };
          const { answer } = await ask(found.length, inputs);
          found.push(answer.rows[0]?.cells[0]?.allowed);
        }
        return found;
      },
      texts.filter(({ agents }) => agents.every((agent: string) => /^\S+$/.test(agent))),
    );
    const asked = texts.filter(({ agents }) => agents.every((agent: string) => /^\S+$/.test(agent)));
    const wrong = asked.filter(({ allowed }, index) => answers[index] !== allowed).map(({ id }) => id);
    expect(asked.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(hasBrowser)("findings", () => {
  it("stand in the gutter and in a list, and a click repairs them once it has named the verdicts that change", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: private/");
    await fill(page, "URLs", "/private/x");
    await page.locator(".cm-lint-marker-error").waitFor();
    await tab(page, "Findings");
    await page.getByRole("button", { name: "Repair: /private/" }).click();
    await page.getByText("* may no longer fetch /private/ (rfc9309, google)").waitFor();
    await page.getByRole("button", { name: "Replace by /private/" }).click();
    await eventually(() => page.locator(".cm-line").allInnerTexts(), ["User-agent: *", "Disallow: /private/"]);
    await tab(page, "Verdicts");
    await eventually(async () => (await verdictsOf(page, "/private/x"))[0], "refused line 2");
    await page.context().close();
  });

  it("with a fix are fixed at once, and those with a repair are not", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: private/\nDisallow: /a*\nDisallow: /b*");
    await page.locator(".cm-lint-marker-error").waitFor();
    await tab(page, "Findings");
    await page.getByRole("button", { name: "Fix all 2" }).click();
    await eventually(
      () => page.locator(".cm-line").allInnerTexts(),
      ["User-agent: *", "Disallow: private/", "Disallow: /a", "Disallow: /b"],
    );
    await page.context().close();
  });

  it("are fixed in the editor's own panel by keyboard", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: /private/*");
    await page.locator(".cm-lint-marker-info").waitFor();
    await page.locator(".cm-content").press("Control+Shift+M");
    await page.locator(".cm-panel-lint").waitFor();
    await page.locator(".cm-diagnosticAction").first().click();
    await eventually(() => page.locator(".cm-line").allInnerTexts(), ["User-agent: *", "Disallow: /private/"]);
    await page.context().close();
  });
});

describe.runIf(hasBrowser)("a shared link", () => {
  it("opens the same state elsewhere", async () => {
    const { page } = await open(browser, site.url);
    await typeFile(page, "User-agent: *\nDisallow: /ünïcode");
    await fill(page, "URLs", "/ünïcode");
    await page.getByRole("button", { name: "Share a link" }).click();
    await page.waitForURL(/#v1\./);
    const other = await open(browser, page.url());
    await eventually(() => other.page.locator(".cm-line").allInnerTexts(), ["User-agent: *", "Disallow: /ünïcode"]);
    await eventually(async () => (await verdictsOf(other.page, "/ünïcode"))[0], "refused line 2");
    await Promise.all([page.context().close(), other.page.context().close()]);
  });

  it("that is damaged shows the example and says so", async () => {
    const { page } = await open(browser, `${site.url}#v1.AAAA`);
    await page.getByText("This link is damaged").waitFor();
    await page.context().close();
  });
});

it.runIf(hasBrowser)("a dropped file replaces the text", async () => {
  const { page } = await open(browser, site.url);
  await page.locator(".file").evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["User-agent: *\nDisallow: /dropped"], "robots.txt"));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await eventually(() => page.locator(".cm-line").allInnerTexts(), ["User-agent: *", "Disallow: /dropped"]);
  await page.context().close();
});

describe.runIf(hasBrowser)("hostile text", () => {
  it("is shown as text, with control characters and direction marks visible", async () => {
    const { page, problems } = await open(browser, site.url);
    const hostile = "<img src=x onerror=alert(1)>\u202e\u0001";
    await typeFile(page, `User-agent: *\nDisallow: /${hostile}<script>alert(1)</script>\nDisallow: ${hostile}`);
    await fill(page, "URLs", `/${hostile}`);
    await page.getByText("\\u202e").first().waitFor();
    for (const name of ["Why", "Findings", "Dialects", "Meta tags"]) await tab(page, name);
    expect(await page.locator("#app img:not(.cm-widgetBuffer), #app script").count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(hasBrowser)("by keyboard", () => {
  it("every control is reached, and arrows move between the tabs", async () => {
    const { page } = await open(browser, site.url);
    await page.getByRole("tab", { name: "Verdicts" }).focus();
    await page.keyboard.press("ArrowRight");
    await eventually(() => page.getByRole("tab", { selected: true }).innerText(), "Why");
    await page.keyboard.press("End");
    await eventually(() => page.getByRole("tab", { selected: true }).innerText(), "Meta tags");
    await page.keyboard.press("Home");
    const reached = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.tagName || ""),
      );
    }
    for (const name of ["Share a link", "Save CSV", "Save JSON"]) expect([...reached]).toContain(name);
    await page.context().close();
  });
});

describe.runIf(hasBrowser).each([
  ["light", { viewport: { width: 1400, height: 900 } }],
  ["dark", { viewport: { width: 1400, height: 900 }, colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const)("on a %s screen", (name, options) => {
  it("axe-core finds no violation in any tab, and nothing overflows", async () => {
    const { page, problems } = await open(browser, site.url, options);
    mkdirSync("build/screenshots", { recursive: true });
    for (const title of ["Why", "Findings", "Dialects", "Versions", "Meta tags", "Verdicts"]) {
      await tab(page, title);
      await page.waitForTimeout(400);
      await page.addScriptTag({ content: "0" }).catch(() => {}); // The policy refuses it: axe goes in by the debugger.
      const violations = await page.evaluate(
        `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`,
      );
      expect(violations, title).toEqual([]);
      await page.screenshot({ path: `build/screenshots/${name}-${title.toLowerCase().replace(" ", "-")}.png` });
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(problems.filter((one) => !one.includes("Content Security Policy"))).toEqual([]);
    await page.context().close();
  });
});

it.runIf(hasBrowser)("works without a network after the first visit", async () => {
  const own = await serve();
  const { page } = await open(browser, own.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  own.server.close();
  own.server.closeAllConnections();
  await page.reload();
  await page.locator("tbody tr").first().waitFor();
  await typeFile(page, "User-agent: *\nDisallow: /offline");
  await fill(page, "URLs", "/offline");
  await eventually(async () => (await verdictsOf(page, "/offline"))[0], "refused line 2");
  await page.context().close();
});

it("the first load is at most 150 KB after gzip, without the editor", () => {
  const folder = new URL("../../../dist/tester/", import.meta.url);
  const files = readdirSync(folder).filter((name) => !name.startsWith("editor-"));
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, folder))).length, 0);
  expect(bytes).toBeLessThanOrEqual(150_000);
});
