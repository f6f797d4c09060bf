/** `robots-wasm diff`: shows where dialects, two versions of a file, or two versions of this package disagree. */

import { pluralise } from "../base/numbers.ts";
import { jsonText } from "../base/printable.ts";
import { urlOf } from "../base/url.ts";
import { type ParseOptions, parse } from "../core/deciding.ts";
import { type DialectDifference, diffDialects, diffVersions } from "../core/diff/index.ts";
import type { ResolvedAgent } from "../owners/agents/index.ts";
import { pagesOfSite } from "../owners/agents/internal.ts";
import { ruleAtLine } from "../owners/assertions/index.ts";
import type { Command } from "./command.ts";
import { audienceFormats, compareForAudiences } from "./diff-audiences.ts";
import { usageError } from "./errors.ts";
import { ExitCode } from "./exit-code.ts";
import { checkedInputs, readFileOrInput, readRobots, urlBatches, urlText } from "./input.ts";
import { type Addresses, addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import {
  agentHelp,
  checkedChoice,
  checkedCrawler,
  checkedDialect,
  leniencyOf,
  parseWords,
  readingOptions,
} from "./options.ts";
import { printable, verdictText, warn, writeFully } from "./output.ts";
import { type Recorded, recordedOf } from "./recorded.ts";
import { isLive, servedBody, warnAboutBody } from "./robots-source.ts";
import { sitemapUrls } from "./sitemap.ts";

const options = {
  ...addressesOption,
  agent: readingOptions.agent,
  dialect: { type: "string", multiple: true },
  lenient: { type: "string", multiple: true },
  url: { type: "string", multiple: true },
  urls: { type: "string" },
  sitemap: { type: "string", multiple: true },
  recorded: { type: "string" },
  format: { type: "string" },
  "fail-on": { type: "string" },
  json: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseWords<typeof options>>["values"];

async function run(words: readonly string[]): Promise<number> {
  const { values: given, positionals: files } = parseWords(words, options);
  if (files.length === 0 || files.length > 2)
    throw usageError(`expected a FILE to compare dialects, or OLD and NEW; got ${files.length} files`);
  checkedInputs([...files, given.urls ?? "", given.recorded ?? ""]);
  const hasUrls = given.url !== undefined || given.urls !== undefined;
  if (files.length === 2 && given.recorded === undefined && (given.agent === undefined || !hasUrls || given.sitemap))
    return await compareAudiences(files, given);
  return await compareForOne(files, given);
}

const LOSSES = ["any", "lost"] as const;
const failsOnLost = ({ "fail-on": level }: Values): boolean =>
  checkedChoice("--fail-on", level ?? "any", LOSSES) === "lost";

async function compareAudiences(files: readonly string[], values: Values): Promise<number> {
  const { dialect = [], lenient, agent, json } = values;
  if (lenient !== undefined) throw usageError("expected --lenient with --agent and URLs; got it without");
  if (dialect.length > 1) throw usageError("expected one --dialect to compare versions in; got several");
  if (json && values.format !== undefined) throw usageError("expected --json or --format; got both");
  const onlyLost = failsOnLost(values);
  const exitCode = new ExitCode();
  const format = checkedChoice("--format", json ? "json" : (values.format ?? "text"), audienceFormats);
  const listed = await countedUrls(values, exitCode);
  const urls = listed && ofTheSite(listed, files);
  const [before, after] = await Promise.all(files.map((file) => versionOf(file, checkedAddresses(values.addresses))));
  const { text, isLost, isDifferent } = compareForAudiences({
    before: before!,
    after: after!,
    file: files[1]!,
    names: agent,
    urls,
    dialect: dialect[0] === undefined ? undefined : checkedDialect(dialect[0]),
    format,
  });
  await writeFully(text);
  if (onlyLost ? isLost : isDifferent) exitCode.refuse();
  return exitCode.finish();
}

function ofTheSite(listed: readonly string[], files: readonly string[]): readonly string[] {
  const { urls, others, host } = pagesOfSite(listed, urlOf(files.find(isLive) ?? "")?.origin);
  if (others > 0) warn(`left out ${pluralise(others, "URL", "URLs")} of other hosts: the versions count for ${host}`);
  return urls;
}

/** The URLs of all options together; undefined without such an option. */
async function countedUrls(values: Values, exitCode: ExitCode): Promise<readonly string[] | undefined> {
  const { url, urls, sitemap = [] } = values;
  if (url === undefined && urls === undefined && sitemap.length === 0) return undefined;
  const lines = url === undefined && urls === undefined ? [] : urlsOf(values);
  const found: string[] = [];
  for await (const read of urlBatches(lines)) found.push(...read.filter((one) => exitCode.isValid(one)).map(urlText));
  const addresses = checkedAddresses(values.addresses);
  const reading = { addresses, agents: ["Googlebot"], keepsPaths: true, onSkip: exitCode.onSkip };
  for (const word of sitemap)
    for await (const batch of sitemapUrls(word, reading)) for (const one of batch) found.push(one);
  return found;
}

/** A file, or the robots.txt that a site serves now. */
async function versionOf(word: string, addresses: Addresses): Promise<Uint8Array> {
  const body = isLive(word) ? await servedBody(word, ["Googlebot"], addresses) : readRobots(word);
  warnAboutBody(word, body, parse(body).truncated);
  return body;
}

async function compareForOne(files: readonly string[], given: Values): Promise<number> {
  if (given.format !== undefined || given.sitemap !== undefined)
    throw usageError(
      `expected --${given.format === undefined ? "sitemap" : "format"} with OLD and NEW for audiences; got it for one crawler`,
    );
  const onlyLost = failsOnLost(given);
  if (given["fail-on"] !== undefined && (files.length === 1 || given.recorded !== undefined))
    throw usageError("expected --fail-on with OLD and NEW; got it with one file");
  const crawler = checkedCrawler(given.agent);
  if (given.recorded !== undefined) return compareRecorded(files, given.recorded, crawler, given);
  const urls = urlsOf(given);
  const bodies = await Promise.all(files.map((file) => versionOf(file, checkedAddresses(given.addresses))));
  const exitCode = new ExitCode();
  for await (const read of urlBatches(urls)) {
    const batch = read.filter((url) => exitCode.isValid(url)).map(urlText);
    if (bodies.length === 1) {
      if ((await print(dialectLines(bodies[0]!, batch, crawler, given))) === 1) exitCode.refuse();
      continue;
    }
    const differences = diffVersions(bodies[0]!, bodies[1]!, crawler.tokens, batch, readingOf(crawler, given));
    await print(differences.map((one) => (given.json ? jsonText(one) : versionText(one))));
    if (differences.some(({ after }) => !onlyLost || !after.allowed)) exitCode.refuse();
  }
  return exitCode.finish();
}

async function print(differences: readonly string[]): Promise<number> {
  await writeFully(differences.map((line) => `${line}\n`).join(""));
  return differences.length > 0 ? 1 : 0;
}

function urlsOf({ url = [], urls }: Values): readonly string[] {
  if (url.length > 0 === (urls !== undefined))
    throw usageError(`expected either --url URL or --urls FILE; got ${urls === undefined ? "neither" : "both"}`);
  if (url.includes("-")) throw usageError("expected --url with a URL, or --urls - for standard input; got --url -");
  if (urls === undefined) return url;
  if (urls !== "-")
    return new TextDecoder()
      .decode(readFileOrInput(urls))
      .split(/\r?\n/)
      .filter((line) => line !== "");
  return ["-"];
}

function dialectLines(
  body: Uint8Array,
  urls: readonly string[],
  { tokens }: ResolvedAgent,
  { dialect, lenient, json }: Values,
): string[] {
  if (lenient !== undefined) throw usageError("expected --lenient with two files or a record; got it with dialects");
  const names = dialect?.map(checkedDialect);
  if (names?.length === 1) throw usageError("expected two dialects or more to compare; got one");
  const differences = diffDialects(body, tokens, urls, names === undefined ? {} : { dialects: names });
  return differences.map((one) => (json ? jsonText(one) : dialectText(one)));
}

function dialectText({ url, verdicts, disagreements }: DialectDifference): string {
  const columnsOf = (name: string): string => {
    const found = disagreements.find(({ dialect }) => dialect === name)?.columns ?? [];
    return found.length === 0 ? "" : `  by ${found.join(", ")}`;
  };
  const rows = Object.entries(verdicts).map(
    ([name, verdict]) => `  ${name.padEnd(14)}${verdictAndRule(verdict)}${columnsOf(name)}`,
  );
  return [printable(url), ...rows].join("\n");
}

function readingOf(crawler: ResolvedAgent, { dialect = [], lenient = [] }: Values): ParseOptions {
  if (dialect.length > 1) throw usageError("expected one --dialect to compare versions in; got several");
  return { dialect: checkedDialect(dialect[0] ?? crawler.dialect), leniency: leniencyOf(lenient) };
}

async function compareRecorded(
  files: readonly string[],
  recorded: string,
  crawler: ResolvedAgent,
  values: Values,
): Promise<number> {
  if (files.length > 1 || values.url !== undefined || values.urls !== undefined)
    throw usageError("expected one FILE and no URLs beside --recorded, which has them; got more");
  const rules = parse(readRobots(files[0]!), readingOf(crawler, values)).agent(crawler.tokens);
  const exitCode = new ExitCode();
  const changes = recordedOf(readFileOrInput(recorded), (text) => exitCode.fail(text))
    .map(({ url, ...before }) => ({ url, before, after: rules.explain(url) }))
    .filter(({ before, after }) => before.allowed !== after.allowed);
  await print(changes.map((one) => (values.json ? jsonText(one) : versionText(one))));
  if (changes.length > 0) exitCode.refuse();
  return exitCode.finish();
}

interface Change {
  readonly url: string;
  readonly before: Verdict;
  readonly after: Verdict;
}

const versionText = ({ url, before, after }: Change): string =>
  [printable(url), `  before  ${verdictAndRule(before)}`, `  after   ${verdictAndRule(after)}`].join("\n");

type Verdict = Omit<Recorded, "url">;

function verdictAndRule({ allowed, reason, rule }: Verdict): string {
  const why = rule === undefined ? (reason ?? "") : ruleAtLine(rule);
  return `${verdictText(allowed)}  ${printable(why)}`.trimEnd();
}

export const command: Command = {
  help: `Usage: robots-wasm diff OLD NEW [--urls FILE] [--sitemap FILE] [--format NAME] [--fail-on lost]
       robots-wasm diff OLD NEW --agent TOKEN [--dialect NAME] (--url URL… | --urls FILE)
       robots-wasm diff FILE --agent TOKEN [--dialect NAME]… (--url URL… | --urls FILE)
       robots-wasm diff FILE --agent TOKEN [--dialect NAME] --recorded FILE

  OLD and NEW, which may be URLs of sites: who loses pages, who gains some, and the responsible line, for each audience:
  Google, Bing, ads, AI search, AI training and others. Without URLs, examples are made from both files.
  With a crawler and URLs: prints URLs whose verdict changes, with the deciding rules before and after.
  One file: prints URLs on which dialects disagree, with the columns of docs/dialects.md that make the difference.
  A record of explain --json by another version of robots-wasm: prints its URLs whose verdict changes.

${agentHelp};
                     for audiences also a company or a product; repeatable
  --dialect NAME     one file: two or more dialects to compare, default all; otherwise the dialect to read in; default:
                     the one that the operator of each crawler documents
  --lenient OPTION   two files or a record: a leniency option of the dialect, as in check
  --url URL          an absolute URL or a path; repeatable
  --urls FILE        URLs, one per line; - for standard input; for audiences, they are counted
  --sitemap FILE     for audiences: also count the URLs of a sitemap and of those that it lists, a file or a URL;
                     repeatable
  --format NAME      for audiences: text (default), json, markdown for a pull request, or github for annotations of NEW
  --fail-on WHAT     two files: any (default) exits with 1 on a difference or a new mistake, lost only if someone loses a page
  --recorded FILE    lines of check --json or explain --json
${addressesHelp}
  --json             one JSON object for each difference, audience or new mistake

Exit codes: 0 no difference, 1 differences, 2 a word is not a URL, or a wrong call or a failure.
`,
  run,
};
