// KAFKA=localhost:9092 node crawl.js: crawls the URLs of the topic `pages`. Pages of which nobody knows yet whether they may be fetched (an
// outage of robots.txt, a host that is not due) go to `pages-later`, whose consumer puts each back when its time has come.
import { Kafka } from "kafkajs";
import { RobotsClient } from "robots-wasm/client";
import { Pace } from "robots-wasm/pace";
import { politeFetch } from "robots-wasm/polite";
import { visit, waitMs } from "./page.js";

const kafka = new Kafka({ clientId: "ExampleBot", brokers: (process.env.KAFKA ?? "localhost:9092").split(",") });
// All pages of a host are in one partition (the key of a message is its origin), so one process paces it.
const pace = new Pace();
const fetch = politeFetch(new RobotsClient({ agent: "ExampleBot", pace }), {
  pace: {
    acquire: (url, call) => pace.acquire(url, { ...call, maxWaitMs: 1000 }),
    limit: (url, limits) => pace.limit(url, limits),
  },
});
const producer = kafka.producer();
const pages = kafka.consumer({ groupId: "pages" });
const later = kafka.consumer({ groupId: "pages-later" });
await Promise.all([producer.connect(), pages.connect(), later.connect()]);
await pages.subscribe({ topic: "pages" });
await later.subscribe({ topic: "pages-later" });

await pages.run({
  async eachMessage({ message }) {
    const { topic, message: next } = await visit(message.value.toString(), fetch, pace);
    await producer.send({ topic, messages: [next] });
  },
});

await later.run({
  async eachMessage({ message, pause }) {
    const ms = waitMs(message);
    if (ms > 0) {
      setTimeout(pause(), ms); // `pause` returns what resumes the partition
      throw new Error(`not before ${message.headers.retryAt}`); // so the message is not committed, and is read again
    }
    const url = message.value.toString();
    await producer.send({ topic: "pages", messages: [{ key: new URL(url).origin, value: url }] });
  },
});
