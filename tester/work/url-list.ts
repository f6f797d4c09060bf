/** Decides a list of URLs for several crawlers in batches, and serves the rows that the page shows. */
import { csvCell } from "../../bindings/owners/editor/wording.ts";
import {
  type ListFilter,
  type ListProgress,
  type ListRow,
  MAX_COLUMNS,
  type Requests,
  type Source,
  type UrlListText,
} from "../protocol.ts";
import { crawlersNamed, type Decider, deciderFor, isUrl, readingsOf } from "./file-readings.ts";
import { hostName, originOf, originOfUrl } from "./hosts.ts";

/** URLs that are decided before the worker looks for other messages. */
export const BATCH_URLS = 2000;
const SHOWN_HOSTS = 20;

type Rows = Record<ListFilter, number[]>;
const noRows = (): Rows => ({ all: [], refused: [], differ: [], others: [], invalid: [] });

export class UrlList {
  #text: UrlListText = { format: "lines", urls: [] };
  #id = 0;
  #deciders: readonly Decider[] = [];
  #origin: string | undefined;
  /** For each crawler a verdict a URL. */
  #verdicts: readonly Uint8Array[] = [];
  #rows: Rows = noRows();
  #hosts = new Map<string, number>();
  #decided = 0;
  #batches = 0;

  /** Takes the inputs; `batches` decides them. A crawler's name that cannot be used is left out. */
  start({ source, site, agents }: Requests["list"]["ask"], text: UrlListText | undefined): void {
    if (text !== undefined) this.#text = text;
    this.#id++;
    this.#origin = originOf(site);
    this.#deciders = distinct(agents.flatMap((name) => decidersFor(source, name)));
    this.#verdicts = this.#deciders.map(() => new Uint8Array(this.#text.urls.length));
    this.#rows = noRows();
    this.#hosts = new Map();
    this.#decided = 0;
    this.#batches = 0;
  }

  /** Decides the list; yields after each batch. Another `start` makes it end. */
  *batches(): Generator<ListProgress> {
    const id = this.#id;
    while (this.#decided < this.#text.urls.length && id === this.#id) {
      this.#decide(this.#decided, Math.min(this.#decided + BATCH_URLS, this.#text.urls.length));
      yield this.progress();
    }
  }

  #decide(from: number, to: number): void {
    const mine: number[] = [];
    for (let at = from; at < to; at++) if (this.#isMine(at)) mine.push(at);
    const urls = mine.map((at) => this.#text.urls[at]!);
    this.#deciders.forEach((decider, column) => {
      const verdicts = decider.many(urls);
      for (const [i, at] of mine.entries()) this.#verdicts[column]![at] = verdicts[i]!;
    });
    for (const at of mine) this.#sort(at);
    this.#decided = to;
    this.#batches++;
  }

  /** Whether the file counts for the URL; the others are counted by host. */
  #isMine(at: number): boolean {
    const url = this.#text.urls[at]!;
    if (!isUrl(url)) return this.#leaveOut("invalid", at);
    const origin = url.startsWith("/") ? this.#origin : originOfUrl(url);
    if (origin === undefined) return true;
    if (this.#origin !== undefined && origin === this.#origin) return true;
    this.#hosts.set(origin, (this.#hosts.get(origin) ?? 0) + 1);
    return this.#origin === undefined || this.#leaveOut("others", at);
  }

  #leaveOut(reason: ListFilter, at: number): false {
    this.#rows[reason].push(at);
    return false;
  }

  #sort(at: number): void {
    const allowed = this.#verdicts.reduce((sum, verdicts) => sum + verdicts[at]!, 0);
    this.#rows.all.push(at);
    if (allowed < this.#verdicts.length) this.#rows.refused.push(at);
    if (allowed > 0 && allowed < this.#verdicts.length) this.#rows.differ.push(at);
  }

  progress(): ListProgress {
    const hosts = [...this.#hosts].sort(([, a], [, b]) => b - a).slice(0, SHOWN_HOSTS);
    return {
      id: this.#id,
      agents: this.#deciders.map(({ name }) => name),
      total: this.#text.urls.length,
      decided: this.#decided,
      batches: this.#batches,
      counts: Object.fromEntries(Object.entries(this.#rows).map(([name, rows]) => [name, rows.length])) as never,
      hosts: hosts.map(([origin, count]) => ({ host: hostName(origin), count })),
      format: this.#text.format,
      ...(this.#text.problem !== undefined && { problem: this.#text.problem }),
    };
  }

  rows({ filter, from, count }: Requests["rows"]["ask"]): Requests["rows"]["answer"] {
    const rows = this.#rows[filter].slice(from, from + count).map((at) => this.#row(at, filter));
    return { id: this.#id, from, rows };
  }

  #row(at: number, filter: ListFilter): ListRow {
    const url = this.#text.urls[at]!;
    if (filter === "others" || filter === "invalid") return { url, cells: [], refusedBy: 0 };
    const refusedBy = this.#verdicts.filter((verdicts) => verdicts[at] === 0).length;
    const shown = this.#deciders.length > MAX_COLUMNS ? [] : this.#deciders;
    return { url, cells: shown.map((decider) => cellOf(decider, url)), refusedBy };
  }

  csv(filter: ListFilter): string {
    const head = ["url", ...this.#deciders.flatMap(({ name }) => [name, `${name} line`])];
    // Nobody may believe that a URL was decided because it is not in the table.
    const rows = filter === "all" ? this.#text.urls.map((_, at) => at) : this.#rows[filter];
    const body = rows.map((at) => this.#csvRow(at));
    return [head, ...body].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
  }

  #csvRow(at: number): string[] {
    const url = this.#text.urls[at]!;
    if (!isUrl(url)) return [url, ...this.#deciders.flatMap(() => ["not a URL", ""])];
    const origin = url.startsWith("/") ? this.#origin : originOfUrl(url);
    if (this.#origin !== undefined && origin !== this.#origin)
      return [url, ...this.#deciders.flatMap(() => ["another host", ""])];
    return [url, ...this.#deciders.flatMap((decider) => csvVerdict(decider, url))];
  }
}

function csvVerdict(decider: Decider, url: string): string[] {
  const { allowed, line } = decider.verdict(url);
  return [allowed ? "allowed" : "refused", String(line ?? "")];
}

function cellOf(decider: Decider, url: string): ListRow["cells"][number] {
  const { allowed, line } = decider.verdict(url);
  return { allowed, ...(line !== undefined && { line }) };
}

/** A company and its crawler may both be asked for. */
const distinct = (deciders: readonly Decider[]): readonly Decider[] => [
  ...new Map(deciders.map((one) => [one.name.toLowerCase(), one])).values(),
];

/** The crawlers of a company or a product, or else one. */
function decidersFor(source: Source, name: string): Decider[] {
  try {
    return crawlersNamed(name).map((one) => deciderFor(source, readingsOf(source), one));
  } catch {
    return [];
  }
}
