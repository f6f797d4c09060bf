// One JavaScript contestant in a process of its own: node bench/driver.mjs MODULE JOB. Answers each command line with a line, as
// the drivers of bench/native/ do; README.md describes the protocol. Times are nanoseconds for one pass over the files of a case.
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

/** The case with its texts decoded, kept because the same case is measured in many rounds. */
let current;
function caseAt(i) {
  if (current?.i !== i) {
    const files = cases[i].files.map(({ agent, bytes, urls }) => ({
      agent,
      bytes,
      text: decoder.decode(bytes),
      urls: urls.map((url) => url.toString()),
    }));
    current = { i, files, tasks: new Map() };
  }
  return current;
}

/** What the contestant is handed: bytes are decoded for one that reads only text, and the time for it counts. */
const bodyFrom = {
  bytes: contestant.readsBytes ? ({ bytes }) => bytes : ({ bytes }) => decoder.decode(bytes),
  text: ({ text }) => text,
};

const compileAll = (files) => files.map(({ text, agent }) => contestant.compile(text, agent));

/** Commands that are timed: each returns the pass. */
const tasks = {
  parse: ({ files }, from) => {
    const bodyOf = bodyFrom[from];
    return () => {
      for (const file of files) used(contestant.parse(bodyOf(file)) !== undefined);
    };
  },
  query: ({ files }) => {
    const rules = compileAll(files);
    return () => {
      for (let n = 0; n < files.length; n++) for (const url of files[n].urls) used(contestant.query(rules[n], url));
    };
  },
  cold: ({ files }, from, k) => {
    const bodyOf = bodyFrom[from];
    return () => {
      for (const file of files) {
        const rules = contestant.compile(bodyOf(file), file.agent);
        for (let i = 0; i < k; i++) used(contestant.query(rules, file.urls[i % file.urls.length]));
      }
    };
  },
  extra: ({ files }, name) => contestant.extra[name](files, used),
};

/** The middle one of the passes that begin within so many milliseconds; at least one. */
function medianPassNs(pass, forMs) {
  const times = [];
  for (const start = performance.now(); times.length === 0 || performance.now() - start < forMs; ) {
    const before = performance.now();
    pass();
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] * 1e6;
}

function timed([name, i, forMs, ...rest]) {
  const one = caseAt(Number(i));
  const key = [name, ...rest].join(" ");
  if (!one.tasks.has(key)) one.tasks.set(key, tasks[name](one, ...rest));
  return medianPassNs(one.tasks.get(key), Number(forMs));
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

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.split(" ");
  console.log(words[0] === "verdicts" ? verdicts(Number(words[1])) : timed(words));
}
