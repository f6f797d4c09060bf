// node bench/one-process.mjs CORPUS [FILES] [ROUNDS]: decisions with rules that are kept, robots-parser beside us in one process, as
// an application that uses both would run them. `npm run bench` gives each a process of its own (README.md). Prints, for each
// round in turn, how many times as long robots-parser takes.
import robotsParser from "robots-parser";
import { parse } from "../dist/index.js";
import { corpusSample } from "./cases.mjs";

const [corpus, files = "650", rounds = "5"] = process.argv.slice(2);
const cases = corpusSample(corpus, Number(files)).files.map(({ body, agent, urls }) => {
  const rules = parse(body).agent(agent);
  const theirs = robotsParser("https://www.example.com/robots.txt", body);
  return { urls, ours: (url) => rules.isAllowed(url), theirs: (url) => theirs.isAllowed(url, agent) !== false };
});

/** Nanoseconds of processor time a decision, and how many URLs are allowed. */
function pass(who) {
  const before = process.cpuUsage();
  let [count, allowed] = [0, 0];
  for (const one of cases)
    for (const url of one.urls) {
      count++;
      if (one[who](url)) allowed++;
    }
  const { user, system } = process.cpuUsage(before);
  return { ns: ((user + system) * 1000) / count, allowed };
}

/** A pass of ours is too short for the clock of the processor time. */
const PASSES = 20;
const meanOf = (who) => Array.from({ length: PASSES }, () => pass(who).ns).reduce((sum, ns) => sum + ns) / PASSES;

pass("theirs");
const ratios = Array.from({ length: Number(rounds) }, () => {
  const [ours, theirs] = [meanOf("ours"), pass("theirs").ns];
  console.log(
    `robots-wasm ${ours.toFixed(0)} ns, robots-parser ${theirs.toFixed(0)} ns: ${(theirs / ours).toFixed(1)} times`,
  );
  return theirs / ours;
});
console.log(
  `best of ${rounds}: ${Math.max(...ratios).toFixed(1)} times, worst: ${Math.min(...ratios).toFixed(1)} times`,
);
