// The rows of the table: what each case asks of the contestants.
import { wasm } from "../dist/engine/load.js";
import { measure } from "./measure.mjs";
import { linesOf, naive, ours, rivals } from "./rivals.mjs";

const contestants = [ours, naive, ...rivals];
const inCase = (who, ruleCount) => (who.maxRules ?? Number.POSITIVE_INFINITY) >= ruleCount;
const encoder = new TextEncoder();

const sink = new Int32Array(1);
/** Keeps a result from being optimised away. */
function used(result) {
  sink[0] ^= Number(result);
}

/** The floors: what no engine behind this boundary can beat. */
export async function floorRow(urls, options) {
  const input = wasm.inputForBenchmarks();
  const lines = linesOf(urls).subarray(0, input.length);
  const { empty, countLines } = wasm.exports;
  return measure(
    {
      "empty call": [
        () => {
          for (let i = 0; i < urls.length; i++) used(empty(i));
        },
        urls.length,
      ],
      "encodeInto + empty call": [
        () => {
          for (const url of urls) used(empty(encoder.encodeInto(url, input).written));
        },
        urls.length,
      ],
      "copy + SIMD line split": [
        () => {
          input.set(lines);
          used(countLines(lines.length));
        },
        urls.length * (lines.length / linesOf(urls).length),
      ],
      "Map lookup (ceiling)": mapLookup(urls),
    },
    options,
  );
}

function mapLookup(urls) {
  const known = new Map(urls.map((url) => [url, true]));
  return [
    () => {
      for (const url of urls) used(known.get(url));
    },
    urls.length,
  ];
}

/** One decision at a time, and batches, on files already compiled. */
export async function queryRow({ files, ruleCount }, options) {
  const decisions = files.reduce((sum, { urls }) => sum + urls.length, 0);
  const tasks = {};
  for (const who of contestants.filter((one) => inCase(one, ruleCount))) {
    const compiled = files.map(({ body, agent }) => who.compile(body, agent));
    const run = () =>
      files.forEach(({ urls }, i) => {
        for (const url of urls) who.query(compiled[i], url);
      });
    tasks[who.name] = [who.around ? () => who.around(run) : run, decisions];
  }
  const compiled = files.map(({ body, agent }) => ours.compile(body, agent));
  const lines = files.map(({ urls }) => linesOf(urls));
  const many = () => compiled.map((rules, i) => used(rules.isAllowedMany(files[i].urls)[0]));
  const inLines = () => compiled.map((rules, i) => used(rules.isAllowedLines(lines[i])[0]));
  Object.assign(tasks, { isAllowedMany: [many, decisions], isAllowedLines: [inLines, decisions] });
  return measure(tasks, options);
}

export async function parseRow({ files, ruleCount }, options) {
  const bytes = files.map(({ body }) => encoder.encode(body));
  const tasks = {
    "robots-wasm, bytes": [() => bytes.map((body) => used(ours.parse(body) !== undefined)), files.length],
  };
  for (const who of [ours, ...rivals].filter((one) => inCase(one, ruleCount)))
    tasks[who.name] = [() => files.map(({ body }) => used(who.parse(body) !== undefined)), files.length];
  return measure(tasks, options);
}

/** Parse, compile and k decisions, from nothing. */
export async function fromNothingRow(files, k, options) {
  const tasks = {};
  for (const who of contestants) {
    const run = () =>
      files.forEach(({ body, agent, urls }) => {
        const compiled = who.compile(body, agent);
        for (let i = 0; i < k; i++) who.query(compiled, urls[i % urls.length]);
      });
    tasks[who.name] = [who.around ? () => who.around(run) : run, files.length];
  }
  return measure(tasks, options);
}
