/** The newest published run of the benchmarks: three charts, and tables for whoever wants more. */
import { type Measured, newestRun, type Run, tableOf } from "../../build/facts.mts";

export interface Bar {
  readonly who: string;
  /** The language, and what else must be known to compare. */
  readonly note: string;
  readonly ns: number;
  readonly isOurs: boolean;
}

export interface Group {
  /** Empty if the chart has one group. */
  readonly title: string;
  readonly bars: readonly Bar[];
}

export interface Chart {
  readonly title: string;
  readonly text: string;
  readonly unit: string;
  /** Nanoseconds in a unit. */
  readonly nsPerUnit: number;
  readonly groups: readonly Group[];
  readonly inShort: string;
}

export interface Loss {
  readonly what: string;
  readonly who: string;
  readonly times: string;
}

export interface Table {
  readonly title: string;
  readonly names: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
}

export interface BenchmarksData {
  readonly run: Pick<Run, "date" | "machine" | "node" | "command">;
  readonly charts: readonly Chart[];
  readonly losses: readonly Loss[];
  readonly agreement: Table;
  readonly tables: readonly Table[];
  readonly goals: Table;
  readonly memory: readonly string[];
  /** What the way of measuring changes. */
  readonly ways: readonly string[];
}

/** Our own name in the records, for single calls. */
const OURS = /^robots-wasm(?:, google)?$/;

/** Who stands in a chart: programs that people use, without our other ways of calling. */
const NOTES: Readonly<Record<string, string>> = {
  "robots-wasm": "this project",
  "fast-robots": "Rust; not exact",
  "google/robotstxt": "Google’s own, C++",
  grobotstxt: "Go",
  texting_robots: "Rust",
  "robots-parser": "JavaScript",
  exclusion: "JavaScript",
  "crawler-commons": "Java",
  protego: "Python",
};

const barsOf = ({ figures }: Measured): Bar[] =>
  Object.entries(figures)
    .filter(([who]) => Object.hasOwn(NOTES, who))
    .map(([who, { ns }]) => ({ who, note: NOTES[who]!, ns, isOurs: OURS.test(who) }))
    .sort((a, b) => a.ns - b.ns);

/** A bar many times as long as the next one would leave nothing of the others to see. */
const MAX_STEP = 5;

/** The bars that fit, from the shortest on, and a sentence about those that do not. */
function fitting(
  bars: readonly Bar[],
  { unit, nsPerUnit }: Asked,
): { readonly bars: readonly Bar[]; readonly left: string } {
  const end = bars.findIndex(({ ns }, i) => i > 0 && i === bars.length - 1 && ns > MAX_STEP * bars[i - 1]!.ns);
  if (end < 0) return { bars, left: "" };
  const { who, ns } = bars[end]!;
  const value = Number((ns / nsPerUnit).toPrecision(3)).toLocaleString("en");
  return { bars: bars.slice(0, end), left: ` ${who} takes ${value} ${unit}, which does not fit.` };
}

const caseOf = (run: Run, table: string, name: string): Measured | undefined =>
  tableOf(run, table).find((row) => row.case === name);

const ratio = (n: number): string => n.toPrecision(n < 10 ? 2 : Math.max(2, Math.ceil(Math.log10(n))));

/** `google/robotstxt takes 3.1 times as long, robots-parser 12 times.` for those that most people know. */
function comparison(bars: readonly Bar[]): string {
  const ours = bars.find(({ isOurs }) => isOurs)!.ns;
  const known = ["google/robotstxt", "robots-parser"].flatMap((who) => bars.filter((bar) => bar.who === who));
  const [first, ...rest] = known.map(({ who, ns }) => ({ who, times: `${ratio(ns / ours)} times` }));
  if (first === undefined) return "";
  return `${first.who} takes ${first.times} as long${rest.map(({ who, times }) => `, ${who} ${times}`).join("")}.`;
}

/** Beside the one that is as fast as we are, or faster. */
const FASTEST_RIVAL = "fast-robots";
const CLOSE = 0.05;

function besideFastest(bars: readonly Bar[]): string {
  const ours = bars.find(({ isOurs }) => isOurs)!.ns;
  const rival = bars.find(({ who }) => who === FASTEST_RIVAL);
  if (rival === undefined) return "";
  const times = rival.ns / ours;
  if (Math.abs(times - 1) < CLOSE)
    return ` ${FASTEST_RIVAL}, which does not give every verdict right, takes as long as we do.`;
  if (times < 1)
    return ` ${FASTEST_RIVAL}, which does not give every verdict right, is ${ratio(1 / times)} times as fast as we are.`;
  return ` ${FASTEST_RIVAL}, which does not give every verdict right, takes ${ratio(times)} times as long.`;
}

interface Asked {
  readonly table: string;
  readonly case: string;
  readonly title: string;
  readonly text: string;
  readonly unit: string;
  readonly nsPerUnit: number;
}

/** What a crawler asks all day. A case that the run does not have gives no chart. */
const ASKED: readonly Asked[] = [
  {
    table: "whole",
    case: "real, as they come, k = 10",
    title: "All about a new site",
    text: "A crawler reads a site’s robots.txt for the first time and asks for the crawl delay, the sitemaps and ten pages.",
    unit: "µs",
    nsPerUnit: 1e3,
  },
  {
    table: "query",
    case: "real, 30-100 rules",
    title: "One more page of the same site",
    text: "The file has been read, it has 30 to 100 rules. The crawler asks about the next page.",
    unit: "ns",
    nsPerUnit: 1,
  },
];

const chartOf =
  (run: Run) =>
  (asked: Asked): Chart[] => {
    const { table, case: name, ...shown } = asked;
    const found = caseOf(run, table, name);
    if (found === undefined) return [];
    const { bars, left } = fitting(barsOf(found), asked);
    return [{ ...shown, groups: [{ title: "", bars }], inShort: comparison(bars) + besideFastest(bars) + left }];
  };

const PAGES = 1000;
const NS_PER_MS = 1e6;

/** A thousand pages of one site, by the length of its file, beside Google's parser. */
function growth(run: Run): Chart[] {
  const rows = tableOf(run, "google");
  if (rows.length === 0) return [];
  const groups = rows.map(({ case: name, figures }) => ({
    title: `${Number(/(\d+) rules/.exec(name)![1]).toLocaleString("en")} rules`,
    bars: ["robots-wasm", "google/robotstxt"].map((who) => ({
      who,
      note: NOTES[who]!,
      isOurs: OURS.test(who),
      ns: (figures[`${who}, a URL`] ?? figures[`${who}, google, a URL`])!.ns * PAGES,
    })),
  }));
  const times = groups.at(-1)!.bars[1]!.ns / groups.at(-1)!.bars[0]!.ns;
  return [
    {
      title: "When the file gets long",
      text: `A crawler asks about ${PAGES.toLocaleString("en")} pages of one site. The file has more and more rules.`,
      unit: "ms",
      nsPerUnit: NS_PER_MS,
      groups,
      inShort: `Most parsers look at every rule for every page. This one keeps an index, so a long file costs about as much as a short one. With ${groups.at(-1)!.title}, Google’s parser takes ${Math.round(times).toLocaleString("en")} times as long.`,
    },
  ];
}

const TABLES: Readonly<Record<string, string>> = {
  whole: "All about a new site: rules, crawl delay, sitemaps and some pages",
  cold: "A new site: time for a file and some pages",
  query: "One more page: time for a page",
  read: "Reading a file without a decision",
};

/** The name of a case without the letter that the benchmark gives a number of pages. */
const pagesIn = (name: string): string =>
  name.replace(/\bk = ([\d,]+)/, (_, count) => `${count} ${count === "1" ? "page" : "pages"}`);

/** Every case in which someone else is more than 5 % faster. */
function lossesOf(run: Run): Loss[] {
  return Object.entries(TABLES).flatMap(([table, title]) =>
    tableOf(run, table).flatMap(({ case: name, figures }) => {
      const ours = Math.min(
        ...Object.entries(figures)
          .filter(([who]) => /^robots-wasm(?:, bytes)?$/.test(who))
          .map(([, { ns }]) => ns),
      );
      return Object.entries(figures)
        .filter(([who, { ns }]) => Object.hasOwn(NOTES, who) && !OURS.test(who) && ns < ours * (1 - CLOSE))
        .map(([who, { ns }]) => ({
          what: `${title.replace(/:.*/, "")}: ${pagesIn(name)}`,
          who,
          times: ratio(ours / ns),
        }));
    }),
  );
}

const NS_PER_US = 1e3;

/** Three digits are all that these measurements are worth. */
function timeOf(ns: number): string {
  const units: readonly (readonly [number, string])[] = [
    [1, "ns"],
    [NS_PER_US, "µs"],
    [NS_PER_MS, "ms"],
  ];
  const [size, unit] = units.findLast(([least]) => ns >= least) ?? units[0]!;
  return `${Number((ns / size).toPrecision(3)).toLocaleString("en")} ${unit}`;
}

const namesIn = (rows: readonly Measured[]): string[] => [
  ...new Set(rows.flatMap(({ figures }) => Object.keys(figures))),
];

function measuredTable(run: Run, table: string): Table {
  const rows = tableOf(run, table);
  const names = namesIn(rows);
  const cells = (figures: Measured["figures"]): string[] =>
    names.map((who) =>
      figures[who] === undefined ? "" : `${timeOf(figures[who].ns)} ± ${timeOf(figures[who].spread)}`,
    );
  return {
    title: TABLES[table]!,
    names,
    rows: rows.map((row) => ({ name: pagesIn(row.case), cells: cells(row.figures) })),
  };
}

interface Agreed {
  readonly case: string;
  readonly counts: Readonly<Record<string, { readonly same: number; readonly total: number }>>;
}

function agreementTable(run: Run): Table {
  const rows = run["agreement"] as readonly Agreed[];
  const names = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))];
  const cells = (counts: Agreed["counts"]): string[] =>
    names.map((who) => (counts[who] === undefined ? "" : `${counts[who].same} of ${counts[who].total}`));
  return { title: "", names, rows: rows.map((row) => ({ name: row.case, cells: cells(row.counts) })) };
}

interface Goal {
  readonly name: string;
  readonly wanted: string;
  readonly figure: number;
  readonly met: boolean;
}

const goalsTable = (run: Run): Table => ({
  title: "",
  names: ["wanted", "measured", "met"],
  rows: (run["goals"] as readonly Goal[]).map(({ name, wanted, figure, met }) => ({
    name: pagesIn(name),
    cells: [wanted, Number(figure.toPrecision(3)).toLocaleString("en"), met ? "yes" : "no"],
  })),
});

interface OneProcess {
  readonly files: number;
  readonly decisions: number;
  readonly best: number;
  readonly worst: number;
}

/** robots-parser beside us in two ways: processes of their own, and one for both. */
function waysOf(run: Run): string[] {
  const apart = caseOf(run, "query", "real, as they come")?.figures;
  const together = run["oneProcess"] as OneProcess | undefined;
  if (apart === undefined || together === undefined) return [];
  const count = (n: number): string => n.toLocaleString("en");
  return [
    `On real files as they come, robots-parser takes ${ratio(apart["robots-parser"]!.ns / apart["robots-wasm"]!.ns)} times as long for one more page if each has a process of its own.`,
    `It takes ${ratio(together.worst)} to ${ratio(together.best)} times as long if both share one process (${count(together.files)} files, ${count(together.decisions)} pages).`,
  ];
}

function memoryOf(run: Run): string[] {
  const { hosts, residentBytes, medianHostBytes } = run["memory"] as Record<string, number>;
  const { gzipBytes, importMs, firstDecisionMs } = run["entry"] as Record<string, number>;
  const count = (n: number): string => n.toLocaleString("en");
  return [
    `The rules of ${count(hosts!)} hosts take ${Math.round(residentBytes! / 1e6)} MB, ${medianHostBytes} bytes a host in the median.`,
    `The core takes ${(gzipBytes! / 2 ** 10).toFixed(1)} KiB after gzip, WebAssembly included.`,
    `Import and first decision take ${(importMs! + firstDecisionMs!).toFixed(1)} ms in a fresh process.`,
  ];
}

declare const data: BenchmarksData;

export { data };

export function benchmarksOf(run: Run): BenchmarksData {
  const { date, machine, node, command } = run;
  return {
    run: { date, machine, node, command },
    charts: [...ASKED.flatMap(chartOf(run)), ...growth(run)],
    losses: lossesOf(run),
    agreement: agreementTable(run),
    tables: Object.keys(TABLES)
      .filter((table) => tableOf(run, table).length > 0)
      .map((table) => measuredTable(run, table)),
    goals: goalsTable(run),
    memory: memoryOf(run),
    ways: waysOf(run),
  };
}

export default {
  watch: ["../../../../bench/record/**/bench.json"] as const,
  load(): BenchmarksData {
    return benchmarksOf(newestRun());
  },
};
