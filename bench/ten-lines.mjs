// The job of `robots-wasm filter --agent TOKEN --robots DIR` done with the library: node bench/ten-lines.mjs TOKEN DIR < URLS
// > ALLOWED. Ten lines as a crawler's author writes them: `parse` and a Map. It must know no odd URLs, files or origins.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parse } from "../dist/index.js";

const [agent, folder] = process.argv.slice(2);
const known = new Map();
const allowed = [];
const write = () => process.stdout.write(allowed.splice(0).join(""));
for await (const url of createInterface({ input: process.stdin })) {
  const { origin, hostname } = new URL(url);
  let rules = known.get(origin);
  if (!rules) {
    rules = parse(readFileSync(`${folder}/${hostname}`)).agent(agent);
    known.set(origin, rules);
  }
  if (rules.isAllowed(url) && allowed.push(`${url}\n`) === 10_000) write();
}
write();
