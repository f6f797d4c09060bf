// One JavaScript contestant in a process of its own: node bench/driver.mjs MODULE JOB. Answers each command line with a line, as
// the drivers of bench/native/ do; README.md describes the protocol.
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { readJob } from "./job.mjs";

const [modulePath, jobPath] = process.argv.slice(2);
const contestant = (await import(pathToFileURL(resolve(modulePath)))).default;
const cases = readJob(jobPath);
const decoder = new TextDecoder();

const sink = new Int32Array(1);
/** Keeps a result from being optimised away. */
function used(result) {
  sink[0] ^= Number(result);
}

/** The cases with their texts decoded, kept because the same case is measured in many rounds. */
const decoded = new Map();
function caseAt(i) {
  if (!decoded.has(i)) {
    const files = cases[i].files.map(({ agent, bytes, urls }) => ({
      agent,
      bytes,
      text: decoder.decode(bytes),
      urls: urls.map((url) => url.toString()),
    }));
    decoded.set(i, { files, tasks: new Map() });
  }
  return decoded.get(i);
}

/** What the contestant is handed: bytes are decoded for one that reads only text, and the time for it counts. */
const bodyFrom = {
  bytes: contestant.readsBytes ? ({ bytes }) => bytes : ({ bytes }) => decoder.decode(bytes),
  text: ({ text }) => text,
};

const compileAll = (files) => files.map(({ text, agent }) => contestant.compile(text, agent));

/** Commands that are timed: each returns a function that runs over the files of a slice. */
const tasks = {
  query: ({ files }) => {
    const rules = compileAll(files);
    return (start, end) => {
      for (let n = start; n < end; n++) for (const url of files[n].urls) used(contestant.query(rules[n], url));
    };
  },
  cold: ({ files }, from, k) => {
    const bodyOf = bodyFrom[from];
    const { once } = contestant;
    if (once !== undefined && k === "1")
      return (start, end) => {
        for (let n = start; n < end; n++) used(once(bodyOf(files[n]), files[n].agent, files[n].urls[0]));
      };
    return (start, end) => {
      for (let n = start; n < end; n++) {
        const { agent, urls } = files[n];
        const rules = contestant.compile(bodyOf(files[n]), agent);
        for (let i = 0; i < k; i++) used(contestant.query(rules, urls[i % urls.length]));
      }
    };
  },
  /** All that a crawler asks of a new host. */
  host: ({ files }, from, k) => {
    const bodyOf = bodyFrom[from];
    const { read, isAllowed, crawlDelay, sitemaps } = contestant.host;
    return (start, end) => {
      for (let n = start; n < end; n++) {
        const { agent, urls } = files[n];
        const host = read(bodyOf(files[n]), agent);
        used(crawlDelay(host) ?? 0);
        used(sitemaps(host).length);
        for (let i = 0; i < k; i++) used(isAllowed(host, urls[i % urls.length]));
      }
    };
  },
  extra: ({ files }, name) => contestant.extra[name](files, used),
};

const SLICE_FILES = 32;
const middle = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Passes over all files for so many milliseconds, at least one; the middle time of each slice, in nanoseconds. */
function sliceTimes(run, fileCount, forMs) {
  const slices = Array.from({ length: Math.ceil(fileCount / SLICE_FILES) }, () => []);
  const begin = performance.now();
  do
    for (const [i, times] of slices.entries()) {
      const before = performance.now();
      run(i * SLICE_FILES, Math.min(fileCount, (i + 1) * SLICE_FILES));
      times.push(performance.now() - before);
    }
  while (performance.now() - begin < forMs);
  return slices.map((times) => Math.round(middle(times) * 1e6));
}

function timed([name, i, forMs, ...rest]) {
  const one = caseAt(Number(i));
  const key = [name, ...rest].join(" ");
  if (!one.tasks.has(key)) one.tasks.set(key, tasks[name](one, ...rest));
  return sliceTimes(one.tasks.get(key), one.files.length, Number(forMs)).join(" ");
}

/** A digit a URL: 1 allowed, 0 refused, - no verdict. */
function verdicts(i) {
  const digitOf = (rules, url) => {
    const verdict = contestant.query(rules, url);
    return verdict === undefined ? "-" : Number(verdict);
  };
  const rules = compileAll(caseAt(i).files);
  return caseAt(i)
    .files.flatMap(({ urls }, n) => urls.map((url) => digitOf(rules[n], url)))
    .join("");
}

/** For each file the crawl delay in seconds, or -, and the number of sitemaps. */
function facts(i) {
  const { read, crawlDelay, sitemaps } = contestant.host;
  const factOf = (host) => `${crawlDelay(host) ?? "-"}/${sitemaps(host).length}`;
  return caseAt(i)
    .files.map((file) => factOf(read(bodyFrom.bytes(file), file.agent)))
    .join(" ");
}

const untimed = { verdicts, facts };

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.split(" ");
  console.log(untimed[words[0]]?.(Number(words[1])) ?? timed(words));
}
