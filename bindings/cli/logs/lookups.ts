/** What `--fetch-ranges` and `--dns` find in the network, before the requests are judged. */
import { promises } from "node:dns";
import { join } from "node:path";
import { bitsOf, pointerName } from "../../base/addresses.ts";
import { ByteReader } from "../../bulk/files/byte-reader.ts";
import { outputFile } from "../../bulk/files/output-file.ts";
import type { Crawler, DnsAnswer, Event, Identities } from "../../bulk/logs/index.ts";
import { type AddressList, identityOf, type PublishedList, parseAddressList } from "../../owners/agents/index.ts";
import { warn } from "../output.ts";
import { DNS_FILE } from "./inputs.ts";

/** Looks up what a block of requests needs. */
export type Prepare = (events: readonly Event[]) => Promise<void>;

const TIMEOUT_MS = 30_000;
const MAX_LIST_BYTES = 16 * 2 ** 20;
/** Addresses that DNS is asked about at a time. */
const DNS_AT_A_TIME = 16;

/** Fetches a text. */
export type FetchText = (url: string) => Promise<string>;

/** Fetches the lists of the crawlers that are found, once each, and keeps dated copies. */
export function listFetcher(
  folder: string,
  lists: Record<string, AddressList>,
  fetchText: FetchText = fetchList,
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
  fetchText: FetchText,
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

/** Asks DNS about addresses that no list has, and keeps the answers. */
export function dnsAsker(
  identities: Identities,
  known: Map<string, DnsAnswer>,
  resolver: Resolver = promises,
): Prepare {
  const asked = new Set<string>();
  return async (events) => {
    const asks = ({ request: { crawler, address, timeMs } }: Event): boolean =>
      !asked.has(address) && identities.needsDns(crawler, address, timeMs);
    const addresses = [...new Set(events.filter(asks).map(({ request }) => request.address))];
    for (const address of addresses) asked.add(address);
    for (let from = 0; from < addresses.length; from += DNS_AT_A_TIME)
      await Promise.all(
        addresses.slice(from, from + DNS_AT_A_TIME).map((address) => askAbout(address, known, resolver)),
      );
  };
}

/** If DNS fails, the identity stays unknown. `reverse` would report any failure as an address without a name. */
async function askAbout(address: string, known: Map<string, DnsAnswer>, resolver: Resolver): Promise<void> {
  const bits = bitsOf(address);
  const names = bits === undefined ? undefined : await orNone(resolver.resolvePtr(pointerName(bits)));
  if (names === undefined) return;
  const resolve = (name: string): Promise<string[]> =>
    address.includes(":") ? resolver.resolve6(name) : resolver.resolve4(name);
  const entries: (readonly [string, readonly string[]])[] = [];
  for (const name of names) {
    const addresses = await orNone(resolve(name));
    if (addresses === undefined) return;
    entries.push([name, addresses]);
  }
  known.set(address, { names: Object.fromEntries(entries), lookedUpAtMs: Date.now() });
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
