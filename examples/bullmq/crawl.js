// node crawl.js URL…: queues pages and crawls them; start as many as you like. A page whose host is not due soon goes back into the
// queue until then, so no worker waits for a slow host, and a host keeps its delay across all workers.
import { DelayedError, Queue, Worker } from "bullmq";
import { RobotsClient, redisStore } from "robots-wasm/client";
import { Pace, redisPaceStore } from "robots-wasm/pace";
import { politeFetch } from "robots-wasm/polite";
import { connect } from "./connection.js";

const NAME = "robots-wasm-pages";
const WAIT_MS = 500;
const redis = connect();
const processes = Number(process.env.WORKERS ?? 1);
const pace = new Pace({ store: redisPaceStore(redis), processes });
const client = new RobotsClient({ agent: "ExampleBot", pace, store: redisStore(redis) });
const soon = {
  acquire: (url, call) => pace.acquire(url, { ...call, maxWaitMs: WAIT_MS }),
  limit: (url, limits) => pace.limit(url, limits),
};
const fetch = politeFetch(client, { pace: soon });
const queue = new Queue(NAME, { connection: redis });

const visit = (url) => queue.add("page", { url }, { jobId: Buffer.from(url).toString("base64url"), attempts: 3 });

function parsed(link, base) {
  try {
    return new URL(link, base);
  } catch {
    return undefined; // not a URL, so not a link
  }
}

function linksIn(html, base) {
  const links = Array.from(html.matchAll(/href="([^"]*)"/g), ([, link]) => parsed(link.replaceAll("&amp;", "&"), base));
  return links.filter((url) => url?.origin === base.origin).map(({ href }) => href.split("#", 1)[0]);
}

async function crawl(job, token) {
  try {
    const response = await fetch(job.data.url);
    const html = await response.text(); // the turn of the host ends with the body
    // Overload is no answer of the page: another attempt, when the host is due again.
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
    console.log(`read ${job.data.url}`);
    await Promise.all(linksIn(html, new URL(response.url)).map(visit));
  } catch (error) {
    if (error.isFinal === true) return console.log(`refused ${job.data.url}`);
    if (error.isFinal === undefined) throw error; // the request failed
    // Nobody knows yet (an outage of robots.txt, a host that is not due, Redis does not answer): not an attempt.
    console.log(`later ${job.data.url}`);
    await job.moveToDelayed(error.retryAt.getTime(), token);
    throw new DelayedError();
  }
}

const worker = new Worker(NAME, crawl, { connection: connect(), concurrency: 50 });
worker.on("error", (error) => console.error(error));
await Promise.all(process.argv.slice(2).map(visit));

process.once("SIGTERM", async () => {
  await worker.close();
  await pace.close(); // otherwise other workers wait for the hosts of this one
  process.exit();
});
