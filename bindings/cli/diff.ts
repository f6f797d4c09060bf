/** `robots-wasm diff`: shows where dialects, two versions of a file, or two versions of this package disagree. */
import { type ParseOptions, parse } from "../core/deciding.ts";
import { type DialectDifference, diffDialects, diffVersions } from "../tools/diff/index.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode } from "./exit-code.ts";
import { checkedInputs, readFileOrInput, textOf, urlBatches } from "./input.ts";
import { agentHelp, checkedAgents, checkedDialect, leniencyOf, parseWords, readingOptions } from "./options.ts";
import { jsonLine, printable, ruleText, verdictText, writeFully } from "./output.ts";
import { type Recorded, recordedOf } from "./recorded.ts";
import { warnAboutBody } from "./robots-source.ts";

const options = {
  agent: readingOptions.agent,
  dialect: { type: "string", multiple: true },
  lenient: { type: "string", multiple: true },
  url: { type: "string", multiple: true },
  urls: { type: "string" },
  recorded: { type: "string" },
  json: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseWords<typeof options>>["values"];

async function run(words: readonly string[]): Promise<number> {
  const { values: given, positionals: files } = parseWords(words, options);
  if (files.length === 0 || files.length > 2)
    throw usageError(`expected a FILE to compare dialects, or OLD and NEW; got ${files.length} files`);
  const values: Values = { ...given, agent: [...checkedAgents(given.agent)] };
  checkedInputs([...files, values.urls ?? "", values.recorded ?? ""]);
  if (values.recorded !== undefined) return print(recordedLines(files, values.recorded, values));
  const urls = urlsOf(values);
  const bodies = files.map(readFileOrInput);
  for (const [i, body] of bodies.entries()) warnAboutBody(files[i]!, body, parse(body).truncated);
  const exitCode = new ExitCode();
  for await (const read of urlBatches({ urls })) {
    const batch = read.filter((url) => exitCode.isValid(url)).map(textOf);
    const lines = bodies.length === 1 ? dialectLines(bodies[0]!, batch, values) : versionLines(bodies, batch, values);
    if ((await print(lines)) === 1) exitCode.refuse();
  }
  return exitCode.finish();
}

const jsonText = (value: object): string => jsonLine(value).trimEnd();

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

function dialectLines(body: Uint8Array, urls: readonly string[], { agent, dialect, lenient, json }: Values): string[] {
  if (lenient !== undefined) throw usageError("expected --lenient with two files or a record; got it with dialects");
  const names = dialect?.map(checkedDialect);
  if (names?.length === 1) throw usageError("expected two dialects or more to compare; got one");
  const differences = diffDialects(body, agent!, urls, names === undefined ? {} : { dialects: names });
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

function readingOf({ dialect = [], lenient = [] }: Values): ParseOptions {
  if (dialect.length > 1) throw usageError("expected one --dialect to compare versions in; got several");
  return { dialect: checkedDialect(dialect[0] ?? "rfc9309"), leniency: leniencyOf(lenient) };
}

function versionLines(bodies: readonly Uint8Array[], urls: readonly string[], values: Values): string[] {
  const differences = diffVersions(bodies[0]!, bodies[1]!, values.agent!, urls, readingOf(values));
  return differences.map((one) => (values.json ? jsonText(one) : versionText(one)));
}

function recordedLines(files: readonly string[], recorded: string, values: Values): string[] {
  if (files.length > 1 || values.url !== undefined || values.urls !== undefined)
    throw usageError("expected one FILE and no URLs beside --recorded, which has them; got more");
  const rules = parse(readFileOrInput(files[0]!), readingOf(values)).agent(values.agent!);
  return recordedOf(readFileOrInput(recorded))
    .map(({ url, ...before }) => ({ url, before, after: rules.explain(url) }))
    .filter(({ before, after }) => before.allowed !== after.allowed)
    .map((one) => (values.json ? jsonText(one) : versionText(one)));
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
  const why = rule === undefined ? (reason ?? "") : ruleText(rule);
  return `${verdictText(allowed)}  ${printable(why)}`.trimEnd();
}

export const diff: Command = {
  help: `Usage: robots-wasm diff FILE --agent TOKEN [--dialect NAME]… (--url URL… | --urls FILE)
       robots-wasm diff OLD NEW --agent TOKEN [--dialect NAME] (--url URL… | --urls FILE)
       robots-wasm diff FILE --agent TOKEN [--dialect NAME] --recorded FILE

  One file: prints URLs on which dialects disagree, with the columns of docs/dialects.md that make the difference.
  Two files: prints URLs whose verdict changes, with the deciding rules before and after.
  A record of explain --json by another version of robots-wasm: prints its URLs whose verdict changes.

${agentHelp}
  --dialect NAME     one file: two or more dialects to compare, default all; otherwise the dialect to read in
  --lenient OPTION   two files or a record: a leniency option of the dialect, as in check
  --url URL          an absolute URL or a path; repeatable
  --urls FILE        URLs, one per line; - for standard input
  --recorded FILE    lines of check --json or explain --json
  --json             one JSON object for each difference

Exit codes: 0 no difference, 1 differences, 2 a word is not a URL, or a wrong call or a failure.
`,
  run,
};
