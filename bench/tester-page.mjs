// The built tester in a Chromium, for the scripts that look at it or measure it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../test/runtimes/chromium.mjs";

const folder = new URL("../dist/tester/", import.meta.url);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Serves the tester and starts a browser. `close` ends both. */
export async function openTester() {
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
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, browser, close };
}
