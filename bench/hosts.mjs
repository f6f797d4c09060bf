// node bench/hosts.mjs [CORPUS] [HOSTS]: what a process takes in memory that keeps the rules of many hosts, in the ways that
// docs/client.md offers. Each way has a process of its own. CORPUS is gzipped JSON lines (bench/README.md), repeated.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { realFiles } from "./real-files.mjs";

const [corpus = "../shared/corpus/robots.ndjson.gz", hosts = "1000000", way] = process.argv.slice(2);

const ways = { client, "rules in a Map": rulesInMap };

const bodiesOf = () => realFiles(corpus).map(({ body }) => body);

/** A client whose store may keep everything, seeded as if each host had just answered. */
async function client(count, bodyOf) {
  const { memoryStore, RobotsClient } = await import("robots-wasm/client");
  const one = new RobotsClient({ agent: "ExampleBot", store: memoryStore(64 * 2 ** 30) });
  for (let host = 0; host < count; host++) await one.seed(`https://host${host}.example/`, bodyOf(host));
  return one;
}

async function rulesInMap(count, bodyOf) {
  const { parse } = await import("robots-wasm");
  const rules = new Map();
  for (let host = 0; host < count; host++) {
    rules.set(`https://host${host}.example`, parse(bodyOf(host)).agent("ExampleBot"));
  }
  return rules;
}

/** In a process of its own: bytes of the process before and after, garbage collected. */
async function measure(count) {
  const bodies = bodiesOf();
  const bytes = () => {
    globalThis.gc();
    return process.memoryUsage().rss;
  };
  await ways[way](Math.min(count, 1000), (host) => bodies[host % bodies.length]);
  const before = bytes();
  const kept = await ways[way](count, (host) => bodies[host % bodies.length]);
  console.log(JSON.stringify({ bytes: bytes() - before, kept: String(typeof kept) }));
}

function table() {
  const bodies = bodiesOf();
  const mean = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / bodies.length;
  console.log(
    `${hosts} hosts; ${bodies.length} files, ${Math.round(mean)} bytes on average; Node.js ${process.version}\n`,
  );
  console.log("| kept | GB | bytes a host |\n|---|---:|---:|");
  for (const name of Object.keys(ways)) {
    const words = ["--expose-gc", "--max-old-space-size=16000", fileURLToPath(import.meta.url), corpus, hosts, name];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    const { bytes } = JSON.parse(stdout);
    console.log(`| ${name} | ${(bytes / 1e9).toFixed(2)} | ${Math.round(bytes / Number(hosts))} |`);
  }
}

await (way === undefined ? table() : measure(Number(hosts)));
