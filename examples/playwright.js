// Playwright: a page requests only what robots.txt allows, images and scripts included.
// `node playwright.js https://shop.example/ /usr/bin/chromium`
import { chromium } from "playwright-core";
import { RobotsClient } from "robots-wasm/client";
import { outcomeOf, Pace, paceLimitsOf } from "robots-wasm/pace";

const [, , start, executablePath] = process.argv;
const pace = new Pace();
const client = new RobotsClient({ agent: "ExampleBot", pace });

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.route("**/*", async (route) => {
  const url = route.request().url();
  if (!/^https?:/.test(url) || (await client.isAllowed(url))) return route.continue();
  console.log(`refused ${url}`);
  return route.abort("blockedbyclient");
});

/** Loads an allowed page in its turn: what belongs to it loads with it. A refused page does not wait for one. */
async function load(url) {
  if (!(await client.isAllowed(url))) {
    console.log(`refused ${url}`);
    return null;
  }
  const { rules } = await client.get(url);
  const turn = await pace.acquire(url, { limits: paceLimitsOf(rules) });
  const response = await page.goto(url).catch(() => null);
  turn.release(
    response === null ? { error: true } : outcomeOf({ status: response.status(), headers: response.headers() }),
  );
  return response;
}

const response = await load(start);
// The browser follows redirects of a page by itself, without calling the route again: look at where it ended.
if (response !== null && (await client.isAllowed(page.url()))) console.log(`read ${page.url()}: ${await page.title()}`);
await browser.close();
