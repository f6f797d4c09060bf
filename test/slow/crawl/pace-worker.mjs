// A crawler process for processes.test.ts: requests pages of every host, in turns that it shares through Redis. Arguments: JSON.
import { Redis } from "ioredis";
import { Pace, redisPaceStore } from "../../../dist/crawl/pace/index.js";

const { redisPort, serverPort, hosts, requests, intervalMs, worker } = JSON.parse(process.argv[2]);
const redis = new Redis({ host: "127.0.0.1", port: redisPort });
const pace = new Pace({ store: redisPaceStore(redis), processes: 2, holdMs: 2000, storeTimeoutMs: 60_000 });

async function crawl(host) {
  const url = `http://h${host}.example/`;
  for (let n = 0; n < requests; n++) {
    const lease = await pace.acquire(url, { limits: { intervalMs } });
    const response = await fetch(`http://127.0.0.1:${serverPort}/?host=${host}&worker=${worker}`);
    await response.text();
    lease.release({ status: response.status });
  }
}
await Promise.all(Array.from({ length: hosts }, (_, host) => crawl(host)));
redis.disconnect();
