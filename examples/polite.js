// Plain fetch: verdict, turn of the host, and the same for every redirect: `node polite.js https://shop.example/ https://shop.example/cart`
import { RobotsClient } from "robots-wasm/client";
import { Pace } from "robots-wasm/pace";
import { politeFetch, robotsOf } from "robots-wasm/polite";

const client = new RobotsClient({ agent: "ExampleBot", pace: new Pace() });
const fetch = politeFetch(client, { minIntervalMs: 100 });

for (const url of process.argv.slice(2)) {
  try {
    const response = await fetch(url);
    await response.text(); // the turn of the host ends with the body
    console.log(`read ${url}: ${response.status}${robotsOf(response).policy.index ? "" : " noindex"}`);
  } catch (error) {
    if (error.code !== "ERR_ROBOTS_REFUSED") throw error;
    // In an outage of robots.txt nobody knows yet: ask again at error.retryAt.
    console.log(`${error.isFinal ? "refused" : "later"} ${error.decision.url} ${error.decision.reason}`);
  }
}
