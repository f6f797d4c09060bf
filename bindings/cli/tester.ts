/** `robots-wasm tester`: the tester page on loopback, with live fetching from public addresses. */
import { once } from "node:events";
import { siteUrl } from "../base/url.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { fetchLivePage } from "./fetch-page.ts";
import { fetchLiveRobots } from "./fetch-robots.ts";
import { untilStopped } from "./long-run.ts";
import { addressesOption, checkedAddresses, type Network, networkOf } from "./network.ts";
import { parseWords } from "./options.ts";
import { printable, write, writeError } from "./output.ts";
import { startTester } from "./tester-server.ts";

const options = { ...addressesOption, port: { type: "string" } } as const;

function checkedPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw usageError(`expected --port from 0 to 65535; got ${printable(text)}`);
}

function checkedSite(words: readonly string[]): string | undefined {
  const [site, ...more] = words;
  if (more.length > 0) throw usageError(`expected one URL; got ${words.length}`);
  if (site === undefined || siteUrl(site) !== undefined) return site;
  throw usageError(`expected a URL or a host; got ${printable(site)}`);
}

/** A link to the page can name the site to fetch. So only a site that a person typed, in the page or on the command line, may be private. */
async function networkChooser(
  given: string | undefined,
  site: string | undefined,
): Promise<(url: string, typed: boolean) => Network> {
  const addresses = checkedAddresses(given);
  const [forTyped, forOthers] = [await networkOf(addresses, null), await networkOf(addresses ?? "public", null)];
  const named = site === undefined ? undefined : siteUrl(site)?.origin;
  return (url, typed) => (typed || siteUrl(url)?.origin === named ? forTyped : forOthers);
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const site = checkedSite(positionals);
  const port = checkedPort(values.port ?? "0");
  const networkFor = await networkChooser(values.addresses, site);
  const tester = await startTester({
    port,
    site,
    fetchRobots: (url, typed) => fetchLiveRobots(url, networkFor(url, typed)),
    fetchPage: (url, typed) => fetchLivePage(url, networkFor(url, typed)),
  });
  write(`${tester.url}\n`);
  writeError("The tester runs until you press Ctrl+C.\n");
  await untilStopped((signal) => once(signal, "abort"));
  await tester.close();
  return 0;
}

export const command: Command = {
  help: `Usage: robots-wasm tester [URL] [--port PORT]

  URL                a site, whose robots.txt the page fetches at once
  --port PORT        default: any free port
  --addresses WHICH  public or any: the addresses that the page may fetch from; default: public ones, and what you type

Serves the tester on 127.0.0.1 and prints its address.
`,
  run,
};
