// node bench/one-process.mjs CORPUS [FILES] [ROUNDS]: decisions with rules that are kept, robots-parser beside us in one process, as
// an application that uses both would run them. `npm run bench` gives each a process of its own (README.md), and runs this as well.
// Prints JSON: for each round the nanoseconds of both, and how many times as long robots-parser takes at best, in the middle and at
// worst.
import robotsParser from "robots-parser";
import { parse } from "../dist/index.js";
import { corpusSample } from "./cases.mjs";

const [corpus, files = "650", rounds = "5"] = process.argv.slice(2);
const cases = corpusSample(corpus, Number(files)).files.map(({ body, agent, urls }) => {
  const rules = parse(body).agent(agent);
  const theirs = robotsParser("https://www.example.com/robots.txt", body);
  return { urls, ours: (url) => rules.isAllowed(url), theirs: (url) => theirs.isAllowed(url, agent) !== false };
});
const decisions = cases.reduce((sum, { urls }) => sum + urls.length, 0);
const differences = cases.reduce(
  (sum, { urls, ours, theirs }) => sum + urls.filter((url) => ours(url) !== theirs(url)).length,
  0,
);

let allowed = 0;

/** Nanoseconds of processor time a decision. */
function pass(who) {
  const before = process.cpuUsage();
  for (const one of cases) for (const url of one.urls) if (one[who](url)) allowed++;
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / decisions;
}

/** A pass of ours is too short for the clock of the processor time. */
const PASSES = 20;
const meanOf = (who) => Array.from({ length: PASSES }, () => pass(who)).reduce((sum, ns) => sum + ns) / PASSES;

pass("theirs");
const measured = Array.from({ length: Number(rounds) }, () => ({ oursNs: meanOf("ours"), theirsNs: pass("theirs") }));
const times = measured.map(({ oursNs, theirsNs }) => theirsNs / oursNs).sort((a, b) => b - a);
const [best, middle, worst] = [times[0], times[times.length >> 1], times.at(-1)];
console.log(
  JSON.stringify({ files: cases.length, decisions, differences, best, middle, worst, rounds: measured, allowed }),
);
