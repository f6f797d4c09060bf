// node docs/images/vscode-pictures.mjs: the icon and the pictures of the VS Code extension. Needs a Chromium, `npm run vscode -- --folder`,
// and ROBOTS_VSCODE_WEB (test/support/vscode-web.mjs).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openVscode } from "../../test/support/vscode-web.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const text = `# test: GPTBot /private/report refused
# test: Googlebot /cart allowed
User-agent: GPTBot
Disallow: private/

User-agent: *
Disallow: /cart   # not for search
Allow: /cart/help$
Disalow: /tmp/
Crawl-delay: 5

Sitemap: https://shop.example/sitemap.xml
`;

const { page, close } = await openVscode(text, { viewport: { width: 1000, height: 560 } });
page.on("console", (message) => process.env.DEBUG && console.log(message.text().slice(0, 300)));
await page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
await page.waitForTimeout(1500);
await page.screenshot({ path: here("../public/vscode.png") });
const path = page.locator(".view-line span", { hasText: /^\/cart$/ }).last();
await path.hover();
await page.locator(".monaco-hover:not(.hidden)", { hasText: "decides" }).first().waitFor();
await page.waitForTimeout(500);
await page.screenshot({ path: here("../public/vscode-hover.png") });
await page.setViewportSize({ width: 128, height: 128 });
await page.setContent(
  `<style>body{margin:0}svg{display:block}</style>${readFileSync(here("../../tester/icon.svg"), "utf8")}`,
);
await page.screenshot({ path: here("../../editors/vscode/icon.png"), omitBackground: true });
await close();
