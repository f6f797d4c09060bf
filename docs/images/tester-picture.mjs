// node docs/images/tester-picture.mjs: docs/public/tester.png, the built tester with its example of a shop. Needs a Chromium.
import { fileURLToPath } from "node:url";
import { openTester } from "../../bench/tester-page.mjs";

const picture = fileURLToPath(new URL("../public/tester.png", import.meta.url));
const { url, browser, close } = await openTester();
const context = { viewport: { width: 1280, height: 860 }, serviceWorkers: "block", colorScheme: "light" };
const page = await (await browser.newContext(context)).newPage();
await page.goto(url);
await page.getByRole("button", { name: "A shop" }).click();
await page.locator(".cm-lint-marker").first().waitFor();
await page.locator(".tile", { hasText: "mistakes" }).waitFor();
await page.screenshot({ path: picture });
await close();
