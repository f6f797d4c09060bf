/** The tester page in a real Chromium: served on loopback, watched for errors and for requests to other origins. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "../../runtimes/chromium.mjs";

const folder = new URL("../../../dist/tester/", import.meta.url);
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
const FLAGS = [...QUIET, "--disable-background-networking", "--disable-component-update"];

/** Ends what hangs, on a busy machine too. */
const LIMIT_MS = 300_000;

/** The path of a Chromium; undefined where there is none. */
function findPath(): string | undefined {
  try {
    const { command } = findChromium();
    const folders = command.includes("/") ? [""] : (process.env["PATH"] ?? "").split(":").map((one) => `${one}/`);
    return folders.map((one) => one + command).find(existsSync);
  } catch {
    return undefined;
  }
}

export const chromiumPath: string | undefined = findPath();

/** Whether these tests can run here; without a Chromium they are skipped. */
export const hasBrowser: boolean = chromiumPath !== undefined;

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, args: FLAGS, timeout: LIMIT_MS });

/** Serves dist/tester/ as any web server would. */
export async function serve(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://x").pathname.slice(1) || "index.html";
    try {
      const body = readFileSync(new URL(path, folder));
      response.writeHead(200, { "Content-Type": types[extname(path)] }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

async function pageOf(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(LIMIT_MS);
  return context.newPage();
}

const shared = new WeakMap<Browser, Page>();

/** A page as at the first visit, apart from its service worker. */
async function emptied(browser: Browser, url: string): Promise<Page> {
  const page = shared.get(browser) ?? (await pageOf(browser, {}));
  shared.set(browser, page);
  page.removeAllListeners();
  // The page saves what it holds when it is left.
  await page.goto("about:blank");
  const debug = await page.context().newCDPSession(page);
  await debug.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "local_storage" });
  await debug.detach();
  return page;
}

/** Closes what tests opened with options of their own. */
export async function closeOthers(browser: Browser | undefined): Promise<void> {
  const kept = browser && shared.get(browser)?.context();
  await Promise.all(browser?.contexts().map((context) => context !== kept && context.close()) ?? []);
}

export interface Watched {
  readonly page: Page;
  /** Console errors and warnings, uncaught exceptions, and requests to another origin. */
  readonly problems: string[];
}

/** @param options of a context of its own; default: the same page for all, emptied, which takes a third of the work */
export async function open(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Watched> {
  const page = options === undefined ? await emptied(browser, url) : await pageOf(browser, options);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && origin !== new URL(url).origin)
      problems.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.locator("h1").waitFor();
  return { page, problems };
}

/** Pastes a file on the first page, as a person would, and waits for the answer. */
export async function pasteFile(page: Page, text: string): Promise<void> {
  await page.getByLabel("Paste your robots.txt").evaluate((area: HTMLTextAreaElement, pasted) => {
    area.value = pasted;
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  }, text);
  await page.locator(".tile").nth(4).waitFor();
  await page.locator(".cm-content").waitFor({ state: "attached" });
}

/** Replaces the text of the editor: select all, delete, type. */
export async function typeFile(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Waits until the page has not changed for a while: axe-core throws if an element goes while it looks. */
const untilQuiet = `new Promise((resolve) => {
  const end = () => { observer.disconnect(); resolve(); };
  let timer = setTimeout(end, 200);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, 200); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;

/**
 * The violations that axe-core finds, by the debugger: the page's policy would refuse the script.
 * @param within default: the whole page
 */
export async function violations(page: Page, within = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  await page.evaluate(untilQuiet);
  return page.evaluate(
    `axe.run(${JSON.stringify(within)}, { rules: { "target-size": { enabled: true } } }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" | ")))`,
  );
}
