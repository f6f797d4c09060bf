// The whole benchmark, section by section; each result is printed when it is known.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { agreedCases } from "./agreed.mjs";
import { coldCase, corpusCases, corpusSample, corpusSizes, madeCase } from "./cases.mjs";
import {
  automaton,
  dropIn,
  fallback,
  googleAt,
  ours,
  oursForGoogle,
  rivals as packages,
  portAt,
} from "./contestants.mjs";
import { entryFigures } from "./entry.mjs";
import { goalsOf } from "./goals.mjs";
import { paceOf } from "./measure.mjs";
import { nativeRivals } from "./native/build.mjs";
import { nodeFigures } from "./nodes.mjs";
import {
  agreements,
  automatonRows,
  coldRows,
  floorRows,
  googleRows,
  measureSection,
  queryRows,
  readRows,
  wholeRows,
} from "./sections.mjs";
import { stepsExponent } from "./steps.mjs";

const shapes = [
  [10, 0],
  [10, 0.2],
  [100, 0],
  [100, 0.2],
  [1000, 0.2],
  [1000, 0.5],
  [10_000, 0.2],
];

/** `warm`: rules that are kept. `cold`: files that are asked at once. `google`: single files beside google/robotstxt. */
function casesOf({ quick, corpus }) {
  const made = shapes.map(([rules, stars]) => madeCase(rules, stars, quick ? 300 : 1000));
  if (corpus === undefined) return { made, warm: made, cold: [coldCase(corpus, quick ? 100 : 2000)], google: [] };
  const count = quick ? 10 : 40;
  const sizes = corpusSizes(corpus, [6, 57, 400, 5809]);
  return {
    made,
    warm: [...made, ...corpusCases(corpus, count), corpusSample(corpus, 4 * count)],
    cold: [coldCase(corpus, quick ? 200 : Number.POSITIVE_INFINITY), ...sizes.slice(0, 3)],
    google: sizes,
  };
}

function contestantsOf(options) {
  const google = options.native === undefined ? [] : [googleAt(options.native)];
  if (options.otherLanguages && google.length === 0)
    console.error("google/robotstxt: left out, because --native names no program");
  const native = [...google, ...(options.otherLanguages ? nativeRivals() : [])];
  return { google, native, javaScript: [...packages, ...options.port.map(portAt)] };
}

export async function run(options, print) {
  const pace = paceOf(options);
  const cases = casesOf(options);
  const { google, native, javaScript } = contestantsOf(options);
  const rivals = [...javaScript, ...native];
  const results = {};
  const add = (name, value) => {
    results[name] = value;
    print(name, value);
  };
  const measured = async (name, those, rowsOf) => add(name, await measureSection(those, rowsOf, pace));

  const others = [fallback, dropIn, ...rivals];
  add("agreement", await agreements([...cases.warm, ...cases.cold], others));
  const algorithm = await agreements(cases.made.slice(0, 4), [automaton]);
  results.differences = [...results.agreement, ...algorithm].flatMap(differencesOfOurs);
  await measured("floors", [cases.made[0], ...cases.warm.slice(-1)], floorRows);
  await measured("cold", cases.cold, coldRows([ours, ...(google.length > 0 ? [oursForGoogle] : []), ...rivals]));
  const knowing = [dropIn, ...rivals].filter(({ knowsHosts }) => knowsHosts);
  const agreed = await agreedCases(cases.cold, knowing);
  add("hosts", agreed.facts);
  await measured("whole", agreed.cases, wholeRows(knowing));
  await measured("read", cases.warm, readRows(rivals));
  await measured("query", cases.warm, queryRows(rivals));
  if (google.length > 0) await measured("google", cases.google, googleRows(google[0]));
  await measured("automaton", cases.made.slice(0, 4), automatonRows);
  if (options.nodes.length > 0) add("nodes", await nodeFigures(options.nodes, cases, pace));
  if (options.corpus !== undefined) {
    add("oneProcess", printedBy("one-process.mjs", options.corpus, ...(options.quick ? ["60", "3"] : [])));
    if (!options.quick) add("memory", printedBy("memory.mjs", options.corpus, "100000"));
  }
  add("worst", printedBy("worst.mjs"));
  add("entry", await entryFigures());
  results.exponent = stepsExponent();
  add("goals", goalsOf(results));
  return results;
}

/** Whether our other engines decide as the module does. */
const differencesOfOurs = ({ case: title, counts }) =>
  [fallback, automaton].flatMap(({ name }) =>
    counts[name]?.first ? `${name}, case ${title}: ${counts[name].first}` : [],
  );

/** The JSON that a script of this folder prints in a process of its own; its exit code is about a goal, which stands in the results. */
function printedBy(name, ...words) {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const stdio = ["ignore", "pipe", "inherit"];
  return JSON.parse(spawnSync(process.execPath, ["--expose-gc", script, ...words], { encoding: "utf8", stdio }).stdout);
}
