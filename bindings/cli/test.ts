/** `robots-wasm test`: checks assertions about a robots.txt, for continuous integration. */
import { dirname, resolve } from "node:path";
import { pluralise } from "../base/numbers.ts";
import type { ParseOptions } from "../core/deciding.ts";
import { reasonTexts, ruleAtLine } from "../owners/assertions/index.ts";
import { typedTokens } from "./agent-names.ts";
import type { Assertion, AssertionFile } from "./assertions.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode, outageOf } from "./exit-code.ts";
import { type Addresses, addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import { checkedDialect, dialectHelp, parseWords } from "./options.ts";
import { jsonLine, printable, verdictText, writeFully } from "./output.ts";
import { type Requested, requestedOf, requestedText } from "./readings.ts";
import { isLive, openRobots, type RobotsSource } from "./robots-source.ts";

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
  readonly reading: "written";
  readonly requested?: Requested;
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw usageError(`expected one FILE of assertions; got ${positionals.length}`);
  const { readAssertions } = await import("./assertions.ts");
  const assertions = readAssertions(file);
  const robots = await robotsOf(file, assertions, checkedAddresses(values.addresses), values.robots, values.dialect);
  const checked = assertions.assertions.map((one) => checkOne(robots, one));
  await writeFully(checked.map((one) => (values.json ? jsonLine(one) : textOf(file, one))).join(""));
  const exitCode = new ExitCode();
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
  { robots, dialect, assertions }: AssertionFile,
  addresses: Addresses,
  givenRobots?: string,
  givenDialect?: string,
) {
  const path = givenRobots ?? (robots === undefined || isLive(robots) ? robots : resolve(dirname(file), robots));
  if (path === undefined) throw usageError(`expected robots: FILE in ${file}, or --robots FILE; got neither`);
  const reading: ParseOptions = { dialect: checkedDialect(givenDialect ?? dialect ?? "rfc9309") };
  for (const { agent } of assertions) typedTokens(agent);
  return openRobots(path, typedTokens(assertions[0]?.agent ?? "*"), reading, addresses);
}

function checkOne(robots: RobotsSource, assertion: Assertion): Checked {
  const agents = typedTokens(assertion.agent);
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
    reading: "written",
    ...(requested !== undefined && { requested }),
    ...(outage !== undefined && { outage }),
  };
}

/** A failure, and what `fetch` would request. */
function textOf(
  file: string,
  { passed, agent, url, expected, line, allowed, why, reading, requested }: Checked,
): string {
  const place = printable(`${file}:${line}: ${agent} ${url}:`);
  const failure = `${place} expected ${expected}; got ${verdictText(allowed)}: ${printable(why)}\n`;
  const note = requested && `${place} ${requestedText(reading, [requested])}\n`;
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

  --robots FILE      a robots.txt, or the URL of a site, instead of the one that FILE is or names
${dialectHelp}
${addressesHelp}
  --json             one JSON object for each assertion

Prints each failed assertion with the deciding rule and its line. URLs are decided as they are written; if fetch would
request something else, this is printed too.
Exit codes: 0 all assertions hold, 1 an assertion fails, 2 a wrong call, a failure, or an assertion that is not understood, 3 a verdict comes from an outage, also
if the assertion holds.
`,
  run,
};
