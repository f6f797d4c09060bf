// What is measured: made files from a seeded generator with the shape of real ones, and the real corpus.
import { parse } from "../dist/index.js";
import { realFiles } from "./real-files.mjs";

/** A small seeded generator (a linear congruence), so that every run measures the same. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const words =
  "products category item search news archive tag user login cart checkout wiki special print feed page sort order filter color size admin api v1 v2 static images css js blog post comment review rating account profile settings help about contact terms privacy download upload media video gallery".split(
    " ",
  );

const wordOf = (random) => words[random(words.length)] + (random(3) === 0 ? random(100) : "");

/** Real patterns with a star: half start `/*`, most of those with a query or a suffix; the rest have a directory first. */
function starred(random) {
  const kind = random(10);
  if (kind < 3) return `/*?${wordOf(random)}=`;
  if (kind < 4) return `/*.${wordOf(random).slice(0, 3)}$`;
  if (kind < 6) return `/*/${wordOf(random)}/`;
  return `${literal(random)}*/${wordOf(random)}`;
}

function literal(random) {
  const depth = 1 + random(3);
  const path = Array.from({ length: depth }, () => `/${wordOf(random)}`).join("");
  return random(2) === 0 ? `${path}/` : path;
}

function patternOf(random, starShare) {
  return random(100) < starShare * 100 ? starred(random) : literal(random);
}

const robotsOf = (patterns, random) =>
  `User-agent: OtherBot\nDisallow: /private\n\nUser-agent: *\n${patterns
    .map((pattern) => `${random(5) === 0 ? "Allow" : "Disallow"}: ${pattern}\n`)
    .join("")}\nSitemap: https://www.example.com/sitemap.xml\n`;

/** Half of the paths extend a rule, half do not. */
export function pathOf(random, patterns) {
  const derived = patterns.length > 0 && random(2) === 0;
  const path = derived
    ? patterns[random(patterns.length)].replace(/\*/g, `/${wordOf(random)}`).replace("$", "")
    : `/${wordOf(random)}/${wordOf(random)}`;
  const start = path.startsWith("/") ? path : `/${path}`;
  return `${start}${wordOf(random)}/${wordOf(random)}-${random(10000)}?${wordOf(random)}=${random(100)}`;
}

/** 60 to 120 bytes. */
const urlOf = (random, patterns) => `https://www.example.com${pathOf(random, patterns)}`;

/** A made file and the patterns in it. */
export function madeFile(random, ruleCount, starShare) {
  const patterns = Array.from({ length: ruleCount }, () => patternOf(random, starShare));
  return { body: robotsOf(patterns, random), patterns };
}

/** One made file and its URLs. */
export function madeCase(ruleCount, starShare, urlCount = 1000) {
  const random = randomFrom(ruleCount * 31 + starShare * 100);
  const file = fileOf(madeFile(random, ruleCount, starShare), random, urlCount);
  return { name: `${ruleCount} rules, ${starShare * 100} % with *`, ruleCount, files: [file] };
}

/** Rules in the largest group of 7,791 real files, and the share of files with no more. */
const ruleQuantiles = [
  [0, 0],
  [0.1, 0],
  [0.25, 2],
  [0.5, 5],
  [0.75, 19],
  [0.9, 52],
  [0.99, 302],
  [1, 3000],
];
/** Of 337,569 real rules. */
const STAR_SHARE = 0.107;

function ruleCountOf(random) {
  const share = random(10_000) / 10_000;
  const i = ruleQuantiles.findIndex(([limit]) => share < limit);
  const [[from, least], [to, most]] = [ruleQuantiles[i - 1], ruleQuantiles[i]];
  return Math.round(least + (most - least) * ((share - from) / (to - from)) ** 2);
}

/** Made files with the sizes of real ones. */
export const madeFiles = (count, random) =>
  Array.from({ length: count }, () => madeFile(random, ruleCountOf(random), STAR_SHARE));

/** The real files of text with their patterns. Only UTF-8: rivals read strings. */
export function readCorpus(path, maxCharacters) {
  return realFiles(path)
    .filter(({ body }) => typeof body === "string" && body.length <= maxCharacters)
    .map(({ body }) => ({ body, patterns: patternsOf(body) }));
}

const patternsOf = (body) =>
  Array.from(body.matchAll(/^(?:dis)?allow:[ \t]*([/*][\x21-\x22\x24-\x7e]*)/gim), (match) => match[1]);

const AGENT = "ExampleBot";
/** The rules of the largest real file that is read. */
const AS_THEY_COME = 7000;

const fileOf = ({ body, patterns }, random, urlCount = 50) => ({
  body,
  agent: AGENT,
  urls: Array.from({ length: urlCount }, () => urlOf(random, patterns)),
});

/** So many of the list, evenly spread over it. */
function spread(list, count) {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}

/** So many real files, evenly spread over the corpus; repeated if there are fewer. */
export function corpusFiles(path, count) {
  const files = readCorpus(path, MAX_CHARACTERS);
  return count <= files.length
    ? spread(files, count)
    : Array.from({ length: count }, (_, i) => files[i % files.length]);
}

/** The real files as a crawler meets them, not by size: most are small. */
export function corpusSample(path, count) {
  const random = randomFrom(9);
  const files = spread(readCorpus(path, MAX_CHARACTERS), count).map((file) => fileOf(file, random));
  return { name: "real, as they come", ruleCount: AS_THEY_COME, files };
}

/** The real files in classes by rules, each with 50 URLs, half derived from its rules. */
export function corpusCases(path, filesPerClass) {
  const random = randomFrom(7);
  const files = readCorpus(path, MAX_CHARACTERS);
  return [
    ["real, 1-10 rules", 1, 10],
    ["real, 30-100 rules", 30, 100],
    ["real, 300-1,000 rules", 300, 1000],
    ["real, 2,000-7,000 rules", 2000, 7000],
  ].map(([name, from, to]) => ({
    name,
    ruleCount: to,
    files: files
      .filter(({ patterns }) => patterns.length >= from && patterns.length <= to)
      .slice(0, filesPerClass)
      .map((file) => fileOf(file, random)),
  }));
}

/** The longest text that every contestant reads whole. */
const MAX_CHARACTERS = 400_000;
/** Enough for the longest real file: google/robotstxt reads all of what it is given, so we do too. */
export const MAX_BYTES = 1_000_000;

/** Files to read and ask at once, with enough URLs for a hundred decisions: the corpus, or made files with its sizes. */
export function coldCase(corpus, count) {
  const random = randomFrom(10);
  const files = corpus === undefined ? madeFiles(count, random) : spread(readCorpus(corpus, MAX_CHARACTERS), count);
  const name = `${corpus === undefined ? "made with real sizes" : "real"}, as they come`;
  return { name, ruleCount: AS_THEY_COME, files: files.map((file) => fileOf(file, random, 100)) };
}

/** The real file of each size whose rules apply to our agent most nearly in that number. */
export function corpusSizes(path, sizes) {
  const random = randomFrom(8);
  const counted = readCorpus(path, MAX_BYTES).map((file) => ({ ...file, count: rulesFor(file.body) }));
  return sizes.map((size) => {
    const distance = ({ count }) => Math.abs(count - size);
    const file = counted.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    return { name: `real, ${file.count} rules`, ruleCount: file.count, files: [fileOf(file, random, 100)] };
  });
}

/** No file of the corpus names our agent, so the groups for `*` apply. */
const rulesFor = (body) =>
  parse(body, { maxBytes: MAX_BYTES })
    .groups.filter(({ agents }) => agents.includes("*"))
    .reduce((sum, { rules }) => sum + rules.length, 0);
