// Results as Markdown: a table for each section.
import { goalsTable } from "./goals.mjs";
import { figuresTable, formatNs, jsonTable, markdown } from "./report.mjs";

function agreementTable(rows) {
  const names = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))];
  const cell = (count) => (count ? `${count.same}/${count.total}` : "–");
  const body = rows.map(({ case: name, counts }) => [name, ...names.map((who) => cell(counts[who]))]);
  return markdown("Verdicts that equal ours", ["case", ...names], body);
}

/** Files with the same crawl delay, and with as many sitemaps. */
function hostsTable(rows) {
  const names = [...new Set(rows.flatMap(({ same }) => Object.keys(same)))];
  const cell = (one) => (one ? `${one.delays}, ${one.sitemaps}` : "–");
  const body = rows.map(({ case: name, files, urls, leftOut, same }) => [
    name,
    `${leftOut.files} of ${files}`,
    `${leftOut.urls} of ${urls}`,
    ...names.map((who) => cell(same[who])),
  ]);
  const head = ["case", "files left out", "URLs left out", ...names];
  return markdown("A new host: what is left out, and files with our crawl delay and with our sitemaps", head, body);
}

function oneProcessTable({ files, decisions, differences, rounds }) {
  const body = rounds.map(({ oursNs, theirsNs }, i) => [
    i + 1,
    formatNs(oursNs),
    formatNs(theirsNs),
    (theirsNs / oursNs).toFixed(1),
  ]);
  const title = `One process, ${files} real files, ${decisions} URLs, ${differences} verdicts differ; processor time of a decision`;
  return markdown(title, ["round", "robots-wasm", "robots-parser", "times as long"], body);
}

function worstTable(title, families) {
  const body = families.map(({ what, urlBytes, turns, published, ms }) => [
    what,
    ...[urlBytes, published, turns].map((n) => n.toLocaleString("en")),
    ms,
  ]);
  return markdown(title, ["rules", "URL, bytes", "turns before the budget (2026-11)", "turns", "ms"], body);
}

const printers = {
  agreement: agreementTable,
  floors: (rows) => figuresTable("Floors and ceiling, a URL", rows),
  cold: (rows) => figuresTable("Cold: read a file, choose the group, decide k URLs; a file", rows),
  hosts: hostsTable,
  whole: (rows) => figuresTable("A new host: rules, crawl delay, sitemaps and k decisions; a file", rows),
  read: (rows) => figuresTable("Read a file and choose the group, a file", rows),
  query: (rows) => figuresTable("Warm: decisions with rules that are kept, a URL", rows),
  google: (rows) => figuresTable("google/robotstxt beside us in its dialect, rules kept; a URL, a file", rows),
  automaton: (rows) => figuresTable("Our algorithm without WebAssembly, a URL", rows),
  nodes: (rows) => figuresTable("Versions of Node.js, robots-wasm alone", rows),
  oneProcess: oneProcessTable,
  worst: ({ reached, segments }) =>
    [worstTable("Rules that a URL reaches", reached), worstTable("Rules of many segments", segments)].join("\n"),
  memory: (figures) => jsonTable("Memory of 100,000 real hosts", figures),
  entry: (figures) => jsonTable("The core entry", figures),
  goals: goalsTable,
};

export const printResults = (name, value) => console.log(printers[name](value));

export const sectionsOf = (results, isAsked = () => true) =>
  Object.keys(printers)
    .filter((name) => results[name] !== undefined && isAsked(name))
    .map((name) => printers[name](results[name]));
