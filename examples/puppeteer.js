// Puppeteer: a page requests only what robots.txt allows, images, scripts and redirects included.
// `node puppeteer.js https://shop.example/ /usr/bin/chromium`
import puppeteer from "puppeteer-core";
import { RobotsClient } from "robots-wasm/client";

const [, , start, executablePath] = process.argv;
const client = new RobotsClient({ agent: "ExampleBot" });

const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.setRequestInterception(true);
page.on("request", async (request) => {
  const url = request.url();
  if (!/^https?:/.test(url) || (await client.isAllowed(url))) return request.continue();
  console.log(`refused ${url}`);
  return request.abort("blockedbyclient");
});

const response = await page.goto(start).catch(() => null);
if (response !== null) console.log(`read ${page.url()}: ${await page.title()}`);
await browser.close();
