// node bench/client.mjs [REDIS_PORT]: what the client adds to a decision. Warm decisions, every origin known: asking the rules
// themselves, through the client in memory, and through a Redis on loopback by a client that has read the entry before, and by
// one that has not. Verdicts are compared first.
import { Bench } from "tinybench";
import { memoryStore, RobotsClient, redisStore } from "../dist/crawl/client/index.js";
import { parse } from "../dist/index.js";
import { figuresTable } from "./report.mjs";

const body = `User-agent: *\n${Array.from({ length: 20 }, (_, i) => `Disallow: /private${i}/\n`).join("")}`;
const origins = Array.from({ length: 100 }, (_, i) => `https://h${i}.test`);
const urls = Array.from(
  { length: 1000 },
  (_, i) => `${origins[i % origins.length]}/${i % 2 ? "private7/" : "page/"}${i}`,
);
const fetch = async () => new Response(body);
const clientWith = (store) => new RobotsClient({ agent: "ExampleBot", store, fetch });

const rules = parse(body).agent("ExampleBot");
const inMemory = clientWith(memoryStore());
const port = Number(process.argv[2] ?? 0);
const redis = port === 0 ? undefined : new (await import("ioredis")).Redis({ host: "127.0.0.1", port });
const throughRedis = redis && clientWith(redisStore(redis));

async function each(client) {
  for (const url of urls) await client.isAllowed(url);
}

const wanted = rules.isAllowedMany(urls).join("");
for (const client of [inMemory, throughRedis].filter(Boolean)) {
  if ((await client.isAllowedMany(urls)).join("") !== wanted) throw new Error("the client and the rules disagree");
}

const tasks = {
  "rules.isAllowed": () => urls.map((url) => rules.isAllowed(url)),
  "rules.isAllowedMany": () => rules.isAllowedMany(urls),
  "client.isAllowed, memory": () => each(inMemory),
  "client.isAllowedMany, memory": () => inMemory.isAllowedMany(urls),
  ...(redis && {
    "client.isAllowed, Redis, entry read before": () => each(throughRedis),
    "client.isAllowedMany, Redis, a new client each time": () => clientWith(redisStore(redis)).isAllowedMany(urls),
  }),
};
/** A sample is the whole list of URLs; the figure is the middle one. */
async function medians() {
  const bench = new Bench({ time: 1000, warmupTime: 200 });
  for (const [name, run] of Object.entries(tasks)) bench.add(name, run);
  await bench.run();
  return bench.tasks.map(({ name, result: { latency } }) => {
    const perUrl = (ms) => (ms * 1e6) / urls.length;
    return {
      case: name,
      figures: { "a decision": { ns: perUrl(latency.p50), spread: perUrl(latency.p75 - latency.p50) } },
    };
  });
}

console.log(figuresTable("Warm decisions through the client", await medians()));
redis?.disconnect();
