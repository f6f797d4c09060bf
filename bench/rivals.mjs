// The contestants behind one shape: parse(body) once, then a function from URL to verdict for an agent. `maxRules` is
// the largest case a contestant takes part in.
import { RobotsTxt as ExclusionRobots } from "exclusion";
import robotsParser from "robots-parser";
import { baseline } from "../dist/engine/baseline.js";
import { engine, useEngine } from "../dist/engine/load.js";
import { parse } from "../dist/index.js";

const origin = "https://www.example.com";
const encoder = new TextEncoder();

/** `compile` is parse and choosing the agent's rules; `query` answers one URL from what it returned. */
export const ours = {
  name: "robots-wasm",
  parse: (body) => parse(body),
  compile: (body, agent) => parse(body).agent(agent),
  query: (rules, url) => rules.isAllowed(url),
};

/** Our naive engine, in the same layer. */
export const naive = {
  name: "baseline",
  parse: (body) => parse(body),
  compile: (body, agent) => withBaseline(() => parse(body).agent(agent)),
  query: (rules, url) => rules.isAllowed(url),
  around: withBaseline,
  maxRules: 1000,
};

function withBaseline(body) {
  const before = engine;
  useEngine(baseline);
  try {
    return body();
  } finally {
    useEngine(before);
  }
}

export const rivals = [
  {
    name: "robots-parser",
    parse: (body) => robotsParser(`${origin}/robots.txt`, body),
    compile: (body, agent) => ({ robots: robotsParser(`${origin}/robots.txt`, body), agent }),
    query: ({ robots, agent }, url) => robots.isAllowed(url, agent) !== false,
  },
  {
    name: "exclusion",
    // A regular expression a rule: beyond this a run would take hours and show nothing new.
    maxRules: 100,
    parse: (body) => new ExclusionRobots(body),
    compile: (body, agent) => ({ robots: new ExclusionRobots(body), agent }),
    // It takes a path: cutting the origin off is not counted against it, and costs it next to nothing.
    query: ({ robots, agent }, url) => robots.isPathAllowed(url.slice(origin.length), agent),
  },
];

export const linesOf = (urls) => encoder.encode(`${urls.join("\n")}\n`);
