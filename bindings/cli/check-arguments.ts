/** The arguments that `check` and `explain` share: SOURCE --agent TOKEN [OPTION…] URL…, `-` for standard input. */

import { urlOf } from "../base/url.ts";
import type { ParseOptions } from "../core/deciding.ts";
import type { ResolvedAgent } from "../owners/agents/index.ts";
import { usageError } from "./errors.ts";
import type { ExitCode } from "./exit-code.ts";
import { type UrlOrBytes, urlBatches } from "./input.ts";
import { type Addresses, addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import {
  agentHelp,
  checkedCrawlers,
  checkedDialect,
  leniencyOf,
  lenientHelp,
  ownDialectHelp,
  parseWords,
  readingOptions,
} from "./options.ts";
import { isLive, openRobots, type RobotsSource } from "./robots-source.ts";
import { sitemapUrls } from "./sitemap.ts";

export interface CheckArguments {
  /** A file, `-`, or the URL of a robots.txt; undefined if each URL is decided by the robots.txt of its own origin. */
  readonly source: string | undefined;
  readonly crawlers: readonly ResolvedAgent[];
  /** How files are read; without a dialect, each crawler reads in its own. */
  readonly reading: ParseOptions;
  readonly trace: boolean;
  readonly json: boolean;
  /** URLs given as words, or `-` alone for the lines of standard input. */
  readonly urls: readonly string[];
  /** Files or URLs of sitemaps whose URLs are decided too. */
  readonly sitemaps: readonly string[];
  readonly addresses: Addresses;
}

const options = {
  ...readingOptions,
  ...addressesOption,
  sitemap: { type: "string", multiple: true },
  trace: { type: "boolean" },
  json: { type: "boolean" },
} as const;

export const checkUsage = (
  name: string,
  more = "",
): string => `Usage: robots-wasm ${name} FILE --agent TOKEN [OPTION…] URL…
       robots-wasm ${name} --agent TOKEN [OPTION…] https://HOST/PATH…

  FILE               a robots.txt, its URL, or - for standard input; without it, the robots.txt of each origin is fetched
  URL…               absolute URLs or paths, or - for lines of standard input; they are decided as they are requested and
                     as they are written; both are shown where they differ
${agentHelp};
                     repeat it for several crawlers
  --sitemap FILE     decide the URLs of a sitemap and of those that it lists: a file or a URL, plain or gzip;
                     repeatable
${ownDialectHelp}
${lenientHelp}
${addressesHelp}
  --json             one JSON object for each URL and crawler
${more}
Exit codes: 0 all URLs are allowed, 1 a URL is refused, 2 a word is not a URL, or a wrong call or a failure, 3 a verdict
comes from an outage, not from the site. Of several, the first of 2, 3, 1 holds.
`;

export function parseCheckArguments(words: readonly string[]): CheckArguments {
  const { values, positionals } = parseWords(words, options);
  if (positionals.length === 0) throw usageError("expected a FILE and a URL; got neither");
  const sitemaps = values.sitemap ?? [];
  const crawlers = checkedCrawlers(values.agent);
  const { source, urls } = sourceAndUrls(positionals, sitemaps.length > 0);
  const odd = source === undefined ? urls.find((url) => !isLive(url) || urlOf(url) === undefined) : undefined;
  if (odd !== undefined) throw usageError(`expected http or https URLs, as no FILE is given; got ${odd}`);
  return {
    source,
    crawlers,
    reading: {
      leniency: leniencyOf(values.lenient ?? []),
      ...(values.dialect !== undefined && { dialect: checkedDialect(values.dialect) }),
    },
    trace: values.trace ?? false,
    json: values.json ?? false,
    urls,
    sitemaps,
    addresses: checkedAddresses(values.addresses),
  };
}

function sourceAndUrls(words: readonly string[], hasSitemaps: boolean): Pick<CheckArguments, "source" | "urls"> {
  const [first, ...rest] = words as [string, ...string[]];
  const hasUrls = rest.length > 0 || hasSitemaps;
  if (isLive(first) && !(hasUrls && /^[^?#]*\/robots\.txt$/i.test(first))) return { source: undefined, urls: words };
  if (!hasUrls) throw usageError("expected a URL, or - for lines of standard input; got none");
  if (rest.includes("-") && rest.length > 1) throw usageError("expected - alone in place of URLs; got it among others");
  if (rest.includes("-") && first === "-")
    throw usageError("expected standard input for the file or for the URLs; got both");
  return { source: first, urls: rest };
}

/** URLs that one robots.txt decides. */
export interface Batch {
  readonly robots: RobotsSource;
  readonly urls: readonly UrlOrBytes[];
}

/** The URLs to decide, with the robots.txt that decides them. */
export async function* batchesOf(args: CheckArguments, outcome: ExitCode): AsyncGenerator<Batch> {
  const open = sourceOpener(args);
  for await (const urls of allUrls(args, outcome)) {
    if (args.source !== undefined) yield { robots: await open(args.source), urls };
    else for (const url of urls) yield { robots: await open(new URL(String(url)).origin), urls: [url] };
  }
}

async function* allUrls(
  { urls, sitemaps, addresses, crawlers, source }: CheckArguments,
  outcome: ExitCode,
): AsyncGenerator<readonly UrlOrBytes[]> {
  if (urls.length > 0) yield* urlBatches(urls);
  const reading = { addresses, agents: crawlers[0]!.tokens, keepsPaths: source !== undefined, onSkip: outcome.onSkip };
  for (const sitemap of sitemaps) yield* sitemapUrls(sitemap, reading);
}

/** Opens each source once. An origin that only a sitemap names must be public, unless the user says otherwise. */
function sourceOpener(args: CheckArguments): (word: string) => Promise<RobotsSource> {
  const { crawlers, reading, source, urls, sitemaps } = args;
  const named = new Set([...urls, ...sitemaps].filter(isLive).map((url) => urlOf(url)?.origin));
  const opened = new Map<string, Promise<RobotsSource>>();
  return (word) => {
    const isNamed = word === source || named.has(word);
    const addresses = args.addresses ?? (isNamed ? undefined : "public");
    const robots = opened.get(word) ?? openRobots(word, crawlers[0]!.tokens, reading, addresses);
    opened.set(word, robots);
    return robots;
  };
}
