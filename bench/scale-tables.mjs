// The scale benchmark's figures as Markdown.
import { availableParallelism } from "node:os";
import { markdown } from "./report.mjs";

const number = (value, digits = 0) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const megabytes = (bytes) => `${number(bytes / 1e6)} MB`;
const seconds = ({ seconds, spread }) => `${number(seconds, 1)} ±${number(spread, 1)}`;

const usageHead = ["seconds", "URLs/s", "CPU µs/URL", "URLs/s a core", "memory"];
const usageCells = (usage, urls) => [
  seconds(usage),
  number(urls / usage.seconds),
  number((usage.cpuSeconds / urls) * 1e6, 2),
  number(urls / usage.cpuSeconds),
  megabytes(usage.maxRssBytes),
];

export const growthTable = (rows) =>
  markdown(
    "Growth with the number of origins, one job",
    ["origins", "robots.txt", "URLs", ...usageHead],
    rows.map(({ frontier: { origins, robotsBytes, lists }, usage }) => [
      number(origins),
      megabytes(robotsBytes),
      number(lists.urls.count),
      ...usageCells(usage, lists.urls.count),
    ]),
  );

/**
 * Two jobs cannot be faster than all cores that do their work. One job uses more than one core already, because V8 compiles and collects
 * garbage in threads of its own.
 */
export function jobsTable({ origins, lists }, usages) {
  const { count, bytes } = lists.many;
  const cores = availableParallelism();
  const rows = Object.entries(usages).map(([jobs, usage]) => [
    jobs,
    ...usageCells(usage, count),
    number(usages[1].seconds / usage.seconds, 2),
    jobs === "1" ? "–" : number((cores * usages[1].seconds) / usage.cpuSeconds, 2),
  ]);
  const title = `${number(count)} URLs (${megabytes(bytes)}) of ${number(origins)} origins`;
  return markdown(title, ["jobs", ...usageHead, "speed-up (goal 1.7)", `at most, on ${cores} cores`], rows);
}

/** @param rows { name, usage, urls, goal } of one process each */
export const oneProcessTable = (rows) =>
  markdown(
    "One process",
    ["list, rules", "seconds", "CPU µs/URL", "goal", "memory"],
    rows.map(({ name, usage, urls, goal }) => [
      name,
      seconds(usage),
      number((usage.cpuSeconds / urls) * 1e6, 2),
      goal,
      megabytes(usage.maxRssBytes),
    ]),
  );

export function tenLinesTable({ origins, lists: { urls } }, usages) {
  const ours = Object.values(usages)[0];
  const rows = Object.entries(usages).map(([name, usage]) => [
    name,
    ...usageCells(usage, urls.count),
    number(usage.cpuSeconds / ours.cpuSeconds, 2),
  ]);
  const title = `Ten lines over parse and a Map on the same folder: ${number(urls.count)} URLs of ${number(origins)} origins, equal output`;
  return markdown(title, ["program", ...usageHead, "times our CPU (goal 2.5)"], rows);
}

export function comparisonTable({ origins }, { same, total }, usages) {
  const ours = Object.values(usages)[0];
  const rows = Object.entries(usages).map(([name, usage]) => [
    name,
    ...usageCells(usage, total),
    number(usage.seconds / ours.seconds, 1),
  ]);
  const title = `The same job by robots-parser: ${number(total)} URLs of ${number(origins)} origins, ${number(same)} verdicts equal`;
  return markdown(title, ["program", ...usageHead, "times ours"], rows);
}

export function partitionsTable({ origins, lists }, runs, goals) {
  const { count } = lists.many;
  const alone = Object.values(runs)[0];
  const rows = Object.entries(runs).map(([name, usage]) => [
    name,
    seconds(usage),
    number((usage.cpuSeconds / count) * 1e6, 2),
    megabytes(usage.maxRssBytes),
    number(usage.cpuSeconds / alone.cpuSeconds, 2),
    goals[name] ?? "–",
  ]);
  const title = `A partitioned job on an archive: ${number(count)} URLs of ${number(origins)} origins`;
  return markdown(title, ["run", "seconds", "CPU µs/URL", "memory", "times one process", "goal"], rows);
}

export const compileTable = ({ origins, robotsBytes }, usages) =>
  markdown(
    `Compiling ${number(origins)} robots.txt (${megabytes(robotsBytes)})`,
    ["run", "seconds", "CPU µs/origin", "memory"],
    Object.entries(usages).map(([name, usage]) => [
      name,
      number(usage.seconds, 1),
      number((usage.cpuSeconds / origins) * 1e6),
      megabytes(usage.maxRssBytes),
    ]),
  );
