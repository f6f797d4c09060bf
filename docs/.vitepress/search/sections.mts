/** Cuts the pages of docs/ into the sections that search finds. */

import { crawlerPages } from "../build/crawlers.mts";
import { bodyOf, type Item, linkOf, type Section, sectionsOfSite, sourceOf } from "../build/pages.mts";
import { slugsOf } from "../build/slugs.mjs";
import { questionsFor, questionsOfCrawler } from "./questions.mts";
import type { Entry, Question, Searchable } from "./search.mts";
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
  return parts.map(({ heading, markdown }, i) => {
    const text = textOf(markdown);
    return {
      link: i === 0 ? link : `${link}#${slugs[i]}`,
      section,
      page: title,
      heading: i === 0 ? title : heading,
      words: i === 0 ? `${heading} ${alsoFor[path] ?? ""}` : "",
      text,
      isTop: i === 0,
      weight,
    };
  });
}

/** The tester is not a document, but people look for it. */
const tester: Omit<Entry, "id"> = {
  link: "/tester/",
  section: "Site owners",
  page: "Tester",
  heading: "Tester",
  words: "robots.txt tester checker validator test my robots.txt online paste file is my file right check",
  text: "Paste a robots.txt and read what it says to Google, Bing and every AI crawler, which line says so, and what is wrong with it.",
  isTop: true,
  weight: 1.3,
};

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
    weight: 0.3,
  }));

/** The rows of the page "Questions": what is asked, and the first link of the answer. */
const rowsOfQuestions = (): Question[] =>
  Array.from(
    sourceOf("questions").matchAll(/^\| (.+\?) \| [^|]*?\]\(([^)#]+)\.md(#[^)]*)?\)/gm),
    ([, asked, path, anchor]) => [textOf(asked!), `${linkOf(path!)}${anchor ?? ""}`],
  );

const questions = (): Question[] => [
  ...Object.entries(questionsFor).flatMap(([path, asked]) => asked.map((words): Question => [words, linkOf(path)])),
  ...crawlerPages().flatMap(({ slug, agent }) =>
    questionsOfCrawler(agent).map((words): Question => [words, `/crawlers/${slug}`]),
  ),
  ...rowsOfQuestions(),
];

/** What stands under a heading may be typed as the heading says it. Reference and evidence have headings for everything. */
const headingsOf = (entries: readonly Omit<Entry, "id">[]): Question[] =>
  entries.filter(({ weight, isTop }) => weight >= 1 && !isTop).map(({ heading, link }) => [heading, link]);

export function searchable(): Searchable {
  const documented = sectionsOfSite().flatMap((section) => section.items.flatMap((item) => entriesOf(item, section)));
  return {
    entries: [tester, ...crawlerEntries(), ...documented].map((entry, id) => ({ id, ...entry })),
    questions: [...questions(), ...headingsOf(documented)],
  };
}
