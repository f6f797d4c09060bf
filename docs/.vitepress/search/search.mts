/** Search over the sections of all pages; the page and the tests of it share this file. */
import MiniSearch, { type Options, type SearchOptions } from "minisearch";
import { everywhere, stopWords, synonyms } from "./words.mts";

export interface Entry {
  readonly id: number;
  /** Without the base of the site. */
  readonly link: string;
  /** Of the navigation. */
  readonly section: string;
  /** The page's title. */
  readonly page: string;
  readonly heading: string;
  /** Other words for it. */
  readonly words: string;
  readonly text: string;
  /** Whether it is the beginning of its page. */
  readonly isTop: boolean;
  /** Whether it is a question that the page answers, in `words`. */
  readonly isQuestion: boolean;
  readonly weight: number;
}

/** A piece of an excerpt; what was searched for is marked. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

export interface Hit extends Pick<Entry, "link" | "section" | "page" | "heading"> {
  readonly excerpt: readonly Piece[];
}

/** A page, by its best section, and the next best ones. */
export interface FoundPage extends Hit {
  readonly more: readonly Hit[];
}

const WORDS = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu;

/** `crawlDelay` and `Crawl-delay` are found by `crawldelay`, by `crawl` and by `delay`. */
function indexedWords(text: string): string[] {
  return (text.match(WORDS) ?? []).flatMap((word) => {
    const parts = word.split(/-|(?<=\p{Ll})(?=\p{Lu})/u);
    return parts.length === 1 ? parts : [parts.join(""), ...parts];
  });
}

/** Names of the API stay whole: `isAllowed` is not a question about what is allowed. */
const askedWords = (text: string): string[] => (text.match(WORDS) ?? []).flatMap((word) => word.split("-"));

const MIN_STEM = 4;

/** Lower case, without the plural's s; null for words that say nothing. */
function term(word: string): string | null {
  const lower = word.toLowerCase();
  if (stopWords.has(lower)) return null;
  return lower.length > MIN_STEM && /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

const options: Options<Entry> = {
  fields: ["heading", "page", "words", "text"],
  storeFields: ["link", "section", "page", "heading", "words", "text", "isTop", "isQuestion", "weight"],
  tokenize: indexedWords,
  processTerm: term,
};

export type Index = MiniSearch<Entry>;

/** Made where it is used: an index in JSON is 1.6 times as long as its entries after gzip. Typing goes on meanwhile. */
export async function indexOf(entries: readonly Entry[]): Promise<Index> {
  const index = new MiniSearch<Entry>(options);
  await index.addAllAsync(entries, { chunkSize: 100 });
  return index;
}

/** A status such as 503 is also written 5xx, and an error's code stands where errors are. */
const alternatives = (word: string): string[] => [
  ...(word.startsWith("err_") ? ["error"] : []),
  ...(/^[45]\d\d$/.test(word) ? [`${word[0]}xx`] : []),
  ...(synonyms[word] ?? []),
];

const boost = { heading: 4, page: 3, words: 3, text: 1 };

/** A page that begins with the words is better than a section somewhere in one. */
const TOP = 1.4;

/** Guides answer questions; reference and evidence mention everything. */
const GUIDE = 1.5;

/** A question that was typed as a whole. */
const QUESTION = 2;

/** Who types `isAllowed` or `RobotsClient` wants its signature. */
const NAME = /\p{Ll}\p{Lu}|^ERR_/u;
const REFERENCE = "API";
const REFERENCE_FOR_NAME = 6;

const searchOptions: SearchOptions = {
  boost,
  tokenize: askedWords,
  prefix: (word) => word.length > 1,
  weights: { prefix: 0.3, fuzzy: 0.2 },
};

/** A heading that says just what was typed, such as `parse`. */
const SAME_HEADING = 2.5;

const meaningful = (text: string): string[] =>
  askedWords(text)
    .map(term)
    .filter((word) => word !== null);

function optionsFor(text: string): SearchOptions {
  const asked = meaningful(text).join(" ");
  const typed = new Set(meaningful(text));
  const forReference = NAME.test(text) ? REFERENCE_FOR_NAME : 1;
  return {
    ...searchOptions,
    boostDocument(_, __, stored) {
      const { weight, isTop, isQuestion, section, heading, words, link } = stored as unknown as Entry;
      const sameHeading = meaningful(isQuestion ? words : heading).join(" ") === asked ? SAME_HEADING : 1;
      const guide = pageOf(link).startsWith("/guide/") ? GUIDE : 1;
      return (
        weight *
        guide *
        (isTop ? TOP : 1) *
        (section === REFERENCE ? forReference : 1) *
        sameHeading *
        (isQuestion ? shareOf(words, typed) : 1)
      );
    },
  };
}

/** How much of a question was typed: one word of six is a weak sign. */
function shareOf(question: string, typed: ReadonlySet<string>): number {
  const words = toldApart(meaningful(question));
  return (QUESTION * words.filter((word) => typed.has(word)).length) / words.length;
}

type Query = Parameters<Index["search"]>[0];

/** A word that no document has may be misspelt. One that a document has never is: GPTBot is not a Clock. */
function queryFor(index: Index, word: string): Query {
  const queries: Query[] = [word, ...alternatives(word)];
  const found = index.search({ combineWith: "OR", queries }, searchOptions);
  return { combineWith: "OR", queries, ...(found.length === 0 && word.length > 3 ? { fuzzy: 0.25 } : {}) };
}

const MAX_PAGES = 8;
const MAX_MORE = 2;

/** "robots.txt" says something only if it is all that was typed. */
function toldApart(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !everywhere.has(word));
  return others.length === 0 ? words : others;
}

/** A page with every word of a question is better than one with some of them many times. */
const ALL_WORDS = 2;

/** The pages that have words of the text. The best comes first. */
export function search(index: Index, text: string): FoundPage[] {
  const words = toldApart(meaningful(text));
  if (words.length === 0) return [];
  const queries = words.map((word) => queryFor(index, word));
  const spellings = words.map((word) => new Set([word, ...alternatives(word)]));
  const found = index.search({ combineWith: "OR", queries }, optionsFor(text)) as unknown as readonly Scored[];
  const ranked = found.map((one) => {
    const count = spellings.filter((known) => one.queryTerms.some((term) => known.has(term))).length;
    return { ...one, score: one.score * (count / words.length) ** ALL_WORDS };
  });
  return byPage(ranked.sort((x, y) => y.score - x.score)).slice(0, MAX_PAGES);
}

type Scored = Omit<Entry, "id" | "words"> & {
  readonly score: number;
  readonly terms: readonly string[];
  readonly queryTerms: readonly string[];
};

const pageOf = (link: string): string => link.replace(/#.*$/, "");

/** Sections come in the order of their scores, so pages do too. */
function byPage(found: readonly Scored[]): FoundPage[] {
  const pages = new Map<string, Scored[]>();
  for (const one of found) pages.set(pageOf(one.link), [...(pages.get(pageOf(one.link)) ?? []), one]);
  return [...pages.values()].map((sections) => {
    const [best, ...more] = sections.map(hitOf);
    const shown = [best!, ...more].find(({ excerpt }) => excerpt.some(({ isMatch }) => isMatch)) ?? best!;
    return { ...best!, excerpt: shown.excerpt, more: more.slice(0, MAX_MORE) };
  });
}

const hitOf = ({ link, section, page, heading, text, terms }: Scored): Hit => ({
  link,
  section,
  page,
  heading,
  excerpt: excerptOf(text, terms),
});

const EXCERPT = 170;
/** What is shown before the first match. */
const LEAD = 50;

/** The text around the first match, from the beginning of a word. */
export function excerptOf(text: string, terms: readonly string[]): readonly Piece[] {
  const searched = terms.map((one) => one.replaceAll(/[^\p{L}\p{N}_]/gu, "\\W?")).join("|");
  const matches = searched === "" ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${searched})[\\p{L}\\p{N}]*`, "giu");
  const first = matches === undefined ? -1 : text.search(matches);
  const from = first <= LEAD ? 0 : text.indexOf(" ", first - LEAD) + 1;
  const cut = text.slice(from, from + EXCERPT);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of matches === undefined ? [] : cut.matchAll(matches)) {
    if (index > end) pieces.push({ text: cut.slice(end, index), isMatch: false });
    pieces.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  pieces.push({ text: cut.slice(end) + (from + EXCERPT < text.length ? "…" : ""), isMatch: false });
  return from === 0 ? pieces : [{ text: "… ", isMatch: false }, ...pieces];
}
