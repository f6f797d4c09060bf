// Puppeteer: a page requests only what robots.txt allows, images, scripts and redirects included.
// `node puppeteer.js https://shop.example/ /usr/bin/chromium`
import puppeteer from "puppeteer-core";
import { RobotsClient } from "robots-wasm/client";
import { outcomeOf, Pace, paceLimitsOf } from "robots-wasm/pace";

const [, , start, executablePath] = process.argv;
const pace = new Pace();
const client = new RobotsClient({ agent: "ExampleBot", pace });

const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.setRequestInterception(true);
page.on("request", async (request) => {
  const url = request.url();
  if (!/^https?:/.test(url) || (await client.isAllowed(url))) return request.continue();
  console.log(`refused ${url}`);
  return request.abort("blockedbyclient");
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
if (response !== null) console.log(`read ${page.url()}: ${await page.title()}`);
await browser.close();
