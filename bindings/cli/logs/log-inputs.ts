/** What `robots-wasm logs` reads besides logs: versions of robots.txt, and lists of addresses. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compressionOf } from "../../base/gzip.ts";
import { jsonObject } from "../../base/json.ts";
import { suggestion } from "../../base/options.ts";
import { inputError } from "../../bulk/files/input-error.ts";
import { type DnsAnswer, History, hostOf, timeOfName, Version } from "../../bulk/logs/index.ts";
import { type AddressList, crawlerIdentities, parseAddressList } from "../../owners/agents/index.ts";
import { usageError } from "../errors.ts";
import { checkedFile, readList, withoutGzip } from "../input.ts";
import { warn } from "../output.ts";
import { servedBody } from "../robots-source.ts";
import type { LogsOptions } from "./logs-options.ts";

/** Where answers of DNS are kept, in the folder of lists. */
export const DNS_FILE = "dns.json";

/** Finds the history of a host. @throws a usage error if one file would be used for several hosts */
export type HistoryOf = (host: string | undefined) => History | undefined;

/** Without a robots.txt, no host has a history. @throws a usage error if one is not as expected, or cannot be fetched */
export async function historiesOf({ robots, isToday, history, site }: LogsOptions): Promise<HistoryOf> {
  if (robots !== undefined) {
    const version = isToday
      ? versionOf(robots, -Infinity, await servedBody(robots, ["robots-wasm"], undefined))
      : versionIn(robots, -Infinity);
    return forOneHost(new History([version]), site);
  }
  if (history === undefined) return () => undefined;
  const entries = entriesIn("a folder of versions", history);
  const [hosts, files] = [entries.filter(({ isFolder }) => isFolder), entries.filter(({ isFolder }) => !isFolder)];
  const versions = files.map(({ name }) => versionNamed(history, name));
  if (versions.length > 0 && hosts.length > 0)
    throw usageError(`expected versions or folders of hosts in ${history}; got both`);
  if (versions.length > 0) return forOneHost(new History(versions), site);
  return forHosts(
    history,
    hosts.map(({ name }) => name),
    site,
  );
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Without hidden ones, such as `.git`. Links are followed: a ConfigMap of Kubernetes has nothing else. */
const entriesIn = (expected: string, folder: string): readonly Entry[] =>
  checkedFile(expected, folder, (path) => readdirSync(path))
    .filter((name) => !name.startsWith("."))
    .map((name) => ({ name, isFolder: isFolder(join(folder, name)) }));

const isFolder = (path: string): boolean =>
  checkedFile("a file or a folder", path, (one) => statSync(one)).isDirectory();

/** @throws a usage error for another name: if a version were left out, verdicts would be wrong */
function versionNamed(folder: string, name: string): Version {
  const fromMs = timeOfName(name);
  if (fromMs === undefined) throw usageError(`expected names such as 2026-11-10T120000Z.txt in ${folder}; got ${name}`);
  return versionIn(join(folder, name), fromMs);
}

function versionIn(file: string, fromMs: number): Version {
  const body = checkedFile("a readable robots.txt", file, (path) => readFileSync(path));
  return versionOf(file, fromMs, withoutGzip(file, body));
}

/** @throws a usage error for compressed bytes: nobody knows what they refuse */
function versionOf(file: string, fromMs: number, body: Uint8Array): Version {
  const compression = compressionOf(body);
  if (compression !== undefined)
    throw usageError(`expected a robots.txt as text; got ${compression}: ${file}; decompress it`);
  return new Version(file, fromMs, body);
}

/** Without --site, the log must name one host at most. Lines without a host are taken for it, which a warning says. */
function forOneHost(history: History, site: string | undefined): HistoryOf {
  if (site !== undefined) return (host = site) => (host === site ? history : undefined);
  let only: string | undefined;
  let isSomeNameless = false;
  let isSaid = false;
  return (host) => {
    if (host === undefined) isSomeNameless = true;
    else only ??= host;
    if (host !== undefined && host !== only)
      throw usageError(`expected --site HOST, because the log has several hosts; got ${only} and ${host}`);
    if (!isSaid && isSomeNameless && only !== undefined) {
      isSaid = true;
      warn(
        `lines without a host are taken for ${only}, the only host that others name; --site HOST names the right one`,
      );
    }
    return history;
  };
}

function forHosts(folder: string, names: readonly string[], site: string | undefined): HistoryOf {
  if (names.length === 0) throw noVersion(folder);
  const histories = new Map<string | undefined, History>();
  for (const name of names) {
    const host = hostOf(name.replace(/_(?=\d+$)/, ":"));
    if (histories.has(host)) throw usageError(`expected one folder for ${host} in ${folder}; got several`);
    histories.set(host, historyIn(join(folder, name)));
  }
  if (site !== undefined && !histories.has(site))
    throw usageError(`expected a folder for ${site} in ${folder}; got ${names.join(", ")}`);
  return (host = site) => {
    if (host === undefined) throw usageError("expected --site HOST, because the log has no hosts; got none");
    return histories.get(host);
  };
}

function historyIn(folder: string): History {
  const versions = entriesIn("a folder of versions", folder).map(({ name }) => versionNamed(folder, name));
  if (versions.length === 0) throw noVersion(folder);
  return new History(versions);
}

const noVersion = (folder: string): Error => usageError(`expected a version of robots.txt in ${folder}; got none`);

/** Files and folders that are read besides logs. */
export function placesRead({ robots, isToday, history, ranges, crawlers }: LogsOptions): string[] {
  const hosts = history !== undefined && existsSync(history) ? readdirSync(history) : [];
  return [isToday ? undefined : robots, history, ranges, crawlers, ...hosts.map((host) => join(history!, host))].filter(
    (path) => path !== undefined,
  );
}

/** The lists in a folder, by the names of their files. */
export function listsIn(folder: string | undefined): Record<string, AddressList> {
  if (folder === undefined) return {};
  const names = crawlerIdentities.flatMap(({ lists }) => lists.map(({ file }) => file));
  const found = entriesIn("a folder of lists", folder).map(({ name }) => name);
  for (const name of found)
    if (name !== DNS_FILE && !names.includes(name))
      warn(`${join(folder, name)}: no crawler has a list of this name, so it is not used${suggestion(name, names)}`);
  return Object.fromEntries(
    found.filter((name) => names.includes(name)).map((name) => [name, listIn(join(folder, name))]),
  );
}

function listIn(file: string): AddressList {
  const text = readList("a readable list", file);
  try {
    return parseAddressList(text);
  } catch (error) {
    throw inputError(file, (error as Error).message);
  }
}

/** The answers of DNS that another run kept. */
export function dnsIn(folder: string | undefined): Map<string, DnsAnswer> {
  const file = join(folder ?? "", DNS_FILE);
  if (folder === undefined || !existsSync(file)) return new Map();
  const answers = jsonObject(readList("readable answers of DNS", file));
  if (answers === undefined || !Object.values(answers).every(isDnsAnswer))
    throw inputError(file, "expected answers of DNS as --dns keeps them; got something else; delete the file");
  return new Map(Object.entries(answers as Record<string, DnsAnswer>));
}

/** The file may have been edited, or come from elsewhere. */
const isDnsAnswer = (value: unknown): value is DnsAnswer => {
  const { names, lookedUpAtMs } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isList = (one: unknown): boolean => Array.isArray(one) && one.every((text) => typeof text === "string");
  const isNames = typeof names === "object" && names !== null && Object.values(names).every(isList);
  return isNames && Number.isFinite(lookedUpAtMs);
};
