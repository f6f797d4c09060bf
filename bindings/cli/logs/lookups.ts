/** What `--fetch-ranges` and `--dns` find in the network, before the requests are judged. */
import { promises } from "node:dns";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { bitsOf, pointerName } from "../../base/addresses.ts";
import { ByteReader } from "../../bulk/files/byte-reader.ts";
import { outputFile } from "../../bulk/files/output-file.ts";
import type { Crawler, DnsAnswer, Event, Identities } from "../../bulk/logs/index.ts";
import {
  type AddressList,
  crawlerIdentities,
  identityOf,
  type PublishedList,
  parseAddressList,
} from "../../owners/agents/index.ts";
import { warn } from "../output.ts";
import { DNS_FILE } from "./log-inputs.ts";

/** Looks up what a block of requests needs. */
export type Prepare = (events: readonly Event[]) => Promise<void>;

const TIMEOUT_MS = 30_000;
const MAX_LIST_BYTES = 16 * 2 ** 20;

/** Fetches the lists of the crawlers that are found, once each, and keeps dated copies. */
export function listFetcher(
  folder: string,
  lists: Record<string, AddressList>,
  fetchText: typeof fetchList = fetchList,
): Prepare {
  const found = new Set<Crawler>();
  const asked = new Set<string>();
  return async (events) => {
    for (const { request } of events) {
      if (found.has(request.crawler)) continue;
      found.add(request.crawler);
      const needed = (identityOf(request.crawler.name)?.lists ?? []).filter(({ file }) => !asked.has(file));
      for (const list of needed) {
        asked.add(list.file);
        await keepList(folder, list, lists, fetchText);
      }
    }
  };
}

async function keepList(
  folder: string,
  { file, url }: PublishedList,
  lists: Record<string, AddressList>,
  fetchText: typeof fetchList,
): Promise<void> {
  try {
    const text = datedCopy(await fetchText(url), url, new Date());
    lists[file] = parseAddressList(text);
    const output = outputFile(join(folder, file));
    await output.write(Buffer.from(text));
    output.commit();
  } catch (error) {
    warn(`${url}: ${(error as Error).message}; identities that need it are unknown`);
  }
}

/** The list with the time at which it was fetched; a list that is not JSON becomes one. */
function datedCopy(text: string, source: string, now: Date): string {
  const about = { fetchedAt: now.toISOString(), source };
  try {
    const list: unknown = JSON.parse(text);
    return `${JSON.stringify({ ...about, ...(Array.isArray(list) ? { prefixes: list } : (list as object)) })}\n`;
  } catch {
    const prefixes = text.split(/\r?\n/).map((line) => line.split(",")[0]);
    return `${JSON.stringify({ ...about, prefixes })}\n`;
  }
}

export async function fetchList(url: string): Promise<string> {
  const headers = { "user-agent": "robots-wasm-logs" };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status !== 200 || response.body === null) throw new Error(`expected status 200; got ${response.status}`);
  const bytes = await new ByteReader(response.body).take(MAX_LIST_BYTES + 1);
  if (bytes.length > MAX_LIST_BYTES) throw new Error(`expected at most ${MAX_LIST_BYTES} bytes; got more`);
  return new TextDecoder().decode(bytes);
}

/** The part of `node:dns` that is used. */
export type Resolver = Pick<typeof promises, "resolvePtr" | "resolve4" | "resolve6">;

/** What bounds the questions: their number is chosen by whoever owns the addresses. */
export interface DnsBounds {
  /** Addresses that are asked about, in all logs. */
  readonly addresses: number;
  readonly sideBySide: number;
  /** For all questions about one address. */
  readonly addressMs: number;
  readonly totalMs: number;
}

const dnsBounds: DnsBounds = { addresses: 4096, sideBySide: 32, addressMs: 5000, totalMs: 300_000 };
/** Names of one address with a suffix of an operator, and addresses of a name. Operators give one. */
const MAX_NAMES = 8;
const MAX_NAME_ADDRESSES = 64;

/**
 * Asks DNS about addresses that no list has, and keeps the answers.
 * @param keep is called now and then, so that a process that is killed loses little
 */
export function dnsAsker(
  identities: Identities,
  known: Map<string, DnsAnswer>,
  resolver: Resolver = shortResolver(),
  { keep = async () => {}, signal, bounds = dnsBounds }: DnsAskerOptions = {},
): Prepare {
  const asked = new Set<string>();
  let askedForMs = 0;
  let isSaid = false;
  let keptAtMs = performance.now();
  return async (events) => {
    const asks = ({ request: { crawler, address, timeMs } }: Event): boolean =>
      !asked.has(address) && identities.needsDns(crawler, address, timeMs);
    const addresses = [...new Set(events.filter(asks).map(({ request }) => request.address))];
    const startedAtMs = performance.now();
    const isOver = (): boolean =>
      asked.size >= bounds.addresses || askedForMs + performance.now() - startedAtMs > bounds.totalMs;
    let next = 0;
    const askOn = async (): Promise<void> => {
      while (next < addresses.length && !isOver() && signal?.aborted !== true) {
        const address = addresses[next++]!;
        asked.add(address);
        const answer = await within(bounds.addressMs, askAbout(address, resolver));
        if (answer !== undefined) known.set(address, answer);
      }
    };
    await Promise.all(Array.from({ length: bounds.sideBySide }, askOn));
    askedForMs += performance.now() - startedAtMs;
    if (performance.now() - keptAtMs > KEEP_MS) {
      keptAtMs = performance.now();
      await keep();
    }
    if (next === addresses.length || isSaid || signal?.aborted === true) return;
    isSaid = true;
    warn(
      `DNS was asked about ${asked.size} addresses for ${Math.round(askedForMs / 1000)} s, which is the limit; others are unknown; a next run goes on`,
    );
  };
}

const KEEP_MS = 10_000;

/** The servers of Node's resolver, which would ask a silent one for longer than an address may take. */
function shortResolver(): Resolver {
  const resolver = new promises.Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers(promises.getServers());
  return resolver;
}

interface DnsAskerOptions {
  readonly keep?: () => Promise<void>;
  readonly signal?: AbortSignal;
  readonly bounds?: DnsBounds;
}

/** Undefined if it takes longer. */
const within = <T>(ms: number, answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, setTimeout(ms, undefined, { ref: false })]);

/** Other names could never verify anybody, and whoever owns the address chooses them. */
const suffixes: readonly string[] = [...new Set(crawlerIdentities.flatMap((row) => row.suffixes))];
const isOfOperator = (name: string): boolean => {
  const host = name.toLowerCase().replace(/\.$/, "");
  return suffixes.some((suffix) => host.endsWith(`.${suffix}`));
};

/** Undefined if DNS fails: the identity stays unknown. `reverse` would report any failure as an address without a name. */
async function askAbout(address: string, resolver: Resolver): Promise<DnsAnswer | undefined> {
  const bits = bitsOf(address);
  const all = bits === undefined ? undefined : await orNone(resolver.resolvePtr(pointerName(bits)));
  const names = [...new Set(all?.filter(isOfOperator))];
  if (all === undefined || names.length > MAX_NAMES) return undefined;
  const resolve = (name: string): Promise<string[]> =>
    address.includes(":") ? resolver.resolve6(name) : resolver.resolve4(name);
  const found = await Promise.all(names.map((name) => orNone(resolve(name))));
  if (found.some((addresses) => addresses === undefined || addresses.length > MAX_NAME_ADDRESSES)) return undefined;
  // Others prove as little as none, and whoever owns the address chooses them: they would fill the file.
  const leadsBack = names
    .map((name, i) => [name, found[i]!] as const)
    .filter(([, to]) => to.some((one) => bitsOf(one) === bits));
  return { names: Object.fromEntries(leadsBack), lookedUpAtMs: Date.now() };
}

const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/** An empty list if the name does not exist; undefined if DNS did not answer. */
async function orNone(answer: Promise<readonly string[]>): Promise<readonly string[] | undefined> {
  try {
    return await answer;
  } catch (error) {
    return NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code) ? [] : undefined;
  }
}

/** Keeps the answers for the next run. */
export async function keepDns(folder: string, known: ReadonlyMap<string, DnsAnswer>): Promise<void> {
  const output = outputFile(join(folder, DNS_FILE));
  await output.write(Buffer.from(`${JSON.stringify(Object.fromEntries(known))}\n`));
  output.commit();
}
