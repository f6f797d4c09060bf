// A client whose requests are signed. Publish directoryOf(key) under your URL first.
// `node crawler.js https://bot.example key.jwk https://shop.example/`

import { readFileSync } from "node:fs";
import { RobotsClient } from "robots-wasm/client";
import { signedFetch } from "./sign.js";

const [agent, keyFile, ...urls] = process.argv.slice(2);
const fetch = await signedFetch({ agent, key: JSON.parse(readFileSync(keyFile, "utf8")) });
const client = new RobotsClient({ agent: "ExampleBot", fetch });

for (const url of urls) {
  if (!(await client.isAllowed(url))) {
    const { price } = (await client.get(url)).access;
    console.log(`refused ${url}${price === undefined ? "" : `: robots.txt costs ${price}`}`);
    continue;
  }
  const response = await fetch(url);
  // 402 Payment Required: the site sells the page (pay per crawl).
  const price = response.status === 402 ? response.headers.get("crawler-price") : null;
  console.log(`${response.status} ${url}${price === null ? "" : `: costs ${price}`}`);
}
