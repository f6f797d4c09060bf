// What is measured: each section turns its cases into rows, and a row into cells, one for each contestant.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { automaton, dropIn, fallback, floor, ours, oursForGoogle, takesPart } from "./contestants.mjs";
import { writeJob } from "./job.mjs";
import { measure, Processes } from "./measure.mjs";

/** Runs `work` with the processes of one section, which read the cases from a job file. */
export async function withProcesses(cases, work) {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-bench-"));
  const job = join(folder, "job");
  writeJob(job, cases);
  const processes = new Processes(job);
  try {
    return await work(processes);
  } finally {
    processes.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `rowsOf(case, i)`: [{ case, cells }]. */
export const measureSection = (cases, rowsOf, pace) =>
  withProcesses(cases, async (processes) => {
    const rows = [];
    for (const { case: name, cells } of cases.flatMap(rowsOf))
      rows.push({ case: name, figures: await measure(cells, processes, pace) });
    return rows;
  });

const urlCountOf = ({ files }) => files.reduce((sum, { urls }) => sum + urls.length, 0);
const cell = (contestant, command, operations, name = contestant.name) => ({ name, contestant, command, operations });

/** Per URL. */
export function floorRows(one, i) {
  const urls = urlCountOf(one);
  const cells = [
    cell(floor, ["extra", i, "call"], urls, "empty call"),
    cell(floor, ["extra", i, "encode"], urls, "encodeInto + empty call"),
    cell(floor, ["extra", i, "split"], urls, "copy + SIMD line split"),
    cell(floor, ["extra", i, "map"], urls, "Map lookup (ceiling)"),
  ];
  return [{ case: one.name, cells }];
}

/** Per URL, the rules kept from one decision to the next. */
export const queryRows = (rivals) => (one, i) => {
  const urls = urlCountOf(one);
  const others = [dropIn, ...rivals, fallback].filter((who) => takesPart(who, one) && !who.keepsNoRules);
  const cells = [
    cell(ours, ["query", i], urls),
    cell(ours, ["extra", i, "many"], urls, "isAllowedMany"),
    cell(ours, ["extra", i, "lines"], urls, "isAllowedLines"),
    cell(ours, ["extra", i, "explain"], urls, "explain"),
    ...others.map((who) => cell(who, ["query", i], urls)),
  ];
  return [{ case: one.name, cells }];
};

/** Per file: read it and choose the group of the agent, without a decision. */
export const readRows = (rivals) => (one, i) => {
  const files = one.files.length;
  const others = rivals.filter((who) => takesPart(who, one) && !who.keepsNoRules);
  const cells = [
    cell(ours, ["cold", i, "bytes", 0], files, "robots-wasm, bytes"),
    cell(ours, ["cold", i, "text", 0], files, "robots-wasm, text"),
    cell(ours, ["extra", i, "groups"], files, "robots-wasm, groups"),
    ...others.map((who) => cell(who, ["cold", i, sourceOf(who), 0], files)),
  ];
  return [{ case: one.name, cells }];
};

const sourceOf = ({ isText }) => (isText ? "text" : "bytes");

/** Per file, nothing kept: read it, choose the group of the agent, and decide k URLs. */
export const coldRows = (contestants) => (one, i) =>
  ["bytes", "text"].flatMap((from) =>
    [1, 10, 100].map((k) => ({
      case: `${one.name}, ${from}, k = ${k}`,
      cells: coldCells(contestants, one, i, from, k),
    })),
  );

/** A hundred decisions without rules that are kept take minutes. */
const canAnswer = ({ isNative, keepsNoRules }, from, k) => !(isNative && from === "text") && !(keepsNoRules && k > 10);

function coldCells(contestants, one, i, from, k) {
  const those = contestants.filter((who) => takesPart(who, one) && canAnswer(who, from, k));
  const cells = those.map((who) => cell(who, ["cold", i, from, k], one.files.length));
  const kept = cell(ours, ["extra", i, "agent"], one.files.length, "agent(token).isAllowed(url)");
  const least = cell(floor, ["extra", i, "file"], one.files.length, "floor: copy + visit each line");
  return from === "bytes" && k === 1 ? [...cells, kept, least] : cells;
}

/** Per file: all that a crawler asks of a new host: rules, crawl delay, sitemaps and k decisions. */
export const wholeRows = (contestants) => (one, i) => {
  const files = one.files.length;
  const those = contestants.filter((who) => takesPart(who, one));
  return [1, 10, 100].map((k) => ({
    case: `${one.name}, k = ${k}`,
    cells: [
      cell(ours, ["host", i, "bytes", k], files),
      cell(ours, ["host", i, "text", k], files, "robots-wasm, text"),
      ...those.map((who) => cell(who, ["host", i, "bytes", k], files)),
    ],
  }));
};

/** Per URL: our algorithm in JavaScript beside the module. */
export function automatonRows(one, i) {
  const urls = urlCountOf(one);
  const cells = [
    cell(automaton, ["query", i], urls, "strings, JavaScript"),
    cell(ours, ["query", i], urls, "strings, one call each"),
    cell(automaton, ["extra", i, "lines"], urls, "bytes, JavaScript"),
    cell(ours, ["extra", i, "lines"], urls, "bytes, isAllowedLines"),
  ];
  return [{ case: one.name, cells }];
}

/** google/robotstxt beside us in its dialect: per URL with rules kept, and per file that is read. */
export const googleRows = (google) => (one, i) => {
  const cells = [oursForGoogle, google].flatMap((who) => [
    cell(who, ["query", i], urlCountOf(one), `${who.name}, a URL`),
    cell(who, ["cold", i, "bytes", 0], one.files.length, `${who.name}, a file`),
  ]);
  return [{ case: one.name, cells }];
};

/**
 * How often each contestant answers as the reference does, asked before any time is taken:
 * [{ case, counts: { name: { same, total, first } } }], where `first` says in words what differs first.
 */
export const agreements = (cases, contestants, reference = ours) =>
  withProcesses(cases, async (processes) => {
    const rows = [];
    for (const [i, one] of cases.entries()) {
      const verdictsOf = async (who) => (await processes.of(who)).ask(`verdicts ${i}`);
      const counts = {};
      for (const who of contestants.filter((each) => takesPart(each, one)))
        counts[who.name] = agreementOf(one, await verdictsOf(who), await verdictsOf(who.agreesWith ?? reference));
      rows.push({ case: one.name, counts });
    }
    return rows;
  });

function agreementOf({ files }, theirs, ours) {
  if (theirs.length !== ours.length) throw new Error(`expected ${ours.length} verdicts; got ${theirs.length}`);
  const different = Array.from(ours, (_, n) => n).filter((n) => ours[n] !== theirs[n]);
  const count = { same: ours.length - different.length, total: ours.length };
  return different.length === 0 ? count : { ...count, first: differenceAt(files, different[0], theirs, ours) };
}

const verdictOf = (digit) => (Number(digit) === 1 ? "allowed" : "refused");

/** The verdicts stand file after file, URL after URL. */
function differenceAt(files, n, theirs, ours) {
  const asked = files.flatMap((file, i) => file.urls.map((url) => ({ i, url, ...file })))[n];
  const file = JSON.stringify(String(asked.body).slice(0, 200));
  const verdicts = `${verdictOf(theirs[n])}; expected ${verdictOf(ours[n])}`;
  return `file ${asked.i} (${file}), agent ${asked.agent}, URL ${asked.url}: ${verdicts}`;
}
