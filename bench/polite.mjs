// node bench/polite.mjs [ROUNDS] [REQUESTS]: what politeness costs a request, as processor time beside `fetch` and undici's `request`.
// The server and each contestant have processes of their own. A crawler has many hosts, and one connection to each: with one host alone
// most of the time is what the kernel needs to wake a server that sleeps (90 us a write instead of 43).
// Each host has an address of its own: a pace allows four requests at a time to one address, and `fetch` would have eight.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "undici";
import { RobotsClient } from "../dist/crawl/client/index.js";
import { nodeFetch } from "../dist/crawl/client/node/index.js";
import { politeFetch } from "../dist/crawl/polite/index.js";
import { politeAgent } from "../dist/crawl/polite/node/index.js";

const ROBOTS = `User-agent: *\n${Array.from({ length: 20 }, (_, i) => `Disallow: /private${i}/\n`).join("")}`;
const PAGE = `<!doctype html><title>page</title>${"<p>text of a page</p>".repeat(400)}`;
const NO_DELAY = { minIntervalMs: 0 };

const clientWith = (fetch) => new RobotsClient({ agent: "ExampleBot", ...(fetch && { fetch }) });
const textOf = (fetch) => async (url) => (await fetch(url)).text();
const bodyOf = (options) => async (url) => (await request(url, options)).body.text();
const contestants = {
  fetch: () => textOf(fetch),
  politeFetch: () => textOf(politeFetch(clientWith(), NO_DELAY)),
  "politeFetch, nodeFetch": () => textOf(politeFetch(clientWith(nodeFetch()), NO_DELAY)),
  "undici.request": () => bodyOf({}),
  politeAgent: () => bodyOf({ dispatcher: politeAgent(clientWith(nodeFetch()), NO_DELAY) }),
};
/** Each: beside whom, and the goal. */
const goals = [
  ["politeFetch", "fetch", 1.5],
  ["politeFetch, nodeFetch", "fetch", 2],
  ["politeAgent", "undici.request", 2],
];

const HOSTS = 8;

async function host() {
  const server = createServer(({ url }, response) => {
    const type = url === "/robots.txt" ? "text/plain" : "text/html";
    response.setHeader("content-type", type).end(url === "/robots.txt" ? ROBOTS : PAGE);
  });
  await once(server.listen(0, "0.0.0.0"), "listening");
  return server.address().port;
}

const serve = async () => process.send(await Promise.all(Array.from({ length: HOSTS }, host)));

/** Microseconds of processor time a request, after as many as the compiler needs. */
async function run(name, ports, requests) {
  const get = contestants[name]();
  const crawl = async (host, count) => {
    for (let i = 0; i < count; i++)
      if ((await get(`http://${host}/page/${i}`)) !== PAGE) throw new Error(`${name}: another page`);
  };
  const crawlAll = (count) => Promise.all(ports.map((port, i) => crawl(`127.0.0.${i + 1}:${port}`, count / HOSTS)));
  await crawlAll(1000);
  const began = process.cpuUsage();
  await crawlAll(requests);
  const { user, system } = process.cpuUsage(began);
  process.send((user + system) / requests);
  process.disconnect();
}

const answerOf = async (child) => (await once(child, "message"))[0];
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];

async function compare(rounds, requests) {
  const server = fork(import.meta.filename, ["--serve"]);
  const ports = await answerOf(server);
  const micros = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name in micros)
      micros[name].push(await answerOf(fork(import.meta.filename, ["--run", name, ports.join(), requests])));
  server.kill();
  const rows = goals.map(([name, base, goal]) => {
    const ratio = middle(micros[name].map((one, i) => one / micros[base][i]));
    return `| ${name} | ${base} | ${ratio.toFixed(2)} | ${goal} | ${Math.round(middle(micros[name]))} µs | ${Math.round(middle(micros[base]))} µs |`;
  });
  console.log(`| | beside | ratio | goal | a request | of it |\n|---|---|---:|---:|---:|---:|\n${rows.join("\n")}`);
}

const [mode = "5", ...rest] = process.argv.slice(2);
if (mode === "--serve") await serve();
else if (mode === "--run") await run(rest[0], rest[1].split(",").map(Number), Number(rest[2]));
else await compare(Number(mode), Number(rest[0] ?? 4000));
