/** `robots-wasm test`: checks assertions about a robots.txt, for continuous integration. */
import { dirname, resolve } from "node:path";
import { pluralise } from "../base/numbers.ts";
import type { ParseOptions } from "../core/deciding.ts";
import { crawlersMeant, reasonTexts, ruleAtLine } from "../owners/assertions/index.ts";
import { typedTokens } from "./agent-names.ts";
import type { Assertion, AssertionFile, SitemapAssertion } from "./assertions.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode, outageOf } from "./exit-code.ts";
import { type Addresses, addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import { checkedDialect, dialectHelp, parseWords } from "./options.ts";
import { jsonLine, printable, verdictText, writeFully } from "./output.ts";
import { type Requested, requestedOf, requestedText } from "./requested.ts";
import { fetchedBy, isLive, openRobots, type RobotsSource } from "./robots-source.ts";

const options = {
  robots: { type: "string" },
  ...addressesOption,
  dialect: { type: "string" },
  json: { type: "boolean" },
} as const;

interface Checked extends Assertion {
  readonly passed: boolean;
  readonly allowed: boolean;
  /** Why: `line 3: Disallow: /x`, `no rule matches`. */
  readonly why: string;
  /** Why the robots.txt could not be read, if that decided. */
  readonly outage?: string;
  readonly requested?: Requested;
  /** Why the crawler fetches what the file refuses it. */
  readonly fetchedAnyway?: string;
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw usageError(`expected one FILE of assertions; got ${positionals.length}`);
  const { readAssertions } = await import("./assertions.ts");
  const assertions = readAssertions(file);
  const addresses = checkedAddresses(values.addresses);
  const robots = await robotsOf(file, assertions, addresses, values.robots, values.dialect);
  const exitCode = new ExitCode();
  const checked = assertions.assertions.map((one) => checkOne(robots, one));
  for (const one of assertions.sitemaps) checked.push(...(await checkSitemap(robots, file, one, addresses, exitCode)));
  await writeFully(checked.map((one) => (values.json ? jsonLine(one) : textOf(file, one))).join(""));
  for (const text of assertions.malformed) exitCode.fail(text);
  for (const { passed, outage } of checked) {
    if (!passed) exitCode.refuse();
    exitCode.noteOutage(robots.name, outage);
  }
  if (!values.json) await writeFully(summaryOf(checked));
  return exitCode.finish();
}

function summaryOf(checked: readonly Checked[]): string {
  const failed = checked.filter(({ passed }) => !passed).length;
  const unknown = checked.filter(({ outage }) => outage !== undefined).length;
  const outages = unknown === 0 ? "" : `; ${unknown} by an outage`;
  return `${pluralise(checked.length, "assertion")}: ${checked.length - failed} passed, ${failed} failed${outages}\n`;
}

/** `--robots` is relative to the working directory, `robots:` to the file of assertions. */
async function robotsOf(
  file: string,
  { robots, dialect, assertions, sitemaps }: AssertionFile,
  addresses: Addresses,
  givenRobots?: string,
  givenDialect?: string,
) {
  const path = givenRobots ?? (robots === undefined || isLive(robots) ? robots : resolve(dirname(file), robots));
  if (path === undefined) throw usageError(`expected robots: FILE in ${file}, or --robots FILE; got neither`);
  const reading: ParseOptions = { dialect: checkedDialect(givenDialect ?? dialect ?? "rfc9309") };
  const agents = [...assertions, ...sitemaps].map(({ agent }) => agent);
  const typed = agents.filter((agent) => crawlersMeant(agent, undefined) === undefined).map(typedTokens);
  return openRobots(path, typed[0] ?? ["*"], reading, addresses);
}

/** One that fails speaks for all crawlers of a word such as `search engines`. */
function checkOne(robots: RobotsSource, assertion: Assertion): Checked {
  const crawlers = crawlersMeant(assertion.agent, robots.robots);
  if (crawlers === undefined) return checkObedience(robots, typedTokens(assertion.agent), assertion);
  const each = crawlers.map((tokens) => ({ crawler: tokens[0]!, ...checkFor(robots, tokens, assertion) }));
  const failing = each.filter(({ passed }) => !passed);
  const { crawler, ...shown } = failing[0] ?? each[0]!;
  const more = failing.length > 1 ? ` and ${failing.length - 1} more` : "";
  return failing.length === 0 ? shown : { ...shown, why: `for ${crawler}${more}, ${shown.why}` };
}

/** The pages of a sitemap that are refused, or one row that all are allowed. What cannot be read is a failure. */
async function checkSitemap(
  robots: RobotsSource,
  file: string,
  { agent, sitemap, line }: SitemapAssertion,
  addresses: Addresses,
  exitCode: ExitCode,
): Promise<readonly Checked[]> {
  const word = isLive(sitemap) ? sitemap : resolve(dirname(file), sitemap);
  const { sitemapUrls } = await import("./sitemap.ts");
  const reading = { addresses, agents: ["robots-wasm"], keepsPaths: true, onSkip: exitCode.onSkip };
  const refused: Checked[] = [];
  let last: Checked | undefined;
  for await (const batch of sitemapUrls(word, reading)) {
    for (const url of batch) {
      last = checkOne(robots, { agent, url, line, expected: "allowed" });
      if (!last.passed && refused.length < MAX_REFUSED) refused.push(last);
    }
  }
  if (last === undefined) exitCode.fail(`${file}:${line}: expected pages in the sitemap ${sitemap}; got none`);
  return refused.length === 0 && last !== undefined ? [{ ...last, url: sitemap }] : refused;
}

/** The most pages of a sitemap that are listed. */
const MAX_REFUSED = 100;

/** A refusal by a group for `*` does not hold for a crawler that ignores such groups. */
function checkObedience(robots: RobotsSource, agents: readonly string[], assertion: Assertion): Checked {
  const checked = checkFor(robots, agents, assertion);
  const fetchedAnyway = checked.allowed ? undefined : fetchedBy(robots, agents, robots.rulesFor(agents));
  if (fetchedAnyway === undefined) return checked;
  return { ...checked, passed: false, why: `${checked.why}; ${fetchedAnyway}`, fetchedAnyway };
}

function checkFor(robots: RobotsSource, agents: readonly string[], assertion: Assertion): Checked {
  const rules = robots.rulesFor(agents);
  const { allowed, reason, rule } = rules.explain(assertion.url);
  const requested = requestedOf(rules, assertion.url);
  const outage = outageOf(robots, agents, assertion.url);
  const why = robots.outcome ?? (rule === undefined ? reasonTexts[reason] : ruleAtLine(rule));
  return {
    ...assertion,
    passed: allowed === (assertion.expected === "allowed"),
    allowed,
    why,
    ...(requested !== undefined && { requested }),
    ...(outage !== undefined && { outage }),
  };
}

/** A failure, and what `fetch` would request. */
function textOf(file: string, { passed, agent, url, expected, line, allowed, why, requested }: Checked): string {
  const place = printable(`${file}:${line}: ${agent} ${url}:`);
  const failure = `${place} expected ${expected}; got ${verdictText(allowed)}: ${printable(why)}\n`;
  const note = requested && `${place} ${requestedText([requested])}\n`;
  return `${passed ? "" : failure}${note ?? ""}`;
}

export const command: Command = {
  help: `Usage: robots-wasm test FILE [--robots FILE] [--dialect NAME] [--json]

  FILE               a robots.txt with assertions in comments; the agent is all words before the path or URL:

                       # test: GPTBot /private refused
                       # test: Googlebot https://example.com/ allowed

                     or a YAML or JSON file:

                       robots: robots.txt            # a file, or https://example.com
                       dialect: google               # optional
                       tests:
                         - agent: Googlebot
                           allowed: [/, /products/1]
                           refused: /cart
                         - agent: search engines      # or all crawlers
                           sitemap: public/sitemap.xml # a file or a URL: all its pages are allowed

  --robots FILE      a robots.txt, or the URL of a site, instead of the one that FILE is or names
${dialectHelp}
${addressesHelp}
  --json             one JSON object for each assertion

Prints each failed assertion with the deciding rule and its line. If fetch would request something else than a URL
says, this is printed too.
Exit codes: 0 all assertions hold, 1 an assertion fails, 2 a wrong call, a failure, or an assertion that is not understood, 3 a verdict comes from an outage, also
if the assertion holds.
`,
  run,
};
