// The rows of the table: what each case asks of the contestants.
import { wasm } from "../dist/core/engine/load.js";
import { INPUT, INPUT_BYTES } from "../dist/core/engine/memory.js";
import { measure } from "./measure.mjs";
import { automaton, automatonLines, linesOf, naive, ours, oursForGoogle, rivals } from "./rivals.mjs";

// The naive engine is measured apart, and last: switching engines makes V8 throw away what it optimised for the other.
const contestants = () => [ours, ...rivals];
const inCase = (who, ruleCount) => (who.maxRules ?? Number.POSITIVE_INFINITY) >= ruleCount;
const encoder = new TextEncoder();

const sink = new Int32Array(1);
/** Keeps a result from being optimised away. */
function used(result) {
  sink[0] ^= Number(result);
}

/** The floors: what no engine behind this boundary can beat. */
export async function floorRow(urls, options) {
  const input = new Uint8Array(wasm.exports.memory.buffer, INPUT, INPUT_BYTES);
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

function queryAll(who, compiled, files) {
  for (const [i, { urls }] of files.entries()) for (const url of urls) used(who.query(compiled[i], url));
}

/** The naive engine, one decision at a time, where the case is not too large for it. */
export async function naiveRow({ files, ruleCount }, options) {
  if (!inCase(naive, ruleCount)) return {};
  const compiled = files.map(({ body, agent }) => naive.compile(body, agent));
  const decisions = files.reduce((sum, { urls }) => sum + urls.length, 0);
  return measure({ [naive.name]: [() => naive.around(() => queryAll(naive, compiled, files)), decisions] }, options);
}

/** One decision at a time, and batches, on files already compiled. */
export async function queryRow({ files, ruleCount }, options) {
  const decisions = files.reduce((sum, { urls }) => sum + urls.length, 0);
  const tasks = {};
  for (const who of contestants().filter((one) => inCase(one, ruleCount))) {
    const compiled = files.map(({ body, agent }) => who.compile(body, agent));
    tasks[who.name] = [() => queryAll(who, compiled, files), decisions];
  }
  const compiled = files.map(({ body, agent }) => ours.compile(body, agent));
  const lines = files.map(({ urls }) => linesOf(urls));
  const many = () => compiled.map((rules, i) => used(rules.isAllowedMany(files[i].urls)[0]));
  const inLines = () => compiled.map((rules, i) => used(rules.isAllowedLines(lines[i])[0]));
  Object.assign(tasks, { isAllowedMany: [many, decisions], isAllowedLines: [inLines, decisions] });
  return measure(tasks, options);
}

/** The same algorithm without WebAssembly: what the one and the other are worth. Made files only. */
export async function automatonRow({ files }, options) {
  const [{ body, agent, urls }] = files;
  const lines = linesOf(urls);
  const [inStrings, inBytes] = [automaton.compile(body, agent), automatonLines.compile(body, agent)];
  const rules = ours.compile(body, agent);
  const wanted = rules.isAllowedLines(lines).join("");
  const same = [automatonLines.query(inBytes, lines), urls.map((url) => Number(automaton.query(inStrings, url)))];
  if (same.some((verdicts) => verdicts.join("") !== wanted)) throw new Error("the automaton in JavaScript disagrees");
  return measure(
    {
      "strings, JavaScript": [() => urls.map((url) => used(automaton.query(inStrings, url))), urls.length],
      "strings, one call each": [() => urls.map((url) => used(rules.isAllowed(url))), urls.length],
      "bytes, JavaScript": [() => used(automatonLines.query(inBytes, lines)[0]), urls.length],
      "bytes, isAllowedLines": [() => used(rules.isAllowedLines(lines)[0]), urls.length],
    },
    options,
  );
}

/** google/robotstxt with stored rules, and parsing, beside ours in its dialect. */
export async function nativeRow(native, i, { files }, options) {
  const compiled = files.map(({ body, agent }) => oursForGoogle.compile(body, agent));
  const bytes = files.map(({ body }) => encoder.encode(body));
  const verdicts = files.flatMap(({ urls }, n) => urls.map((url) => compiled[n].isAllowed(url)));
  const theirs = native.verdicts(i);
  const decisions = verdicts.length;
  const figures = await measure(
    {
      "ours, query": [
        () => {
          for (const [n, { urls }] of files.entries()) for (const url of urls) used(compiled[n].isAllowed(url));
        },
        decisions,
      ],
      "ours, parse": [() => bytes.map((body) => used(oursForGoogle.parse(body) !== undefined)), files.length],
    },
    options,
  );
  return {
    same: verdicts.filter((verdict, n) => verdict === theirs[n]).length,
    total: decisions,
    figures: { ...figures, "native, query": native.query(i), "native, parse": native.parse(i) },
  };
}

/** Parse, compile and k decisions, both from nothing. */
export async function nativeFromNothingRow(native, i, { files }, k, options) {
  const { "robots-wasm": ours } = await measureFromNothing(
    [{ ...oursForGoogle, name: "robots-wasm" }],
    files,
    k,
    options,
  );
  return { "robots-wasm": ours, "google/robotstxt, native": native.fromNothing(i, k) };
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
export const fromNothingRow = (files, k, options) => measureFromNothing(contestants(), files, k, options);

function measureFromNothing(those, files, k, options) {
  const tasks = {};
  for (const who of those) {
    const run = () =>
      files.forEach(({ body, agent, urls }) => {
        const compiled = who.compile(body, agent);
        for (let i = 0; i < k; i++) used(who.query(compiled, urls[i % urls.length]));
      });
    tasks[who.name] = [run, files.length];
  }
  return measure(tasks, options);
}
