/** `robots-wasm lint`: prints findings with the line and a caret under it, as JSON, or as SARIF. */

import { hasUtf16Mark } from "../core/robots/text.ts";
import { type Finding, lint as findingsOf, type LintOptions, type Severity, toSarif } from "../tools/lint/index.ts";
import { parseWords } from "./arguments.ts";
import { checkedChoice, checkedDialect } from "./checked.ts";
import type { Command } from "./command.ts";
import { checkedInputs, readFileOrInput } from "./input.ts";
import { Misuse } from "./misuse.ts";
import { printable, writeFully } from "./output.ts";
import { version } from "./version.ts";

const formats = ["text", "json", "sarif"] as const;
const severities: readonly Severity[] = ["info", "warning", "error"];
/** Characters shown of a long line. */
const MAX_SHOWN = 120;

interface Linted {
  readonly file: string;
  readonly body: Uint8Array;
  readonly findings: readonly Finding[];
}

const options = {
  dialect: { type: "string" },
  url: { type: "string" },
  format: { type: "string" },
  "fail-on": { type: "string" },
  ignore: { type: "string", multiple: true },
} as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals: files } = parseWords(words, options);
  if (files.length === 0) throw new Misuse("expected a FILE, or - for standard input; got none");
  checkedInputs(files);
  const format = checkedChoice("--format", values.format ?? "text", formats);
  const failOn = checkedChoice("--fail-on", values["fail-on"] ?? "warning", severities);
  const lintOptions = optionsOf(values);
  const linted = files.map((file) => lintFile(file, lintOptions));
  await writeFully(writers[format](linted));
  const limit = severities.indexOf(failOn);
  return linted.some(({ findings }) => findings.some(({ severity }) => severities.indexOf(severity) >= limit)) ? 1 : 0;
}

function optionsOf({ dialect, url, ignore }: ReturnType<typeof parseWords<typeof options>>["values"]): LintOptions {
  return {
    dialect: checkedDialect(dialect ?? "rfc9309"),
    ...(url !== undefined && { url }),
    ...(ignore !== undefined && { ignore: ignore as NonNullable<LintOptions["ignore"]> }),
  };
}

function lintFile(file: string, lintOptions: LintOptions): Linted {
  const body = readFileOrInput(file);
  try {
    return { file, body, findings: findingsOf(body, lintOptions) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new Misuse(error.message);
    throw error;
  }
}

const writers: Record<(typeof formats)[number], (linted: readonly Linted[]) => string> = {
  text: (linted) => linted.map(textOf).join(""),
  json: (linted) =>
    linted
      .map(({ file, findings }) => findings.map((one) => `${JSON.stringify({ file, ...one })}\n`).join(""))
      .join(""),
  sarif: (linted) =>
    `${JSON.stringify(
      toSarif(
        linted.map(({ file, findings }) => ({ uri: file, findings })),
        version(),
      ),
      null,
      2,
    )}\n`,
};

function textOf({ file, body, findings }: Linted): string {
  const lines = decoderOf(body)
    .decode(body)
    .split(/\r\n|\n|\r/);
  const counts = severities.map(
    (severity) => `${findings.filter((one) => one.severity === severity).length} ${severity}`,
  );
  const summary = findings.length === 0 ? "nothing found" : counts.reverse().join(", ");
  return `${findings.map((finding) => findingText(file, finding, lines[finding.line - 1] ?? "")).join("")}${printable(file)}: ${summary}\n`;
}

/** Decodes like the linter, so the columns agree: in UTF-8, a byte order mark takes one column. */
const decoderOf = (body: Uint8Array): TextDecoder =>
  hasUtf16Mark(body)
    ? new TextDecoder(body[0] === 0xff ? "utf-16le" : "utf-16be")
    : new TextDecoder("utf-8", { ignoreBOM: true });

function findingText(file: string, finding: Finding, line: string): string {
  const { code, severity, message, explanation, section, fix } = finding;
  const place = `${printable(file)}:${finding.line}:${finding.column}`;
  const hint = fix === undefined ? [] : [`  write: ${printable(fix.slice(0, MAX_SHOWN))}`];
  const rows = [
    `${place}: ${severity}: ${printable(message)} [${code}]`,
    ...excerpt(line, finding),
    `  ${explanation} (${section})`,
    ...hint,
    "",
  ];
  return `${rows.join("\n")}\n`;
}

/** A byte order mark would be invisible in a terminal. */
const visible = (text: string): string => printable(text).replaceAll("\uFEFF", "\\ufeff");

/** The line with a caret under the span, both cut to the width of a terminal. */
function excerpt(line: string, { column, endColumn }: Finding): string[] {
  const from = Math.max(0, column - 1 - MAX_SHOWN / 2);
  const before = visible(line.slice(from, column - 1));
  const marked = visible(line.slice(column - 1, Math.min(endColumn - 1, column - 1 + MAX_SHOWN)));
  const after = visible(line.slice(endColumn - 1)).slice(0, Math.max(0, MAX_SHOWN - before.length - marked.length));
  return [
    `  | ${before}${marked}${after}`,
    `  | ${" ".repeat(before.length)}${"^".repeat(Math.max(1, marked.length))}`,
  ];
}

export const lint: Command = {
  name: "lint",
  summary: "find mistakes in a robots.txt",
  help: `Usage: robots-wasm lint [--dialect NAME] [--format text|json|sarif] [--fail-on info|warning|error] FILE…

  FILE               a robots.txt, or - for standard input
  --dialect NAME     the dialect that decides what a rule does: rfc9309 (default), google, koster1996, original1994
  --url URL          the URL of the file, to resolve relative sitemaps
  --format FORMAT    text (default), json (one finding per line), sarif (2.1.0)
  --fail-on LEVEL    the lowest severity that sets exit code 1; default warning
  --ignore CODE      leave out a code; repeatable

Exit codes: 0 clean, 1 findings, 2 misuse.
`,
  run,
};
