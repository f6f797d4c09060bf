// worker_threads: the main thread reads robots.txt files, the others decide. Rules are compiled once and shared as bytes.
// node threads.js robots.txt urls.txt [threads]
import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { AgentRules, parse } from "robots-wasm";

/** In memory that threads share; `postMessage(rules.toBytes())` would send each of them a copy. */
function share(bytes) {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Every `count`-th URL to each thread. */
const deal = (urls, count) => Array.from({ length: count }, (_, n) => urls.filter((_, i) => i % count === n));

function decide(programs, urls) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { programs, urls } });
    worker.once("message", resolve).once("error", reject);
  });
}

if (isMainThread) {
  const [file, list, threads = "2"] = process.argv.slice(2);
  const programs = new Map([["shop.example", share(parse(readFileSync(file)).agent("ExampleBot").toBytes())]]);
  const urls = readFileSync(list, "utf8").trim().split("\n");
  const allowed = await Promise.all(deal(urls, Number(threads)).map((part) => decide(programs, part)));
  console.log(allowed.flat().sort().join("\n"));
} else {
  const { programs, urls } = workerData;
  const rules = new Map(Array.from(programs, ([host, program]) => [host, AgentRules.fromBytes(program)]));
  parentPort.postMessage(urls.filter((url) => rules.get(new URL(url).host)?.isAllowed(url)));
}
