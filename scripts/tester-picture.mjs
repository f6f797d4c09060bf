// node scripts/tester-picture.mjs: docs/images/tester.png, the built tester with its example of a shop. Needs a Chromium.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../test/runtimes/chromium.mjs";

const folder = new URL("../dist/tester/", import.meta.url);
const picture = fileURLToPath(new URL("../docs/images/tester.png", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

const server = createServer((request, response) => {
  const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
  try {
    const body = readFileSync(new URL(name, folder));
    response.writeHead(200, { "Content-Type": TYPES[extname(name)] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: execFileSync("which", [findChromium().command], { encoding: "utf8" }).trim(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = { viewport: { width: 1280, height: 860 }, serviceWorkers: "block", colorScheme: "light" };
const page = await (await browser.newContext(context)).newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.getByRole("button", { name: "A shop" }).click();
await page.locator(".cm-lint-marker").first().waitFor();
await page.locator(".tile", { hasText: "mistakes" }).waitFor();
await page.screenshot({ path: picture });
await browser.close();
server.close();
