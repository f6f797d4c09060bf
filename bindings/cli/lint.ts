/** `robots-wasm lint`: prints findings with the line and a caret under it, as JSON, or as SARIF. */

import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pluralise } from "../base/numbers.ts";
import { namesOfTools } from "../base/other-tools.ts";
import { shorten } from "../base/shorten.ts";
import { hasUtf16Mark } from "../base/utf8.ts";
import {
  applyFixes,
  countIgnored,
  type Finding,
  type FixedFile,
  type FixOptions,
  lint as findingsOf,
  type LintOptions,
  profiles,
  type Severity,
  type TemplateName,
  toSarif,
  type VerdictChange,
} from "../owners/lint/index.ts";
import { templateOfName, templateOfText, templates } from "../owners/lint/internal.ts";
import type { Command } from "./command.ts";
import { toUserError, usageError, withUserValues } from "./errors.ts";
import { checkedFile, checkedInputs, readFileOrInput } from "./input.ts";
import { type LintConfig, readConfig } from "./lint-config.ts";
import { type Addresses, addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import { checkedChoice, checkedDialect, parseWords } from "./options.ts";
import { coloured, FAILED, jsonLine, printable, version, warn, writeError, writeFully } from "./output.ts";
import { isLive, readServedRobots } from "./robots-source.ts";

const formats = ["text", "json", "sarif"] as const;
const profileNames = Object.keys(profiles) as (keyof typeof profiles)[];
const templateNames = Object.keys(templates) as TemplateName[];
const severities: readonly Severity[] = ["info", "warning", "error"];
/** Characters shown of a long line. */
const MAX_SHOWN = 120;

/** Changed verdicts that are printed. */
const MAX_CHANGES_SHOWN = 20;

interface Linted {
  readonly file: string;
  readonly body: Uint8Array;
  readonly findings: readonly Finding[];
  /** How many findings comments of the file leave out. */
  readonly ignoredCount: number;
}

const options = {
  dialect: { type: "string" },
  url: { type: "string" },
  ...addressesOption,
  profile: { type: "string" },
  template: { type: "string" },
  config: { type: "string" },
  format: { type: "string" },
  json: { type: "boolean" },
  fix: { type: "boolean", values: ["repairs"] },
  "fail-on": { type: "string" },
  ignore: { type: "string", multiple: true },
  "no-ignore-comments": { type: "boolean" },
} as const;

const CLEAN = 0;
const FOUND = 1;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals: files } = parseWords(words, options);
  if (files.length === 0) throw usageError("expected a FILE, or - for standard input; got none");
  checkedInputs(files);
  const config = readConfig(values.config);
  const format = checkedChoice("--format", values.format ?? (values.json ? "json" : "text"), formats);
  const failOn = checkedChoice("--fail-on", values["fail-on"] ?? config.failOn ?? "warning", severities);
  const lintOptions = optionsOf(values, config);
  const addresses = checkedAddresses(values.addresses);
  if (values.fix && files.some(isNotAFile))
    throw usageError(`expected files with --fix; got ${files.find(isNotAFile)}`);
  const tagged = values.template === undefined ? files.find((file) => templateOf(file) !== undefined) : files[0];
  if (values.fix && tagged !== undefined)
    throw usageError(`expected files that are not templates with --fix: what tags write is unknown; got ${tagged}`);
  withUserValues(() => findingsOf("", lintOptions));
  const fix = values.fix === undefined ? undefined : { repairs: String(values.fix) === "repairs" };
  const results = await Promise.all(
    files.map((file) =>
      orUserError(file, () => {
        if (fix !== undefined) fixFile(file, { ...lintOptions, ...fix });
        return lintFile(file, lintOptions, addresses);
      }),
    ),
  );
  const linted = results.filter((one) => one !== undefined);
  // An empty log would say that all mistakes are gone.
  if (linted.length > 0) await writeFully(writers[format](linted, failOn));
  if (format !== "text") warnAboutIgnored(linted);
  return linted.length < files.length ? FAILED : exitCodeOf(linted, failOn);
}

const isNotAFile = (file: string): boolean => file === "-" || isLive(file);

const exitCodeOf = (linted: readonly Linted[], failOn: Severity): number =>
  linted.some(({ findings }) => fails(findings, failOn)) ? FOUND : CLEAN;

const fails = (findings: readonly Finding[], failOn: Severity): boolean =>
  findings.some(({ severity }) => severities.indexOf(severity) >= severities.indexOf(failOn));

/** A file that cannot be read is named, and does not lose the findings of the others. */
async function orUserError<T>(file: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const shown = toUserError(error);
    if (shown === undefined) throw error;
    warn(shown.message.includes(file) ? shown.message : `${file}: ${shown.message}`);
    return undefined;
  }
}

/** The reader of a robots.txt of a stranger must know that the file has silenced the linter. */
function warnAboutIgnored(linted: readonly Linted[]): void {
  for (const { file, ignoredCount } of linted) {
    if (ignoredCount > 0)
      warn(
        `${file}: ignore comments in the file hide ${pluralise(ignoredCount, "finding")}; to see them, add --no-ignore-comments`,
      );
  }
}

/** The options of the command line, and of the configuration file where the command line has none. */
function optionsOf(values: ReturnType<typeof parseWords<typeof options>>["values"], config: LintConfig): LintOptions {
  const url = values.url ?? config.url;
  const ignore = [...(config.ignore ?? []), ...(values.ignore ?? [])] as NonNullable<LintOptions["ignore"]>;
  return {
    dialect: checkedDialect(values.dialect ?? config.dialect ?? "rfc9309"),
    profile: checkedChoice("--profile", values.profile ?? config.profile ?? "modern", profileNames),
    ...(url !== undefined && { url }),
    ...(config.agents !== undefined && { agents: config.agents }),
    ...(values.template !== undefined && {
      template: checkedChoice("--template", values.template, templateNames),
    }),
    ignore,
    ignoreComments: !values["no-ignore-comments"],
  };
}

/** Writes the file if there is something to fix. */
function fixFile(file: string, options: FixOptions): void {
  const body = readFileOrInput(file);
  if (templateOf(file, body) !== undefined)
    warn(`${file}: not fixed: it is a template, and what tags write is unknown`);
  else writeFixed(file, applyFixes(body, options));
}

function writeFixed(file: string, fixed: FixedFile): void {
  if (fixed.fixes + fixed.repairs === 0) return;
  checkedFile("a writable file", file, (path) => writeFileSync(path, fixed.body));
  writeError(`${printable(file)}: ${appliedText(fixed)} applied\n`);
  for (const change of fixed.changes.slice(0, MAX_CHANGES_SHOWN))
    writeError(`${printable(changeText(file, change))}\n`);
  const more = fixed.changes.length - MAX_CHANGES_SHOWN;
  if (more > 0) writeError(`${printable(file)}: ${more} more verdicts changed\n`);
}

function changeText(file: string, { agent, path, allowed, dialects }: VerdictChange): string {
  const change = allowed ? `may now fetch ${path}` : `may no longer fetch ${path}`;
  return `${file}: ${agent}${path === undefined ? UNKNOWN_CHANGE : ` ${change}`} (${dialects.join(", ")})`;
}

const UNKNOWN_CHANGE = ": more verdicts may change: the search reached its limit";

function appliedText({ fixes, repairs }: FixedFile): string {
  const texts = [pluralise(fixes, "fix", "fixes"), pluralise(repairs, "repair")];
  return texts.filter((text) => !text.startsWith("0 ")).join(" and ");
}

async function lintFile(file: string, lintOptions: LintOptions, addresses: Addresses): Promise<Linted> {
  const { body, response } = await readServedRobots(file, ["robots-wasm"], addresses);
  const place = response === undefined ? nameOf(file, body) : { url: placeOf(file), response };
  const options = { ...place, ...lintOptions };
  return { file, body, findings: findingsOf(body, options), ignoredCount: countIgnored(body, options) };
}

/** A URL stands for its site, unless it names a robots.txt in a subfolder: crawlers do not request that one. */
const placeOf = (url: string): string =>
  /\/robots\.txt$/i.test(new URL(url).pathname) ? url : new URL("/robots.txt", url).href;

/** The name of a file, which crawlers must find; standard input has none. */
function nameOf(file: string, body: Uint8Array): LintOptions {
  const template = templateOf(file, body);
  if (file === "-") return { ...(template && { template }) };
  return { fileName: basename(file), ...(template && { template }) };
}

/** Hugo and Jekyll write templates into a file named robots.txt. */
const templateOf = (file: string, body?: Uint8Array): TemplateName | undefined =>
  templateOfName(basename(file)) ?? (body && templateOfText(new TextDecoder().decode(body)));

const writers: Record<(typeof formats)[number], (linted: readonly Linted[], failOn: Severity) => string> = {
  text: (linted, failOn) => linted.map((one) => lintedText(one, failOn)).join(""),
  json: (linted) =>
    linted.map(({ file, findings }) => findings.map((one) => jsonLine({ file, ...one })).join("")).join(""),
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

function lintedText({ file, body, findings, ignoredCount }: Linted, failOn: Severity): string {
  const lines = decoderOf(body)
    .decode(body)
    .split(/\r\n|\n|\r/);
  const counts = [...severities].reverse().map((severity) => countText(findings, severity));
  const listed = findings.length === 0 ? "nothing found" : counts.filter((text) => text !== "").join(", ");
  const summary =
    ignoredCount === 0
      ? listed
      : `${listed}, ${ignoredCount} hidden by ignore comments (--no-ignore-comments shows them)`;
  return `${findings.map((finding) => findingText(file, finding, lines[finding.line - 1] ?? "")).join("")}${printable(file)}: ${summary}${failsElsewhere(findings, failOn)}\n`;
}

/** A file that passes here may fail a build that runs another tool. */
function failsElsewhere(findings: readonly Finding[], failOn: Severity): string {
  const tools = [...new Set(findings.flatMap(({ also = [] }) => also))];
  return tools.length === 0 || fails(findings, failOn) ? "" : `; passes here, but not in ${namesOfTools(tools)}`;
}

/** "2 errors"; empty if there is none. */
function countText(findings: readonly Finding[], severity: Severity): string {
  const count = findings.filter((one) => one.severity === severity).length;
  return count === 0 ? "" : pluralise(count, severity, severity === "info" ? "info" : `${severity}s`);
}

/** Decodes like the linter, so the columns agree: in UTF-8, a byte order mark takes one column. */
const decoderOf = (body: Uint8Array): TextDecoder =>
  hasUtf16Mark(body)
    ? new TextDecoder(body[0] === 0xff ? "utf-16le" : "utf-16be")
    : new TextDecoder("utf-8", { ignoreBOM: true });

const colourOf = { error: "red", warning: "yellow", info: "cyan" } as const;

function findingText(file: string, finding: Finding, line: string): string {
  const { code, severity, message, explanation, section, also = [], fix, repair, repairAt } = finding;
  const place = `${printable(file)}:${finding.line}:${finding.column}`;
  const hints = [
    ...(also.length === 0 ? [] : [`  also reported by ${namesOfTools(also)}`]),
    ...(fix === undefined ? [] : [`  write: ${shown(fix)}`]),
    ...(repair === undefined
      ? []
      : [
          `  ${repairAt === undefined ? "probably meant" : `add below line ${repairAt.line}`}: ${shown(repair.trim())}`,
        ]),
  ];
  const rows = [
    `${place}: ${coloured(colourOf[severity], severity)}: ${printable(message)} [${code}]`,
    ...excerpt(line, finding),
    `  ${explanation} (${section})`,
    ...hints,
    "",
  ];
  return `${rows.join("\n")}\n`;
}

/** A byte order mark would be invisible in a terminal. */
const visible = (text: string): string => printable(text).replaceAll("\uFEFF", "\\ufeff");

const shown = (text: string): string => printable(shorten(text, MAX_SHOWN));

/** The line with a caret under the span, both cut to the width of a terminal. */
function excerpt(line: string, { column, endColumn, severity }: Finding): string[] {
  const from = Math.max(0, column - 1 - MAX_SHOWN / 2);
  const before = (from > 0 ? "…" : "") + visible(line.slice(from, column - 1));
  const span = line.slice(column - 1, endColumn - 1);
  const marked = visible(shorten(span, MAX_SHOWN));
  const room = Math.max(0, MAX_SHOWN - before.length - marked.length);
  const after = span.length > MAX_SHOWN ? "" : shorten(visible(line.slice(endColumn - 1)), room);
  return [
    `  | ${before}${marked}${after}`,
    `  | ${" ".repeat(before.length)}${coloured(colourOf[severity], "^".repeat(Math.max(1, marked.length)))}`,
  ];
}

export const command: Command = {
  help: `Usage: robots-wasm lint [--profile modern|bing|all] [--template NAME] [--fix[=repairs]] [--format text|json|sarif] [--fail-on LEVEL] FILE…

  FILE               a robots.txt, https://HOST for the one that a site serves, or - for standard input
  --dialect NAME     the dialect that decides what a rule does: rfc9309 (default), google, koster1996, norobots1996, original1994
  --url URL          the URL of the file, to resolve relative sitemaps
  --profile NAME     modern (default): for site owners, about crawlers of today
                     bing: the same, and what only Bing does
                     all: every finding, also about parsers of the 1994 and 1996 documents
  --template NAME    the language of the tags of a template: liquid, jinja, ejs, erb, php, go; default: by the name of the file, such as
                     robots.txt.liquid, or by its front matter or tags; findings about tags are left out
  --fix              write the fixes to the files, then print the remaining findings; fixes keep every verdict
  --fix=repairs      write what the author probably meant as well, and print the verdicts that change
  --format FORMAT    text (default), json (one finding per line), sarif (2.1.0)
  --json             short for --format json
  --fail-on LEVEL    info, warning (default) or error: the lowest severity that sets exit code 1
  --ignore CODE      leave out a code; repeatable
  --no-ignore-comments
                     print also what comments of the file leave out: for files of strangers
${addressesHelp}
  --config FILE      read options from a JSON file; default robots-lint.json, if it exists

A comment in the file leaves out findings: "# robots-wasm-ignore CODE" for its line, or for the next line if it stands alone;
"# robots-wasm-ignore-file CODE" for the file.

Exit codes: 0 clean, 1 findings, 2 a wrong call or a failure; findings of the files that could be read are printed.
`,
  run,
};
