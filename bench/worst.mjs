// node bench/worst.mjs: one decision about the worst files and URLs that are known (docs/performance.md, the worst case), in turns of
// the engine's loops, which the instrumented build counts and which are the same on every machine, and in milliseconds. Prints
// JSON: { reached, segments }, each a list of { what, urlBytes, turns, published, ms }. Exits with 1 if turns exceed the published ones.
import { parse } from "../dist/index.js";
import { randomFrom } from "./cases.mjs";
import { names, numbers, reachingRules, rules } from "./reaching.mjs";
import { counting } from "./steps.mjs";

const MB = 2 ** 20;

/** Text of letters without an order, the same each time. */
function mixed(letters, bytes) {
  const random = randomFrom(1);
  return Array.from({ length: bytes }, () => letters[random(letters.length)]).join("");
}

const families = reachingRules(mixed("ab", 65_000));

/** What the rules are, the patterns, what follows the slash of the URL, and the turns at commit a9c1e32. */
const reached = [
  ["10,000 of `/*aN*b`", ...families.tailAbsent, 264_016],
  ["10,000 of it, `b` at the end of the URL", ...families.tailAtTheEnd, 283_927],
  ["10,000 of `/*aN*b$`, `bc` at the end", rules(10_000, () => "b$"), `${names(10_000).join("")}bc`, 87_779],
  ["10,000 of `/*aN*bN`, no `b`", ...families.tailsThatBeginAlike, 422_041],
  ["10,000 of `/*aN*aM`, M = N - 1", ...families.tailsThatStandEarlier, 315_091],
  ["10,000 of `/*aN*bbbN`, 4,000 `b` at the end", ...families.tailsThatEndThePath, 303_745],
  ["5,000 of `/*aN*bN*c`, all `bN` and `c` at the end", ...families.segmentBetweenTwo, 447_046],
  ["900 of `/*a…a*bN`, 1 to 900 `a`, a URL of `a`", ...families.beginningsOfEachOther, 396_334],
  [
    "1,900 of `/*P*X`, P = 1 to 475 bytes of the URL, X = `a…ab…` with other runs of `a`",
    ...families.beginningsAndOtherRuns,
    596_875,
  ],
  ["6,000 of `/*aN*X`, X = 15 `a`, `b`, 15 `a`; both halves in many places", ...families.halvesEverywhere, 422_330],
  [
    "4,000 of `/*aN*X`, X of two pieces of a periodic text, with which the URL ends",
    ...families.piecesOfPeriodicText,
    332_233,
  ],
  ["8,000 of `/*X*Y`, X and Y of the URL, which has `a` and `b` in no order", ...families.twoLettersShort, 357_892],
  ["8,000 of `/*X*Yb`, a longer URL", ...families.twoLetters, 901_028],
];

const FILE_BYTES = 512_000;
const lettersAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789";
const anyText = mixed(lettersAndDigits, 260_000);

/** As many rules as a file may have, of so many segments of one byte, and a last segment that the URL lacks. */
function segmentRules(segments) {
  const count = Math.floor(FILE_BYTES / ("Disallow: /".length + 2 * segments + "*Z\n".length));
  return numbers(count).map((i) => `/*${[...anyText.slice(i * segments, (i + 1) * segments)].join("*")}*Z`);
}

const segments = [
  [2, 198_541],
  [3, 448_323],
  [4, 626_081],
  [7, 1_268_861],
  [30, 1_747_965],
  [120, 1_948_822],
].map(([n, published]) => {
  const patterns = segmentRules(n);
  const what = `${patterns.length.toLocaleString("en")} of ${n} segments and \`*Z\``;
  return [what, patterns, mixed(lettersAndDigits, 60_000), published];
});

const robotsOf = (patterns) => `User-agent: *\n${patterns.map((one) => `Disallow: ${one}\n`).join("")}`;

/** Enough for the engine to build its index. */
const DECISIONS = 40;

/** As the URL is written: the scan that looks for other readings before the search is linear, and was not in the published turns. */
function warmRules(file) {
  const robots = parse(file, { reading: "written" }).agent("x");
  for (let i = 0; i < DECISIONS; i++) robots.isAllowed("/");
  return robots;
}

const turnsOf = (file, url, memoryBytes) =>
  counting(memoryBytes, ({ resetSteps, stepsTaken }) => {
    const robots = warmRules(file);
    resetSteps();
    robots.isAllowed(url);
    return stepsTaken();
  });

const TIMED = 60;

/** The lowest of several decisions. */
function msOf(file, url) {
  const robots = warmRules(file);
  const times = numbers(TIMED).map(() => {
    const start = performance.now();
    robots.isAllowed(url);
    return performance.now() - start;
  });
  return Number(Math.min(...times).toFixed(2));
}

const measured = (cases, memoryBytes) =>
  cases.map(([what, patterns, path, published]) => {
    const [file, url] = [robotsOf(patterns), `/${path}`];
    return { what, urlBytes: url.length, turns: turnsOf(file, url, memoryBytes), published, ms: msOf(file, url) };
  });

const results = { reached: measured(reached, 64 * MB), segments: measured(segments, 16 * MB) };
console.log(JSON.stringify(results));
const worse = [...results.reached, ...results.segments].filter(({ turns, published }) => turns > published);
for (const { what, turns, published } of worse)
  console.error(`${what}: expected at most ${published} turns; got ${turns}`);
process.exitCode = worse.length === 0 ? 0 : 1;
