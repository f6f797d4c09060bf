/** `robots-wasm diff OLD NEW` without URLs, or without a crawler: who loses pages and who gains some, by audience. */

import { pluralise } from "../base/numbers.ts";
import type { DialectName } from "../core/index.ts";
import {
  type AudienceChange,
  type AudienceText,
  audienceChanges,
  audienceTexts,
  type Crowd,
  crowdOf,
  crowdsBetween,
  type FieldChange,
  fieldChanges,
  fieldText,
  gains,
  type Headline,
  headlineOf,
  loses,
  placeOf,
  type Responsible,
} from "../owners/agents/internal.ts";
import { type Finding, newMistakes } from "../owners/lint/index.ts";
import { agentRowsNamed } from "./agent-names.ts";
import { jsonLine, printable } from "./output.ts";

export const audienceFormats = ["text", "json", "markdown", "github"] as const;

interface AudienceQuestion {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The new file, for annotations. */
  readonly file: string;
  /** As typed; without them, all known crawlers by audience. */
  readonly names: readonly string[] | undefined;
  /** Without them, examples are made. */
  readonly urls: readonly string[] | undefined;
  readonly dialect: DialectName | undefined;
  readonly format: (typeof audienceFormats)[number];
}

interface AudienceResult {
  readonly text: string;
  readonly isDifferent: boolean;
  /** Whether anyone loses a page, or may lose one: the search for examples was ended. */
  readonly isLost: boolean;
}

interface Report {
  readonly question: AudienceQuestion;
  readonly changes: readonly AudienceChange[];
  readonly texts: readonly AudienceText[];
  readonly fields: readonly FieldChange[];
  readonly mistakes: readonly Finding[];
  readonly headline: Headline;
}

export function compareForAudiences(question: AudienceQuestion): AudienceResult {
  const { before, after, urls, dialect, format } = question;
  const options = { crowds: crowdsFor(question), ...(urls && { urls }), ...(dialect && { dialect }) };
  const changes = audienceChanges(before, after, options);
  const mistakes = newMistakes(before, after);
  const texts = audienceTexts(changes, urls?.length);
  const rows = options.crowds.flatMap((crowd) => crowd.rows);
  const fields = fieldChanges(before, after, rows, dialect);
  const headline = headlineOf(changes, { mistakes: mistakes.length, fields });
  const report = { question, changes, texts, fields, mistakes, headline };
  const isLost = changes.some((one) => loses(one) || one.mayChange);
  return {
    text: writers[format](report),
    isLost,
    isDifferent: isLost || mistakes.length + fields.length > 0 || changes.some(gains),
  };
}

const crowdsFor = ({ before, after, names }: AudienceQuestion): readonly Crowd[] =>
  names === undefined ? crowdsBetween(before, after) : names.flatMap(agentRowsNamed).map(crowdOf);

const MADE =
  "We do not know your pages, so these are examples made from both files. Count your pages with --urls or --sitemap.";

const byText = (by: Responsible): string => `${placeOf(by)}: ${by.rule}`;
const mistakeText = ({ line, message }: Finding): string => `line ${line}: ${message}`;
const saysAll = ({ says, counts, isLikeBefore }: AudienceText): string =>
  isLikeBefore ? says : [says, counts].filter((one) => one !== "").join("; ");

function textReport({ texts, fields, mistakes, headline, question }: Report): string {
  const width = Math.max(...texts.map(({ title }) => title.length));
  const rows = texts.map((one) => {
    const by = one.by === undefined || one.isLikeBefore ? "" : `  ${byText(one.by)}`;
    return `${one.title.padEnd(width)}  ${saysAll(one)}${by}`;
  });
  const wrong =
    mistakes.length === 0 ? [] : [`${pluralise(mistakes.length, "new mistake")}: ${mistakeText(mistakes[0]!)}`];
  const title = [headline.title, headline.loss].filter((one) => one !== "").join(" ");
  const others = fields.length === 0 ? [] : ["", ...fields.map(fieldText)];
  const lines = [title, "", ...rows, ...others, ...(wrong.length === 0 ? [] : ["", ...wrong])];
  return `${[...lines, ...(question.urls === undefined ? ["", MADE] : [])].map(printable).join("\n")}\n`;
}

function jsonReport({ changes, fields, mistakes }: Report): string {
  const rows = changes.map(({ audience, refused: [refusedBefore, refusedAfter], ignoresStar: _, ...change }) =>
    jsonLine({ audience: audience.id, title: audience.title, refusedBefore, refusedAfter, ...change }),
  );
  return [
    ...rows,
    ...[...fields.map((field) => ({ field })), ...mistakes.map((mistake) => ({ mistake }))].map(jsonLine),
  ].join("");
}

/** Text of a file in Markdown, shown as it is. */
const cell = (text: string): string =>
  printable(text)
    .replaceAll(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)
    .replaceAll(/[\\`*_{}[\]()#+!|~@:]/g, "\\$&");

function markdownReport({ texts, fields, mistakes, headline, question }: Report): string {
  const rows = texts.map((one) => {
    const by = one.by === undefined || one.isLikeBefore ? "" : byText(one.by);
    return `| ${[one.title, saysAll(one), by].map(cell).join(" | ")} |`;
  });
  const wrong = mistakes.map((mistake) => `- ${cell(mistakeText(mistake))}`);
  return [
    `### robots.txt: ${headline.title}`,
    ...(headline.loss === "" ? [] : ["", `**${cell(headline.loss)}**`]),
    "",
    "| who | what changes | because of |\n|---|---|---|",
    ...rows,
    ...(fields.length === 0 ? [] : ["", ...fields.map((change) => `- ${cell(fieldText(change))}`)]),
    ...(wrong.length === 0 ? [] : ["", `${pluralise(mistakes.length, "new mistake")}:`, "", ...wrong]),
    ...(question.urls === undefined ? ["", MADE] : []),
    "",
  ]
    .join("\n")
    .replace("|---|\n\n|", "|---|\n|");
}

const escapeData = (text: string): string =>
  text.replaceAll(/[%\r\n]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** A line of the old file has no place in the new one. */
function annotation(
  level: "error" | "warning",
  { file }: AudienceQuestion,
  line: number | undefined,
  text: string,
): string {
  const at = line === undefined ? "" : `,line=${line}`;
  return `::${level} file=${escapeProperty(file)}${at},title=robots.txt::${escapeData(printable(text))}\n`;
}

/** Commands of a GitHub runner: an annotation for each loss, and for each new mistake. */
function githubReport({ changes, texts, mistakes, question }: Report): string {
  const losses = changes.flatMap(({ audience, lost }, i) => {
    const { by, says, title } = texts[i]!;
    if (lost.tokens.length + lost.whole.length === 0) return [];
    const text = `${title}: ${says}${by === undefined ? "" : ` (${byText(by)})`}`;
    return [annotation(audience.isSales ? "error" : "warning", question, by?.isRemoved ? undefined : by?.line, text)];
  });
  return [...losses, ...mistakes.map((one) => annotation("error", question, one.line, one.message))].join("");
}

const writers: Readonly<Record<AudienceQuestion["format"], (report: Report) => string>> = {
  text: textReport,
  json: jsonReport,
  markdown: markdownReport,
  github: githubReport,
};
