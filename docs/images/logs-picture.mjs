// node docs/images/logs-picture.mjs: docs/public/logs.png, the page of `robots-wasm logs --html` on a small made log. Needs a Chromium.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../../test/runtimes/chromium.mjs";

const picture = fileURLToPath(new URL("../public/logs.png", import.meta.url));
const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-picture-"));
const bot = (name) => `Mozilla/5.0 (compatible; ${name}/1.0; +https://bot.example/${name})`;
const line = (clock, address, target, agent, status = 200) =>
  `${address} - - [${clock} +0000] "GET ${target} HTTP/1.1" ${status} 5120 "-" "${agent}"\n`;

const log = [
  line("09/Nov/2026:08:00:00", "192.0.2.1", "/robots.txt", bot("GPTBot")),
  line("09/Nov/2026:08:00:07", "192.0.2.2", "/lamps/1", bot("GPTBot")),
  line(
    "09/Nov/2026:09:00:00",
    "198.51.100.7",
    "/cart",
    "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
  ),
  line("10/Nov/2026:13:00:00", "192.0.2.2", "/reviews/2", bot("GPTBot")),
  line("10/Nov/2026:14:00:00", "192.0.2.1", "/robots.txt", bot("GPTBot")),
  line("10/Nov/2026:14:05:00", "192.0.2.3", "/reviews/3", bot("GPTBot")),
  line("10/Nov/2026:14:05:01", "203.0.113.9", "/reviews/4", bot("GPTBot")),
  line("10/Nov/2026:15:00:00", "192.0.2.65", "/cart", bot("ChatGPT-User")),
  line("11/Nov/2026:00:00:00", "192.0.2.17", "/robots.txt", bot("ClaudeBot")),
  ...[10, 12, 30].map((second) =>
    line(`11/Nov/2026:00:00:${second}`, "192.0.2.17", `/lamps/${second}`, bot("ClaudeBot")),
  ),
  line("11/Nov/2026:06:00:03", "203.0.113.40", "/lamps/1", bot("Bytespider")),
];
const first =
  "User-agent: *\nDisallow: /cart\n\nUser-agent: ClaudeBot\nCrawl-delay: 10\nDisallow: /cart\n\nUser-agent: Bytespider\nDisallow: /\n";
const lists = {
  "gptbot.json": "192.0.2.0/28",
  "claude-bots.json": "192.0.2.16/28",
  "chatgpt-user.json": "192.0.2.64/28",
};

for (const name of ["history", "ranges"]) mkdirSync(join(folder, name));
writeFileSync(join(folder, "access.log"), log.join(""));
writeFileSync(join(folder, "history/2026-11-01T000000Z.txt"), first);
writeFileSync(
  join(folder, "history/2026-11-10T120000Z.txt"),
  `${first}\n# since 2026-11-10\nUser-agent: GPTBot\nDisallow: /reviews/\n`,
);
for (const [file, prefix] of Object.entries(lists))
  writeFileSync(
    join(folder, "ranges", file),
    JSON.stringify({ creationTime: "2026-11-01T00:00:00", prefixes: [{ ipv4Prefix: prefix }] }),
  );

const words = [
  "logs",
  "--history",
  "history",
  "--ranges",
  "ranges",
  "--site",
  "shop.example",
  "--html",
  "report.html",
  "access.log",
];
const { stdout } = spawnSync(process.execPath, [main, ...words], { cwd: folder, encoding: "utf8" });
console.log(stdout);
const browser = await chromium.launch({
  executablePath: execFileSync("which", [findChromium().command], { encoding: "utf8" }).trim(),
  args: ["--no-sandbox"],
});
const page = await (
  await browser.newContext({ viewport: { width: 1060, height: 860 }, colorScheme: "light" })
).newPage();
await page.goto(pathToFileURL(join(folder, "report.html")).href);
await page.screenshot({ path: picture });
await browser.close();
rmSync(folder, { recursive: true });
