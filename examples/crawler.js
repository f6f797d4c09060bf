// A polite crawler in one loop, for one site and one request at a time: `node crawler.js https://shop.example/ [pages]`.
import { RobotsClient } from "robots-wasm/client";
import { outcomeOf, Pace, paceLimitsOf } from "robots-wasm/pace";

const USER_AGENT = "ExampleBot/1.0 (+https://bot.example)";
const [start, maxPages = "20"] = process.argv.slice(2);
const { origin } = new URL(start);
const pace = new Pace();
const client = new RobotsClient({ agent: "ExampleBot", userAgent: USER_AGENT, pace });

const { rules, sitemaps } = await client.get(start);
const queue = new Set([new URL(start).href, ...sitemaps]); // a Set is read in order while it grows

function enqueue(link, base) {
  const href = link.replaceAll("&amp;", "&");
  const url = parsed(href, base);
  if (url?.origin !== origin) return;
  url.hash = "";
  queue.add(url.href);
}

function parsed(href, base) {
  try {
    return new URL(href, base);
  } catch {
    return undefined; // not a URL, so not a link
  }
}

let pages = 0;
for (const url of queue) {
  if (pages === Number(maxPages)) break;
  if (!(await client.isAllowed(url))) {
    console.log(`refused ${url}`);
    continue;
  }
  pages++;
  const turn = await pace.acquire(url, { limits: paceLimitsOf(rules) });
  // A redirect leads to another URL, which is another decision.
  const response = await fetch(url, { headers: { "user-agent": USER_AGENT }, redirect: "manual" });
  console.log(`${response.status} ${url}`);
  enqueue(response.headers.get("location") ?? url, url);
  const text = await response.text();
  turn.release(outcomeOf(response)); // the delay counts from here; Retry-After is obeyed
  for (const [, link, location] of text.matchAll(/href="([^"]*)"|<loc>(.*?)<\/loc>/g)) enqueue(link ?? location, url);
}
