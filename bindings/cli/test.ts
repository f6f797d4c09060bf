/** `robots-wasm test`: checks assertions about a robots.txt, for continuous integration. */
import { dirname, resolve } from "node:path";
import { pluralise } from "../base/numbers.ts";
import type { ParseOptions } from "../core/deciding.ts";
import type { Refusal } from "../crawl/client/index.ts";
import type { VerdictNotes } from "../owners/agents/internal.ts";
import { AssertionChecker, type CheckResult, crawlersMeant, dialectText, whyText } from "../owners/assertions/index.ts";
import { typedCrawler } from "./agent-names.ts";
import type { Assertion, AssertionFile, SitemapAssertion } from "./assertions.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode } from "./exit-code.ts";
import { type Addresses, addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import { checkedDialect, ownDialectHelp, parseWords } from "./options.ts";
import { jsonLine, printable, verdictText, writeFully } from "./output.ts";
import { type Requested, requestedOf, requestedText } from "./requested.ts";
import { isLive, openRobots, outageFor, outcomeOf, refusalIn, type SourceReading } from "./robots-source.ts";

const options = {
  robots: { type: "string" },
  ...addressesOption,
  dialect: { type: "string" },
  json: { type: "boolean" },
} as const;

type Checked = Assertion & CheckResult<SourceReading>;

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
  const checker = new AssertionChecker(robots);
  const checked = assertions.assertions.map((one) => checker.check(one));
  for (const one of assertions.sitemaps) checked.push(...(await checkSitemap(checker, file, one, addresses, exitCode)));
  const reports = checked.flatMap((one) => reportOf(one) ?? []);
  await writeFully(reports.map((one) => (values.json ? jsonLine(one) : reportText(file, one))).join(""));
  for (const text of assertions.malformed) exitCode.fail(text);
  for (const { problem, line } of checked) if (problem !== undefined) exitCode.fail(`${file}:${line}: ${problem}`);
  for (const { passed, outage } of reports) {
    if (!passed) exitCode.refuse();
    exitCode.noteOutage(robots.name, outage);
  }
  if (!values.json) await writeFully(summaryOf(reports));
  return exitCode.finish();
}

function summaryOf(checked: readonly Report[]): string {
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
  const name = givenDialect ?? dialect;
  const reading: ParseOptions = name === undefined ? {} : { dialect: checkedDialect(name) };
  const agents = [...assertions, ...sitemaps].map(({ agent }) => agent);
  const typed = agents.filter((agent) => crawlersMeant(agent, undefined) === undefined).map(typedCrawler);
  return openRobots(path, typed[0]?.tokens ?? ["*"], reading, addresses);
}

/** The pages of a sitemap that are refused, or one row that all are allowed. What cannot be read is a failure. */
async function checkSitemap(
  checker: AssertionChecker<SourceReading>,
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
      last = checker.check({ agent, url, line, expected: "allowed" });
      if (!last.passed && refused.length < MAX_REFUSED) refused.push(last);
    }
  }
  if (last === undefined) exitCode.fail(`${file}:${line}: expected pages in the sitemap ${sitemap}; got none`);
  return refused.length === 0 && last !== undefined ? [{ ...last, url: sitemap }] : refused;
}

/** The most pages of a sitemap that are listed. */
const MAX_REFUSED = 100;

/** What is said about an assertion. */
interface Report extends Assertion, VerdictNotes, Partial<Refusal> {
  readonly passed: boolean;
  readonly allowed: boolean;
  /** Why: `line 3: Disallow: /x`, `no rule matches`. */
  readonly why: string;
  /** Why the robots.txt could not be read, if that decided. */
  readonly outage?: string | undefined;
  readonly requested?: Requested | undefined;
}

function reportOf({ reading, explanation, failing, problem, ...assertion }: Checked): Report | undefined {
  if (reading === undefined || explanation === undefined || problem !== undefined) return undefined;
  const { allowed, reason } = explanation;
  const { access, crawler, rules } = reading;
  const decided = access === undefined || reason === "robots-txt" ? whyText(explanation, assertion) : outcomeOf(access);
  const outage = outageFor(reading, assertion.url);
  const more = failing !== undefined && failing > 1 ? ` and ${failing - 1} more` : "";
  return {
    ...assertion,
    allowed,
    why: failing === undefined ? decided : `for ${crawler.tokens[0]}${more}, ${decided}`,
    requested: requestedOf(rules, assertion.url),
    outage,
    ...(allowed ? {} : refusalIn(reading, outage)),
  };
}

/** A failure, what `fetch` would request, and the dialect that was read if another decides otherwise. */
function reportText(file: string, report: Report): string {
  const { passed, agent, url, expected, line, allowed, why, requested } = report;
  const failure = `expected ${expected}; got ${verdictText(allowed)}: ${printable(why)}`;
  const notes = [passed ? undefined : failure, requested && requestedText([requested]), dialectText(report)];
  const place = printable(`${file}:${line}: ${agent} ${url}:`);
  return notes.map((text) => (text === undefined ? "" : `${place} ${text}\n`)).join("");
}

export const command: Command = {
  help: `Usage: robots-wasm test FILE [--robots FILE] [--dialect NAME] [--json]

  FILE               a robots.txt with assertions in comments; the agent is all words before the path or URL:

                       # test: GPTBot /private refused
                       # test: Googlebot https://example.com/ allowed

                     or a YAML or JSON file:

                       robots: robots.txt            # a file, or https://example.com
                       dialect: google               # optional: for all crawlers
                       tests:
                         - agent: Googlebot
                           allowed: [/, /products/1]
                           refused: /cart
                         - agent: search engines      # or all crawlers
                           sitemap: public/sitemap.xml # a file or a URL: all its pages are allowed

  --robots FILE      a robots.txt, or the URL of a site, instead of the one that FILE is or names
${ownDialectHelp}
${addressesHelp}
  --json             one JSON object for each assertion

Prints each failed assertion with the deciding rule and its line. If fetch would request something else than a URL
says, this is printed too.
Exit codes: 0 all assertions hold, 1 an assertion fails, 2 a wrong call, a failure, or an assertion that is not understood, 3 a verdict comes from an outage, also
if the assertion holds.
`,
  run,
};
