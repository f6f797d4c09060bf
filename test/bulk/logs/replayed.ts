/** Logs of tests, judged in this process. */

import { Crawlers } from "../../../bindings/bulk/logs/crawlers.ts";
import { detectedFormat } from "../../../bindings/bulk/logs/detect.ts";
import { History, timeOfName, Version } from "../../../bindings/bulk/logs/history.ts";
import { Identities } from "../../../bindings/bulk/logs/identities.ts";
import { type Event, Judge, type Judged } from "../../../bindings/bulk/logs/judge.ts";
import { lineOf } from "../../../bindings/bulk/logs/line.ts";
import { mergeLogs } from "../../../bindings/bulk/logs/merge-logs.ts";
import type { Tally } from "../../../bindings/bulk/logs/tally.ts";
import { knownAgents, parseAddressList } from "../../../bindings/owners/agents/index.ts";

export const HOUR_MS = 3_600_000;
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Versions by the names of their files. */
export const historyOf = (files: Readonly<Record<string, string>>): History =>
  new History(
    Object.entries(files).map(([name, text]) => new Version(name, timeOfName(name) ?? -Infinity, bytes(text))),
  );

export interface Replay {
  readonly history: History;
  readonly graceHours?: number;
  /** Texts of lists, by file. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly site?: string;
  readonly isWanted?: (name: string) => boolean;
}

/** The requests of crawlers in a log. */
export function eventsIn(text: string, file = "access.log"): Event[] {
  const bytes = Buffer.from(text).toString("latin1");
  const reader = detectedFormat(file, bytes)();
  const find = new Crawlers(knownAgents, []);
  return bytes.split(/\r?\n/).flatMap((line, i) => {
    const request = line === "" ? 0 : reader.read(lineOf(line), find);
    return typeof request === "object" ? [{ request, file, line: i + 1 }] : [];
  });
}

export function judgeFor(options: Replay): Judge {
  const lists = Object.fromEntries(
    Object.entries(options.lists ?? {}).map(([name, text]) => [name, parseAddressList(text)]),
  );
  return new Judge({
    historyOf: () => options.history,
    site: options.site,
    graceMs: (options.graceHours ?? 24) * HOUR_MS,
    identities: new Identities({ lists, dns: new Map() }),
    isWanted: ({ name }) => options.isWanted?.(name) !== false,
  });
}

/** Judges requests in the given order. */
export function judged(events: readonly Event[], options: Replay): { readonly rows: Judged[]; readonly tally: Tally } {
  const judge = judgeFor(options);
  return { rows: [...judge.judged(events), ...judge.rest()], tally: judge.tally };
}

/** Judges the requests of several logs, mergeLogs by time. */
export async function judgedFiles(
  files: readonly (readonly Event[])[],
  options: Replay,
): Promise<ReturnType<typeof judged>> {
  const sources = files
    .filter((events) => events.length > 0)
    .map((events) => ({ firstMs: events[0]!.request.timeMs, open: () => blocks(events) }));
  const all: Event[] = [];
  for await (const events of mergeLogs(sources)) all.push(...events);
  return judged(all, options);
}

async function* blocks(events: readonly Event[]): AsyncGenerator<readonly Event[]> {
  for (let from = 0; from < events.length; from += 3) yield events.slice(from, from + 3);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A line of the combined format. */
export function combined(
  time: string,
  target: string,
  agent: string,
  {
    status = 200,
    address = "192.0.2.1",
    method = "GET",
    bytes = 5,
  }: { status?: number; address?: string; method?: string; bytes?: number } = {},
): string {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(time)!;
  const stamp = `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} +0000`;
  return `${address} - - [${stamp}] "${method} ${target} HTTP/1.1" ${status} ${bytes} "-" "${agent}"\n`;
}
