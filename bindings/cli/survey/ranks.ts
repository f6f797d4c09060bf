/** The ranks of hosts, from a list such as Tranco's. */
import { inputError } from "../../bulk/files/input-error.ts";
import type { Site } from "../../bulk/survey/index.ts";
import { readList } from "../input.ts";
import { printable } from "../output.ts";

/** Lines `RANK,HOST`, or `HOST` in the order of their ranks. Such lists have a million lines: 100 MB in memory. */
export function ranksIn(file: string): ReadonlyMap<string, number> {
  const lines = readList("a readable file", file).split(/\r?\n/);
  const ranks = new Map<string, number>();
  lines.forEach((line, i) => {
    if (line === "") return;
    const [, rank = String(i + 1), host] = /^(?:(\d{1,15}),)?([^\s,/]+)$/.exec(line) ?? [];
    if (host === undefined)
      throw inputError(`${file}, line ${i + 1}`, `expected RANK,HOST or HOST; got ${printable(line.slice(0, 200))}`);
    const name = host.toLowerCase();
    if (!ranks.has(name)) ranks.set(name, Number(rank));
  });
  return ranks;
}

/** Lists name sites without `www.`. */
export function rankOf(ranks: ReadonlyMap<string, number>, site: Site): number | undefined {
  const host = hostOf(site);
  return host === undefined ? undefined : (ranks.get(host) ?? ranks.get(host.replace(/^www\./, "")));
}

function hostOf(site: Site): string | undefined {
  if ("place" in site) return undefined;
  return "entry" in site ? site.entry.name.replace(/_\d+$/, "") : new URL(site.origin).hostname;
}
