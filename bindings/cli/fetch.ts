/** `robots-wasm fetch`: fetches the robots.txt of origins as a crawler would, and decides URLs by it. */

import { siteUrl, withScheme } from "../base/url.ts";
import type { Explanation } from "../core/deciding.ts";
import type { OriginRobots, RobotsClient } from "../crawl/client/index.ts";
import { refusalOf } from "../crawl/client/internal.ts";
import { ruleAtLine } from "../owners/assertions/index.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode } from "./exit-code.ts";
import { checkedClient } from "./fetch-robots.ts";
import { gzipText } from "./input.ts";
import { addressesHelp, addressesOption, checkedAddresses, type Network, networkOf } from "./network.ts";
import { agentHelp, checkedCrawler, checkedPolicy, parseWords, readingOptions } from "./options.ts";
import { jsonLine, printable, verdictText, warn, writeFully } from "./output.ts";
import { htmlText, outageIn, outcomeOf, truncationText } from "./robots-source.ts";

const options = {
  agent: readingOptions.agent,
  "user-agent": { type: "string" },
  policy: { type: "string" },
  timeout: { type: "string" },
  ...addressesOption,
  json: { type: "boolean" },
} as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const agents = checkedCrawler(values.agent).tokens;
  if (positionals.length === 0) throw usageError("expected an ORIGIN or a URL; got none");
  const urls = positionals.map(checkedUrl);
  const network = await networkOf(checkedAddresses(values.addresses));
  const client = clientOf(agents, values, network);
  const exitCode = new ExitCode();
  for (const [i, url] of urls.entries()) {
    const robots = await client.get(url);
    const explained = robots.rules.explain(withScheme(positionals[i]!));
    if (!explained.allowed) exitCode.refuse();
    const name = `${new URL(url).origin}/robots.txt`;
    const outage = explained.reason === "robots-txt" ? undefined : outageIn(robots.access);
    exitCode.noteOutage(name, outage);
    if (robots.looksLikeHtml) warn(htmlText(name));
    if (robots.undeclaredGzip) warn(gzipText(name));
    if (robots.truncated) warn(truncationText(name));
    await writeFully(
      values.json ? jsonLine({ ...recordOf(url, robots, explained), outage }) : fetchedText(url, robots, explained),
    );
  }
  return exitCode.finish();
}

function checkedUrl(word: string): string {
  const url = siteUrl(word);
  if (url === undefined || !/^(https?|ftp):$/.test(url.protocol))
    throw usageError(`expected an http, https or ftp URL, or a host; got ${printable(word)}`);
  return url.href;
}

function clientOf(
  agent: readonly string[],
  values: ReturnType<typeof parseWords<typeof options>>["values"],
  network: Network,
): RobotsClient {
  const policy = checkedPolicy(values.policy ?? "rfc9309");
  const seconds = Number(values.timeout ?? "10");
  if (!(seconds > 0 && seconds <= 3600))
    throw usageError(`expected --timeout in seconds, up to 3600; got ${values.timeout}`);
  const timeoutMs = Math.ceil(seconds * 1000);
  const userAgent = values["user-agent"];
  return checkedClient({
    agent,
    policy,
    firstByteTimeoutMs: timeoutMs,
    bodyTimeoutMs: timeoutMs,
    ...(userAgent !== undefined && { userAgent }),
    ...network,
  });
}

/** If the policy decided, the status is the reason, not a rule. */
const decisionOf = (access: OriginRobots["access"], explained: Explanation): object =>
  access.verdict === "rules" || explained.reason === "robots-txt"
    ? explained
    : { allowed: explained.allowed, reason: access.status };

const recordOf = (
  url: string,
  { access, hash, rules, sitemaps, crawlDelay, truncated, looksLikeHtml, undeclaredGzip }: OriginRobots,
  explained: Explanation,
): object => ({
  url,
  ...decisionOf(access, explained),
  ...refusalOf(explained.allowed, access),
  access,
  hash,
  sitemaps,
  licenses: rules.licenses,
  crawlDelay,
  ...(truncated && { truncated }),
  ...(looksLikeHtml && { looksLikeHtml }),
  ...(undeclaredGzip && { undeclaredGzip }),
});

const verdictTexts: Record<OriginRobots["access"]["verdict"], string> = {
  rules: "by its rules",
  allowed: "everything allowed by the policy",
  refused: "everything refused by the policy",
};

function fetchedText(
  url: string,
  { access, rules, sitemaps, crawlDelay }: OriginRobots,
  { allowed, rule, reason }: Explanation,
): string {
  const { redirects, verdict, fetchedAt, expiresAt } = access;
  const why = rule === undefined ? reason : ruleAtLine(rule);
  const rows = [
    `${verdictText(allowed)}  ${printable(url)}  ${verdict === "rules" ? printable(why) : verdictTexts[verdict]}`,
    `  access     ${printable(outcomeOf(access))}; ${verdictTexts[verdict]}`,
    ...redirects.map((one) => `  redirect   ${printable(one)}`),
    `  fetched    ${fetchedAt.toISOString()}, fresh until ${expiresAt.toISOString()}`,
    ...(crawlDelay === undefined ? [] : [`  delay      ${crawlDelay} s`]),
    ...sitemaps.map((one) => `  sitemap    ${printable(one)}`),
    ...rules.licenses.map((one) => `  licence    ${printable(one)}`),
  ];
  return `${rows.join("\n")}\n`;
}

export const command: Command = {
  help: `Usage: robots-wasm fetch ORIGIN|URL… --agent TOKEN [OPTION…]

  ORIGIN|URL…        hosts (https) or URLs; the robots.txt of each origin is fetched once
${agentHelp}
  --user-agent TEXT  the User-Agent header; default: the first token
  --policy NAME      rfc9309 (default), google, google2019, koster1996, norobots1996: what statuses and outages mean
  --timeout SECONDS  the limit for the head and for the body of each response; default 10
${addressesHelp}
  --json             one JSON object for each URL

Exit codes: 0 all URLs are allowed, 1 a URL is refused, 2 a wrong call or a failure, 3 a verdict comes from an outage.
`,
  run,
};
