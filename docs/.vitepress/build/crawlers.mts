/** What the page of a crawler says, made from its row of the table. */
import { agentChain, habitsOf, identityOf, type KnownAgent, knownAgents, purposeTexts } from "robots-wasm/agents";
import source from "../../../bindings/owners/agents/crawlers.json" with { type: "json" };

export interface CrawlerPage {
  /** The last part of its address: `gptbot`. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly agent: KnownAgent;
}

export const slugOfCrawler = (token: string): string =>
  token
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

interface Source {
  readonly operators: readonly {
    readonly crawlers: readonly { readonly token: string; readonly ifBlocked?: string }[];
  }[];
}

/** What is lost beyond what the purpose says. */
const costs: ReadonlyMap<string, string | undefined> = new Map(
  (source as Source).operators.flatMap(({ crawlers }) => crawlers.map((row) => [row.token, row.ifBlocked])),
);

const SURE: Readonly<Record<KnownAgent["confidence"], string>> = {
  page: "a page of the operator",
  listed: "lists of robots.txt tokens",
  header: "User-Agent headers alone",
  caller: "",
};

const code = (text: string): string => `\`${text}\``;
const listed = (words: readonly string[]): string => words.map(code).join(", then ");

/** Anybody can send its header: the address tells who did. */
function addresses(agent: KnownAgent): readonly (readonly [string, string])[] {
  const identity = identityOf(agent);
  if (identity === undefined) return [];
  const { lists, suffixes, source, checked } = identity;
  const ways = [
    ...lists.map(({ file, url }) => `in [${file}](${url})`),
    ...(suffixes.length === 0 ? [] : [`with a name in DNS under ${suffixes.map(code).join(" or ")}`]),
  ];
  return ways.length === 0
    ? []
    : [["Its addresses", `${ways.join("; ")} ([source](${source}), compared on ${checked})`]];
}

function facts(agent: KnownAgent): readonly (readonly [string, string])[] {
  const {
    token,
    operator,
    purpose,
    alsoFor,
    ignoresStar,
    ignoresRobots,
    crawlDelay,
    status,
    source,
    checked,
    confidence,
  } = agent;
  const purposes = [purpose, ...alsoFor].map((one) => purposeTexts[one].title);
  return [
    ["Operator", operator],
    ["For", purposes.join(", ")],
    ...(status === "active" ? [] : [["Status", status] as const]),
    ["Looks for groups named", listed(agentChain(agent.token))],
    [
      "Without a group of its own",
      ignoresStar ? "it ignores the group for `*`, and fetches everything" : "it obeys the group for `*`",
    ],
    ["Obeys robots.txt", ignoresRobots ? "may ignore it, as its operator says" : "yes, as far as its operator says"],
    ["Crawl-delay", crawlDelay],
    ...(purpose === "permission" ? [] : [["In access logs", `its User-Agent header has ${code(token)}`] as const]),
    ...addresses(agent),
    ["Source", `[${SURE[confidence]}](${source}), compared on ${checked}`],
  ];
}

const tokenIn = (agent: KnownAgent): string => agentChain(agent.token)[0]!;

function blocking(agent: KnownAgent): string {
  const { token, purpose, ignoresRobots } = agent;
  const cost = costs.get(token);
  return [
    `## Block ${token}`,
    `Add these lines at the top of your robots.txt, with an empty line below them ([why there](../guide/recipes.md#add-a-group)):`,
    `\`\`\`\nUser-agent: ${tokenIn(agent)}\nDisallow: /\n\`\`\``,
    ...(ignoresRobots
      ? ["Its operator says that it may ignore robots.txt. To keep it out, refuse its requests at your server or CDN."]
      : []),
    `**What it costs:** ${purposeTexts[purpose].ifBlocked}.${cost === undefined ? "" : ` ${cost}`}`,
    `If your file has a group for ${code(tokenIn(agent))} already, change that one: a crawler combines all groups that name it.`,
  ].join("\n\n");
}

const asking = ({ token }: KnownAgent): string =>
  [
    `## What does my file tell ${token}?`,
    `Paste your file into the <TesterLink>tester</TesterLink> and filter for ${code(token)}, or ask on the command line:`,
    `\`\`\`sh\nnpx robots-wasm-cli agents https://shop.example --agent "${token}"\n\`\`\``,
  ].join("\n\n");

function others(agent: KnownAgent): string {
  const same = knownAgents.filter(
    (one) => one !== agent && one.operator === agent.operator && agent.operator !== "unknown",
  );
  if (same.length === 0) return "";
  const links = same.map(({ token }) => `[${token}](./${slugOfCrawler(token)}.md)`);
  return `## Other crawlers of ${agent.operator}\n\n${links.join(", ")}.`;
}

function habits(agent: KnownAgent): string {
  const said = habitsOf(agent);
  if (said.length === 0) return "";
  return `## What ${agent.operator} does differently\n\n${said.map(({ habit, source }) => `- ${habit} ([source](${source}))`).join("\n")}`;
}

const summaryOf = ({ token, operator, purpose, status }: KnownAgent): string =>
  `${token} is ${status === "active" ? "a name" : "an old name"} that ${operator === "unknown" ? "a crawler" : operator} uses for: ${purposeTexts[purpose].title}.`;

/** A paragraph says it as a sentence; a table of one fact a line follows. */
function pageOf(agent: KnownAgent): CrawlerPage {
  const { token, note } = agent;
  const description = summaryOf(agent);
  const parts = [
    `# ${token}`,
    `${description}${note === undefined ? "" : ` ${note}`}`,
    `| about | ${token} |\n|---|---|\n${facts(agent)
      .map(([name, text]) => `| ${name} | ${text} |`)
      .join("\n")}`,
    blocking(agent),
    asking(agent),
    habits(agent),
    others(agent),
    "[All crawlers](./index.md)",
  ];
  return {
    slug: slugOfCrawler(token),
    title: token,
    description,
    markdown: parts.filter((part) => part !== "").join("\n\n"),
    agent,
  };
}

export const crawlerPages = (): readonly CrawlerPage[] => knownAgents.map(pageOf);
