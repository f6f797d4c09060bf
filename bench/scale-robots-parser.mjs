// The job of `robots-wasm filter --agent TOKEN --robots DIR` done with robots-parser: node bench/scale-robots-parser.mjs TOKEN DIR
// < URLS > ALLOWED. It reads with the same code, keeps as many origins, and writes in the same blocks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import robotsParser from "robots-parser";
import { RecentMap } from "../dist/base/recent-map.js";
import { blocksOf } from "../dist/bulk/files/blocks.js";
import { standardOutput } from "../dist/bulk/files/output-file.js";
import { openInput } from "../dist/cli/filter/url-input.js";

const [agent, folder] = process.argv.slice(2);
const { signal } = new AbortController();
const output = standardOutput();
const known = new RecentMap(100_000);

function robotsOf(origin) {
  let robots = known.get(origin);
  if (robots === undefined) {
    const { hostname } = new URL(origin);
    robots = robotsParser(`${origin}/robots.txt`, readFileSync(join(folder, hostname), "utf8"));
    known.set(origin, robots);
  }
  return robots;
}

/** The third slash ends the origin: the list is made of URLs that have a path. */
const originOf = (url) => url.slice(0, url.indexOf("/", 8));

for await (const { bytes } of blocksOf(openInput(0, undefined, signal).chunks, {
  blockBytes: 2 ** 20,
  offset: 0,
  skip: 0,
  signal,
})) {
  const urls = Buffer.from(bytes).toString("utf8").split("\n").slice(0, -1);
  const allowed = urls.filter((url) => robotsOf(originOf(url)).isAllowed(url, agent) !== false);
  await output.write(Buffer.from(allowed.map((url) => `${url}\n`).join("")));
}
