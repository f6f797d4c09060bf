/** `robots-wasm fetch`: what a crawler would learn of origins, and its verdict on URLs, over the network. */
import { parseArgs } from "node:util";
import { policies, type Robots, RobotsClient } from "../client/index.ts";
import type { Explanation } from "../robots/agent-rules.ts";
import type { Command } from "./command.ts";
import { Misuse } from "./misuse.ts";
import { printable, verdictText, writeFully } from "./output.ts";

const options = {
  agent: { type: "string", multiple: true },
  "user-agent": { type: "string" },
  policy: { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean" },
} as const;

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(words);
  if (values.agent === undefined || values.agent.includes("")) throw new Misuse("expected --agent TOKEN; got none");
  if (positionals.length === 0) throw new Misuse("expected an ORIGIN or a URL; got none");
  const urls = positionals.map(checkedUrl);
  const client = clientOf(values.agent, values);
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
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Misuse(`expected an http or https URL, or a host; got ${printable(word)}`);
  return new URL(text).href;
}

function clientOf(agent: readonly string[], values: ReturnType<typeof parsed>["values"]): RobotsClient {
  const policy = policies.find(({ name }) => name === (values.policy ?? "rfc9309"));
  if (policy === undefined)
    throw new Misuse(
      `expected --policy to be one of ${policies.map(({ name }) => name).join(", ")}; got ${values.policy}`,
    );
  const seconds = Number(values.timeout ?? "10");
  if (!(seconds > 0 && seconds <= 3600))
    throw new Misuse(`expected --timeout in seconds, up to 3600; got ${values.timeout}`);
  const timeoutMs = Math.ceil(seconds * 1000);
  const userAgent = values["user-agent"];
  return new RobotsClient({
    agent,
    policy,
    firstByteTimeoutMs: timeoutMs,
    bodyTimeoutMs: timeoutMs,
    ...(userAgent !== undefined && { userAgent }),
  });
}

const recordOf = (url: string, { access, hash, sitemaps, crawlDelay }: Robots, answer: Explanation): object => ({
  url,
  ...answer,
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
  const rows = [
    `${verdictText(allowed)}  ${printable(url)}  ${verdict === "rules" ? printable(why) : verdictTexts[verdict]}`,
    `  access     ${[status, httpStatus, error].filter((one) => one !== undefined).join(", ")}; ${verdictTexts[verdict]}`,
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
  help: `Usage: robots-wasm fetch ORIGIN|URL… --agent TOKEN [--user-agent TEXT] [--policy NAME] [--timeout SECONDS] [--json]

  ORIGIN|URL…        hosts (https) or URLs, whose robots.txt is fetched, each origin once
  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --user-agent TEXT  the User-Agent header; default the first token
  --policy NAME      rfc9309 (default), google, koster1996: what statuses and outages mean
  --timeout SECONDS  for the head and the whole of each response; default 10
  --json             one JSON object a line

Exit codes: 0 all URLs are allowed, 1 one is refused, 2 misuse.
`,
  run,
};
