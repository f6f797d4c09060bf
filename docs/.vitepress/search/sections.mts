/** Cuts the pages of docs/ into the sections that search finds. */

import { crawlerPages } from "../build/crawlers.mts";
import { bodyOf, type Item, type Section, sectionsOfSite, sourceOf } from "../build/pages.mts";
import { slugsOf } from "../build/slugs.mjs";
import { questionsFor } from "./questions.mts";
import type { Entry } from "./search.mts";
import { alsoFor } from "./words.mts";

/** Longer tables list cases and files: their words would find a page of evidence for everything. */
const MAX_TABLE_ROWS = 20;

const withoutLongTables = (markdown: string): string =>
  markdown.replaceAll(/(?:^\|.*\n)+/gm, (table) => (table.split("\n").length > MAX_TABLE_ROWS ? "" : table));

/** Markdown as words: links lose their targets, tags and marks go. */
const textOf = (markdown: string): string =>
  withoutLongTables(markdown)
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(/<\/?[A-Za-z][^>\n]*>/g, " ")
    .replaceAll(/^```.*$|^\|[-:| ]+\|$/gm, "")
    .replaceAll(/[`*[\]|#>]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

interface Part {
  readonly heading: string;
  readonly markdown: string;
}

/** A page from heading to heading; headings in code do not count. */
function partsOf(body: string): Part[] {
  const parts: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of body.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const heading = isCode ? null : /^#{1,6} +(.*?) *$/.exec(line);
    if (heading !== null) parts.push({ heading: headingOf(heading[1]!), lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ heading, lines }) => ({ heading, markdown: lines.join("\n") }));
}

/** A heading keeps its `*`, which is a name in a robots.txt. */
const headingOf = (markdown: string): string =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(/<\/?[A-Za-z][^>\n]*>|\*\*|[`[\]]/g, "")
    .trim();

function entriesOf({ path, link, text: title }: Item, { title: section, weight }: Section): Omit<Entry, "id">[] {
  const parts = partsOf(bodyOf(sourceOf(path)));
  const slugs = slugsOf(parts.map(({ heading }) => heading));
  const start = textOf(parts[0]?.markdown ?? "").slice(0, START);
  const asked = (questionsFor[path] ?? []).map((question) => ({
    link,
    section,
    page: title,
    heading: title,
    words: question,
    text: start,
    isTop: true,
    isQuestion: true,
    weight,
  }));
  const sections = parts.map(({ heading, markdown }, i) => {
    const text = textOf(markdown);
    return {
      link: i === 0 ? link : `${link}#${slugs[i]}`,
      section,
      page: title,
      heading: i === 0 ? title : heading,
      words: i === 0 ? `${heading} ${alsoFor[path] ?? ""}` : "",
      text,
      isTop: i === 0,
      isQuestion: false,
      weight,
    };
  });
  return [...sections, ...asked];
}

/** What a hit shows of a page that was found by a question. */
const START = 170;

/** The tester is not a document, but people look for it. */
const tester: Omit<Entry, "id"> = {
  link: "/tester/",
  section: "Site owners",
  page: "Tester",
  heading: "Tester",
  words: "robots.txt tester checker validator test my robots.txt online paste file is my file right check",
  text: "Paste a robots.txt and read what it says to Google, Bing and every AI crawler, which line says so, and what is wrong with it.",
  isTop: true,
  isQuestion: false,
  weight: 1.3,
};

const TESTER_QUESTIONS = [
  "test my robots.txt",
  "robots.txt tester",
  "robots.txt checker",
  "robots.txt validator online",
  "is my robots.txt correct",
  "is my file right",
  "check if googlebot is blocked",
  "google robots.txt tester search console",
  "paste my robots.txt",
];

/** Pages that are made from the table of crawlers. */
const crawlerEntries = (): Omit<Entry, "id">[] =>
  crawlerPages().map(({ slug, title, description, agent }) => ({
    link: `/crawlers/${slug}`,
    section: "All crawlers",
    page: title,
    heading: title,
    words: "",
    text: `${description} ${agent.note ?? ""}`.trim(),
    isTop: true,
    isQuestion: false,
    weight: 0.3,
  }));

export const entries = (): Entry[] =>
  [
    tester,
    ...TESTER_QUESTIONS.map((words) => ({ ...tester, words, isQuestion: true })),
    ...crawlerEntries(),
    ...sectionsOfSite().flatMap((section) => section.items.flatMap((item) => entriesOf(item, section))),
  ].map((entry, id) => ({ id, ...entry }));
