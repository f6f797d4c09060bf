/** `robots-wasm fetch`: what a crawler would learn of origins, and its verdict on URLs, over the network. */
import type { Fetch, Robots, RobotsClient } from "../client/index.ts";
import type { Explanation } from "../core/robots/agent-rules.ts";
import { urlOf } from "../core/robots/url.ts";
import { parseWords } from "./arguments.ts";
import { checkedAgents } from "./checked.ts";
import { checkedClient } from "./client.ts";
import type { Command } from "./command.ts";
import { Misuse } from "./misuse.ts";
import { printable, verdictText, writeFully } from "./output.ts";
import { checkedPolicy } from "./policy.ts";

const options = {
  agent: { type: "string", multiple: true },
  "user-agent": { type: "string" },
  policy: { type: "string" },
  timeout: { type: "string" },
  public: { type: "boolean" },
  json: { type: "boolean" },
} as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const agents = checkedAgents(values.agent);
  if (positionals.length === 0) throw new Misuse("expected an ORIGIN or a URL; got none");
  const urls = positionals.map(checkedUrl);
  const isFtp = urls.some((url) => url.startsWith("ftp:"));
  const fetch = values.public || isFtp ? await nodeFetchFor(values.public === true, isFtp) : undefined;
  const client = clientOf(agents, values, fetch);
  let refused = false;
  for (const url of urls) {
    const robots = await client.get(url);
    const answer = robots.rules.explain(url);
    refused ||= !answer.allowed;
    await writeFully(values.json ? `${JSON.stringify(recordOf(url, robots, answer))}\n` : textOf(url, robots, answer));
  }
  return refused ? 1 : 0;
}

/** A bare host is taken for https. */
function checkedUrl(word: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `https://${word}`;
  const url = urlOf(text);
  if (url === undefined || !/^(https?|ftp):$/.test(url.protocol))
    throw new Misuse(`expected an http, https or ftp URL, or a host; got ${printable(word)}`);
  return url.href;
}

/** Loaded where it is wanted: its packages are optional. */
async function nodeFetchFor(isPublic: boolean, isFtp: boolean): Promise<Fetch> {
  const node = await import("../client/node/index.ts").catch((error: { code?: unknown }) => {
    if (error.code === "ERR_MODULE_NOT_FOUND")
      throw new Misuse("expected the package undici, which --public and ftp: need; it is not installed");
    throw error;
  });
  const fetch = node.nodeFetch({ addresses: isPublic ? "public" : "any" });
  if (isFtp && !fetch.protocols?.includes("ftp:"))
    throw new Misuse("expected the package basic-ftp, which ftp: needs; it is not installed");
  return fetch;
}

function clientOf(
  agent: readonly string[],
  values: ReturnType<typeof parseWords<typeof options>>["values"],
  fetch: Fetch | undefined,
): RobotsClient {
  const policy = checkedPolicy(values.policy ?? "rfc9309");
  const seconds = Number(values.timeout ?? "10");
  if (!(seconds > 0 && seconds <= 3600))
    throw new Misuse(`expected --timeout in seconds, up to 3600; got ${values.timeout}`);
  const timeoutMs = Math.ceil(seconds * 1000);
  const userAgent = values["user-agent"];
  return checkedClient({
    agent,
    policy,
    firstByteTimeoutMs: timeoutMs,
    bodyTimeoutMs: timeoutMs,
    ...(userAgent !== undefined && { userAgent }),
    ...(fetch !== undefined && { fetch }),
  });
}

/** Rules that stand for a policy's verdict are none of the file's. */
const decisionOf = (access: Robots["access"], answer: Explanation): object =>
  access.verdict === "rules" || answer.reason === "robots-txt"
    ? answer
    : { allowed: answer.allowed, reason: access.status };

const recordOf = (url: string, { access, hash, sitemaps, crawlDelay }: Robots, answer: Explanation): object => ({
  url,
  ...decisionOf(access, answer),
  access,
  hash,
  sitemaps,
  crawlDelay,
});

const verdictTexts: Record<Robots["access"]["verdict"], string> = {
  rules: "by its rules",
  allow: "everything allowed by the policy",
  disallow: "everything refused by the policy",
};

function textOf(url: string, { access, sitemaps, crawlDelay }: Robots, { allowed, rule, reason }: Explanation): string {
  const { status, httpStatus, error, redirects, verdict, fetchedAt, expiresAt } = access;
  const why =
    rule !== undefined && verdict === "rules" ? `line ${rule.line}: ${rule.directive} ${rule.pattern}` : reason;
  const outcome = [status, httpStatus, error].filter((one) => one !== undefined).join(", ");
  const rows = [
    `${verdictText(allowed)}  ${printable(url)}  ${verdict === "rules" ? printable(why) : verdictTexts[verdict]}`,
    `  access     ${printable(outcome)}; ${verdictTexts[verdict]}`,
    ...redirects.map((one) => `  redirect   ${printable(one)}`),
    `  fetched    ${fetchedAt.toISOString()}, fresh until ${expiresAt.toISOString()}`,
    ...(crawlDelay === undefined ? [] : [`  delay      ${crawlDelay} s`]),
    ...sitemaps.map((one) => `  sitemap    ${printable(one)}`),
  ];
  return `${rows.join("\n")}\n`;
}

export const fetch: Command = {
  name: "fetch",
  summary: "what a crawler would learn of an origin, over the network",
  help: `Usage: robots-wasm fetch ORIGIN|URL… --agent TOKEN [--user-agent TEXT] [--policy NAME] [--timeout SECONDS] [--public] [--json]

  ORIGIN|URL…        hosts (https) or URLs, whose robots.txt is fetched, each origin once; ftp: needs undici and basic-ftp
  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --user-agent TEXT  the User-Agent header; default the first token
  --policy NAME      rfc9309 (default), google, koster1996: what statuses and outages mean
  --timeout SECONDS  for the head and the whole of each response; default 10
  --public           connects to public addresses only, whatever a name or a redirect says; needs undici
  --json             one JSON object a line

Exit codes: 0 all URLs are allowed, 1 one is refused, 2 misuse.
`,
  run,
};
