// undici: an agent that refuses what robots.txt refuses and keeps the pace of every host, redirects included.
// `node undici.js https://shop.example/ https://shop.example/cart`
//
// It is an agent and not an interceptor, because the order decides: under `redirect`, an interceptor lets another host through
// unchecked; under `retry`, requests go out of turn; above `dns`, it sees an address and no name.
import { RobotsClient } from "robots-wasm/client";
import { nodeFetch } from "robots-wasm/client/node";
import { Pace } from "robots-wasm/pace";
import { politeAgent } from "robots-wasm/polite/node";
import { request } from "undici";

const client = new RobotsClient({ agent: "ExampleBot", pace: new Pace(), fetch: nodeFetch() });
const dispatcher = politeAgent(client);

for (const url of process.argv.slice(2)) {
  try {
    const { statusCode, body } = await request(url, { dispatcher });
    await body.dump();
    console.log(`read ${url}: ${statusCode}`);
  } catch (error) {
    if (error.code !== "ERR_ROBOTS_REFUSED") throw error;
    // In an outage of robots.txt nobody knows yet: ask again at error.retryAt.
    console.log(`${error.isFinal ? "refused" : "later"} ${error.decision.url} by its robots.txt`);
  }
}
