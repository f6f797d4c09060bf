// undici: an interceptor that refuses what robots.txt refuses, for `fetch` and `request` of this process, redirects included.
// `node undici.js https://shop.example/ https://shop.example/cart`

import { RobotsClient } from "robots-wasm/client";
import { Agent, request } from "undici";

const client = new RobotsClient({ agent: "ExampleBot" });

const obeyRobots = (dispatch) => (options, handler) => {
  const url = new URL(options.path, options.origin);
  const refuse = (error) => handler.onResponseError(null, error);
  client
    .isAllowed(url)
    .then((allowed) => (allowed ? dispatch(options, handler) : refuse(new Error(`refused ${url} by its robots.txt`))))
    .catch(refuse);
  return true;
};

// The client fetches robots.txt with the global dispatcher, so this one is not asked for it.
const dispatcher = new Agent().compose(obeyRobots);

for (const url of process.argv.slice(2)) {
  try {
    const { statusCode } = await request(url, { dispatcher });
    console.log(`read ${url}: ${statusCode}`);
  } catch (error) {
    console.log(error.message);
  }
}
