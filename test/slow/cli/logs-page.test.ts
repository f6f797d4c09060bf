/** The page that `robots-wasm logs --html` writes, in a real Chromium (WCAG 2.2). */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { combined } from "../../bulk/logs/replayed.ts";
import { hasBrowser, launch, open, violations } from "../tester/browser.ts";
import { call } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-logs-page-"));
const place = (name: string): string => join(folder, name);
let browser: Awaited<ReturnType<typeof launch>> | undefined;

beforeAll(async () => {
  if (!hasBrowser) return;
  writeFileSync(place("robots.txt"), `User-agent: *\nDisallow: /cart\nDisallow: /${"long-".repeat(80)}\n`);
  const target = (i: number): string => (i % 5 === 0 ? `/cart/${i}` : `/${"page-".repeat(30)}${i}`);
  const lines = Array.from({ length: 60 }, (_, i) => combined("2026-11-05T00:00:00Z", target(i), "GPTBot/1.3"));
  writeFileSync(place("access.log"), lines.join(""));
  const words = ["--robots", place("robots.txt"), "--site", "shop.example", "--html", place("page.html")];
  expect((await call(["logs", ...words, place("access.log")])).code).toBe(1);
  browser = await launch();
}, 300_000);
afterAll(() => browser?.close());

it.skipIf(!hasBrowser).each([
  [1440, "light"],
  [820, "dark"],
  [390, "dark"],
  [320, "light"],
] as const)("has no axe-core violation and no horizontal scroll, %i px wide, %s", async (width, colorScheme) => {
  const options = { viewport: { width, height: 800 }, colorScheme };
  const { page, problems } = await open(browser!, pathToFileURL(place("page.html")).href, options);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  expect(problems).toEqual([]);
});
