// The contestants behind one shape: parse(body) once, then a function from URL to verdict for an agent. `maxRules` is
// the largest case a contestant takes part in.
import { RobotsTxt as ExclusionRobots } from "exclusion";
import robotsParser from "robots-parser";
import { fallback } from "../dist/core/engine/fallback.js";
import { engine, useEngine } from "../dist/core/engine/load.js";
import { validateProgram } from "../dist/core/engine/validate.js";
import { parse } from "../dist/index.js";
import { MAX_BYTES } from "./cases.mjs";

const origin = "https://www.example.com";
const encoder = new TextEncoder();

const googleOptions = { dialect: "google", maxBytes: MAX_BYTES };

/** In Google's dialect, for comparisons with google/robotstxt and its port. */
export const oursForGoogle = {
  query: (rules, url) => rules.isAllowed(url),
  name: "robots-wasm, google",
  parse: (body) => parse(body, googleOptions),
  compile: (body, agent) => parse(body, googleOptions).agent(agent),
};

/** `compile` is parse and choosing the agent's rules; `query` answers one URL from what it returned. */
export const ours = {
  name: "robots-wasm",
  parse: (body) => parse(body),
  compile: (body, agent) => parse(body).agent(agent),
  query: (rules, url) => rules.isAllowed(url),
};

/** Our naive engine, in the same layer. */
export const naive = {
  name: "fallback",
  parse: (body) => parse(body),
  compile: (body, agent) => withBaseline(() => parse(body).agent(agent)),
  query: (rules, url) => rules.isAllowed(url),
  around: withBaseline,
  maxRules: 1000,
};

function withBaseline(body) {
  const before = engine;
  useEngine(fallback);
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
    query({ robots, agent }, url) {
      try {
        return robots.isPathAllowed(url.slice(origin.length), agent);
      } catch {
        return undefined; // It throws for paths that start with two slashes: no answer.
      }
    },
  },
];

/** The engine's algorithm without WebAssembly, for made files, whose URLs need no spelling. */
const programOfRules = (rules) => validateProgram(rules.toBytes());
const inStrings = (await import("./automaton.mjs?strings")).automatonOf;
const inBytes = (await import("./automaton.mjs?bytes")).automatonOf;
const isAllowed = (decision) => decision === 0x7fffffff || (decision & 1) === 1;

const SLASH = 47;
const unitAt = (text, i) => text.charCodeAt(i);
const byteAt = (bytes, i) => bytes[i];

/** The first slash after `//`; made URLs have both. */
const pathInString = (text, start) => text.indexOf("/", text.indexOf("/", start) + 2);
function pathInBytes(bytes, start) {
  let i = start;
  while (bytes[i] !== SLASH) i++;
  i += 2;
  while (bytes[i] !== SLASH) i++;
  return i;
}

export const automaton = {
  name: "automaton in JavaScript",
  compile: (body, agent) => inStrings(programOfRules(parse(body).agent(agent)), unitAt, pathInString),
  query: (decide, url) => isAllowed(decide(url, 0, url.length)),
};

/** The same over newline-separated bytes, as isAllowedLines. */
export const automatonLines = {
  compile: (body, agent) => inBytes(programOfRules(parse(body).agent(agent)), byteAt, pathInBytes),
  query(decide, lines) {
    const verdicts = new Uint8Array(lines.length);
    let count = 0;
    for (let start = 0; start < lines.length; ) {
      let end = start;
      while (lines[end] !== 10) end++;
      verdicts[count++] = isAllowed(decide(lines, start, end)) ? 1 : 0;
      start = end + 1;
    }
    return verdicts.subarray(0, count);
  },
};

export const linesOf = (urls) => encoder.encode(`${urls.join("\n")}\n`);
