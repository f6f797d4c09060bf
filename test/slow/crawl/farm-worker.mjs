// A crawler of the farm: requests pages of every host in turns that it shares through Redis. Work that cannot be done now is put back.
// Arguments: JSON.
const words = JSON.parse(process.argv[2]);
const { redisPort, origins, pages, processes, name, pace: paceOptions = {}, aheadMs = 0, way } = words;
if (aheadMs > 0) {
  const now = Date.now;
  Date.now = () => now() + aheadMs;
}
const { Redis } = await import("ioredis");
const { RobotsClient, redisStore } = await import("../../../dist/crawl/client/index.js");
const { nodeFetch } = await import("../../../dist/crawl/client/node/index.js");
const { politeAgent } = await import("../../../dist/crawl/polite/node/index.js");
const undici = await import("undici");
const { Pace, redisPaceStore } = await import("../../../dist/crawl/pace/index.js");
const { politeFetch } = await import("../../../dist/crawl/polite/index.js");

const redis = new Redis({ host: "127.0.0.1", port: redisPort, maxRetriesPerRequest: null });
redis.on("error", () => undefined);
const pace = new Pace({ store: redisPaceStore(redis), processes, holdMs: 2000, ...paceOptions });
const own = way === "built-in fetch" ? {} : { fetch: nodeFetch() };
const client = new RobotsClient({ agent: "ExampleBot", pace, store: redisStore(redis), leaseMs: 4000, ...own });
const dispatcher = way === "politeAgent" ? politeAgent(client) : undefined;
const fetch = dispatcher === undefined ? politeFetch(client) : (url) => undici.fetch(url, { dispatcher });
const put = { back: 0, codes: new Set() };

async function visit(url) {
  for (;;) {
    try {
      const response = await fetch(url);
      await response.text();
      return;
    } catch (error) {
      const { isFinal, code } = error.cause ?? error;
      if (isFinal !== false) throw error;
      put.back++;
      put.codes.add(code);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function crawl(origin) {
  for (let page = 0; page < pages; page++) await visit(`${origin}/${name}/${page}`);
}
await Promise.all(origins.map(crawl));
await pace.close();
redis.disconnect();
console.log(JSON.stringify({ back: put.back, codes: [...put.codes] }));
