/** The newest published run of the benchmarks, as charts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../bench/record/", import.meta.url));

type Figures = Readonly<Record<string, { readonly ns: number; readonly spread: number }>>;
interface Measured {
  readonly case: string;
  readonly figures: Figures;
}

export interface Bar {
  readonly who: string;
  readonly ns: number;
  readonly isOurs: boolean;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
}

export interface Section {
  readonly title: string;
  readonly text: string;
  readonly charts: readonly Chart[];
}

export interface Record {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly command: string;
  readonly sections: readonly Section[];
}

/** What each table of a run means to someone who has never read it. */
const SECTIONS = [
  {
    name: "cold",
    title: "A new site",
    text: "A crawler that meets a site reads its robots.txt, chooses the group of its agent, and asks for k pages. Nothing is kept from the site before. Time for one file.",
  },
  {
    name: "query",
    title: "One more page",
    text: "The file has been read before, and a crawler asks whether it may fetch one more page. Time for one page.",
  },
];

const chartOf = ({ case: title, figures }: Measured): Chart => ({
  title,
  bars: Object.entries(figures)
    .map(([who, { ns }]) => ({ who, ns, isOurs: /^(robots-wasm|isAllowed)/.test(who) }))
    .sort((a, b) => a.ns - b.ns),
});

function newestRun(): string | undefined {
  if (!existsSync(folder)) return undefined;
  const runs = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/bench.json`));
  return runs.sort().at(-1);
}

declare const data: Record | null;

export { data };

export default {
  watch: ["../../bench/record/**/bench.json"],
  load(): Record | null {
    const run = newestRun();
    if (run === undefined) return null;
    const { date, machine, node, command, ...tables } = JSON.parse(readFileSync(`${folder}${run}/bench.json`, "utf8"));
    const sections = SECTIONS.map(({ name, title, text }) => ({
      title,
      text,
      charts: (tables[name] ?? []).map(chartOf),
    }));
    return { date, machine, node, command, sections };
  },
};
