/** `robots-wasm diff`: where dialects disagree on one file, or what a change from one version to the next does. */
import { parseArgs } from "node:util";
import { type DialectDifference, diffDialects, diffVersions, type VersionDifference } from "../diff/index.ts";
import type { Explanation } from "../robots/agent-rules.ts";
import { checkedDialect, leniencyOf } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readFileOrInput, urlBatches } from "./input.ts";
import { Misuse } from "./misuse.ts";
import { printable, verdictText, writeFully } from "./output.ts";

const options = {
  agent: { type: "string", multiple: true },
  dialect: { type: "string", multiple: true },
  lenient: { type: "string", multiple: true },
  url: { type: "string", multiple: true },
  urls: { type: "string" },
  json: { type: "boolean" },
} as const;

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

type Values = ReturnType<typeof parsed>["values"];

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals: files } = parsed(words);
  if (files.length === 0 || files.length > 2)
    throw new Misuse(`expected a FILE to compare dialects, or OLD and NEW; got ${files.length} files`);
  if (values.agent === undefined || values.agent.includes("")) throw new Misuse("expected --agent TOKEN; got none");
  const urls = urlsOf(values, files);
  const bodies = files.map(readFileOrInput);
  let differs = false;
  for await (const batch of urlBatches({ urls })) {
    const lines = bodies.length === 1 ? dialectLines(bodies[0]!, batch, values) : versionLines(bodies, batch, values);
    differs ||= lines.length > 0;
    await writeFully(lines.map((line) => `${line}\n`).join(""));
  }
  return differs ? 1 : 0;
}

function urlsOf({ url = [], urls }: Values, files: readonly string[]): readonly string[] {
  if (url.length > 0 === (urls !== undefined))
    throw new Misuse("expected either --url URL or --urls FILE; got both or none");
  if (urls === undefined) return url;
  if (urls !== "-")
    return new TextDecoder()
      .decode(readFileOrInput(urls))
      .split(/\r?\n/)
      .filter((line) => line !== "");
  if (files.includes("-")) throw new Misuse("expected standard input for a file or for the URLs; got both");
  return ["-"];
}

function dialectLines(body: Uint8Array, urls: readonly string[], { agent, dialect, json }: Values): string[] {
  const names = dialect?.map(checkedDialect);
  if (names?.length === 1) throw new Misuse("expected two dialects or more to compare; got one");
  const differences = diffDialects(body, agent!, urls, names === undefined ? {} : { dialects: names });
  return differences.map((one) => (json ? JSON.stringify(one) : dialectText(one)));
}

function dialectText({ url, verdicts, disagreements }: DialectDifference): string {
  const columnsOf = (name: string): string => {
    const found = disagreements.find(({ dialect }) => dialect === name)?.columns ?? [];
    return found.length === 0 ? "" : `  by ${found.join(", ")}`;
  };
  const rows = Object.entries(verdicts).map(
    ([name, answer]) => `  ${name.padEnd(14)}${answerText(answer)}${columnsOf(name)}`,
  );
  return [printable(url), ...rows].join("\n");
}

function versionLines(bodies: readonly Uint8Array[], urls: readonly string[], values: Values): string[] {
  if ((values.dialect?.length ?? 0) > 1) throw new Misuse("expected one --dialect to compare versions in; got several");
  const dialect = checkedDialect(values.dialect?.[0] ?? "rfc9309");
  const leniency = leniencyOf(values.lenient ?? []);
  const differences = diffVersions(bodies[0]!, bodies[1]!, values.agent!, urls, { dialect, leniency });
  return differences.map((one) => (values.json ? JSON.stringify(one) : versionText(one)));
}

const versionText = ({ url, before, after }: VersionDifference): string =>
  [printable(url), `  before  ${answerText(before)}`, `  after   ${answerText(after)}`].join("\n");

const directives = { allow: "Allow", disallow: "Disallow" } as const;

function answerText({ allowed, reason, rule }: Explanation): string {
  const why = rule === undefined ? reason : `line ${rule.line}: ${directives[rule.directive]}: ${rule.pattern}`;
  return `${verdictText(allowed)}  ${printable(why)}`;
}

export const diff: Command = {
  name: "diff",
  summary: "where dialects, or two versions of a file, disagree",
  help: `Usage: robots-wasm diff FILE --agent TOKEN [--dialect NAME]… (--url URL… | --urls FILE)
       robots-wasm diff OLD NEW --agent TOKEN [--dialect NAME] (--url URL… | --urls FILE)

  One file: the URLs on which dialects disagree, with the columns of docs/dialects.md that make the difference.
  Two files: the URLs whose verdict changes, with the rules that decided before and after.

  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --dialect NAME     one file: two or more to compare, default all; two files: the one to read both in
  --lenient SWITCH   two files: a liberty of the dialect, as in check
  --url URL          an absolute URL or a path; repeatable
  --urls FILE        URLs, one a line; - for standard input
  --json             one JSON object a line

Exit codes: 0 no difference, 1 differences, 2 misuse.
`,
  run,
};
