// A crawler process for redis.test.ts: asks for every origin in an order of its own, and prints what it found. Arguments: JSON.
import { Redis } from "ioredis";
import { createClient } from "redis";
import { RobotsClient, redisStore } from "../../../../dist/crawl/client/index.js";

const { library, redisPort, serverPort, origins, seed, leaseMs, storeTimeoutMs = 4000 } = JSON.parse(process.argv[2]);

async function connect() {
  if (library === "ioredis") {
    const client = new Redis({
      host: "127.0.0.1",
      port: redisPort,
      maxRetriesPerRequest: null,
      retryStrategy: () => 50,
    });
    client.on("error", () => {});
    return client;
  }
  const client = createClient({ socket: { host: "127.0.0.1", port: redisPort, reconnectStrategy: () => 50 } });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const redis = await connect();
const errors = [];
let recoveries = 0;
const client = new RobotsClient({
  agent: "ExampleBot",
  store: redisStore(redis),
  leaseMs,
  storeTimeoutMs,
  // Every origin is the one server on loopback, told by its name.
  fetch: (url, init) =>
    fetch(`http://127.0.0.1:${serverPort}/robots.txt?worker=${seed}&origin=${new URL(url).host}`, init),
  onStoreError: (error) => errors.push(String(error)),
  onStoreRecovery: () => recoveries++,
});

const order = Array.from({ length: origins }, (_, i) => (i * 7919 + seed * 104729) % origins);
let wrong = 0;
let asked = 0;
async function ask() {
  while (order.length > 0) {
    const origin = `http://o${order.pop()}.test`;
    const verdicts = [await client.isAllowed(`${origin}/private/x`), await client.isAllowed(`${origin}/public`)];
    if (verdicts[0] || !verdicts[1]) wrong++;
    asked++;
  }
}
await Promise.all(Array.from({ length: 32 }, ask));
console.log(JSON.stringify({ asked, wrong, errors, recoveries }));
process.exit(0);
