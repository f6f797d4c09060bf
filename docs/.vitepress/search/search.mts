/**
 * Search over the sections of all pages; the page and the tests of it share this file. A page is found by its words, and by the
 * questions that it answers: a question is near to what was typed if both share most of their words, and rare words count more.
 */
import MiniSearch, { type Options, type SearchOptions } from "minisearch";
import { everywhere, impliedBy, sameWords, stopWords } from "./words.mts";

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
  readonly weight: number;
}

/** What people ask, and the link of the entry that answers. */
export type Question = readonly [words: string, link: string];

export interface Searchable {
  readonly entries: readonly Entry[];
  readonly questions: readonly Question[];
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

/** Words, and signs that stand alone: `*` in "what does * mean". */
const WORDS = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*|(?<!\S)[*$?](?!\S)/gu;

const wordsOf = (text: string): readonly string[] => text.replaceAll(/[’']/g, "").match(WORDS) ?? [];

/** `crawlDelay` and `Crawl-delay` are found by `crawldelay`, by `crawl` and by `delay`. */
function indexedWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const parts = word.split(/-|(?<=\p{Ll})(?=\p{Lu})/u);
    return parts.length === 1 ? parts : [parts.join(""), ...parts];
  });
}

/** Names of the API stay whole: `isAllowed` is not a question about what is allowed. */
const askedWords = (text: string): string[] => wordsOf(text).flatMap((word) => word.split("-"));

/** Endings that do not change what is meant. Shorter stems would be other words. */
const ENDINGS: readonly (readonly [ending: RegExp, stem: string])[] = [
  [/(?<=\p{L}{2})ies$/u, "y"],
  [/(?<=\p{L}{2}[^su])s$/u, ""],
  [/(?<=\p{L}{3})(?:ing|ed)$/u, ""],
  [/(?<=\p{L}{3})e$/u, ""],
  [/([bdgmnprt])\1$/u, "$1"],
];

const stem = (word: string): string => ENDINGS.reduce((rest, [ending, by]) => rest.replace(ending, by), word);

/** Each of the words that mean the same, by its stem, and the one that stands for all. */
const canonical: ReadonlyMap<string, string> = new Map(
  sameWords.flatMap((words) => words.split(" ").map((word, _, [first]) => [stem(word), stem(first!)] as const)),
);

const known = new Map<string, string>();

/** Lower case, without endings, and one word for those that mean the same. Most words are asked for again and again. */
function meant(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const stemmed = stem(word.toLowerCase());
  const meaning = canonical.get(stemmed) ?? stemmed;
  known.set(word, meaning);
  return meaning;
}

/** Null for words that say nothing about a section. */
const term = (word: string): string | null => (stopWords.has(word.toLowerCase()) ? null : meant(word));

const termsOf = (text: string, words: (text: string) => string[] = askedWords): string[] =>
  words(text)
    .map(term)
    .filter((word) => word !== null);

const implied: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(impliedBy).map(([word, others]) => [term(word)!, termsOf(others)]),
);

const options: Options<Entry> = {
  fields: ["heading", "page", "words", "text"],
  storeFields: ["link", "section", "page", "heading", "text", "isTop", "weight"],
  tokenize: indexedWords,
  processTerm: term,
};

interface Asked {
  readonly link: string;
  readonly terms: ReadonlySet<string>;
}

interface Weighed extends Asked {
  /** Of all its terms. */
  readonly weight: number;
}

export interface Index {
  readonly sections: MiniSearch<Entry>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly questions: readonly Weighed[];
  /** In how many questions of each page a term stands. */
  readonly pages: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What terms say together: the rarer in questions, the more. */
  readonly weigh: (terms: Iterable<string>) => number;
}

/** How much words such as "what" and "not" count: they tell "what is" from "how to". */
const SMALL_WORD = 0.3;

const smallWords: ReadonlySet<string> = new Set(Array.from(stopWords, meant));

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

function weigher(questions: number, pages: Index["pages"]): Index["weigh"] {
  const rarity = (count: number): number => Math.log(1 + questions / (1 + count)) ** 2;
  const weights = new Map(
    Array.from(pages, ([term, counts]) => {
      return [term, (smallWords.has(term) ? SMALL_WORD : 1) * rarity(sum(counts.values()))];
    }),
  );
  return (terms) => sum(Array.from(terms, (term) => weights.get(term) ?? rarity(0)));
}

/** By term, then by page, how many questions have it. */
function countedByPage(questions: readonly Asked[]): Index["pages"] {
  const counts = new Map<string, Map<string, number>>();
  for (const { link, terms } of questions)
    for (const term of terms) {
      const pages = counts.get(term) ?? new Map<string, number>();
      counts.set(term, pages.set(pageOf(link), (pages.get(pageOf(link)) ?? 0) + 1));
    }
  return counts;
}

/** Made where it is used: an index in JSON is 1.6 times as long as its entries after gzip. Typing goes on meanwhile. */
export async function indexOf({ entries, questions }: Searchable): Promise<Index> {
  const sections = new MiniSearch<Entry>(options);
  await sections.addAllAsync(entries, { chunkSize: 100 });
  const asked = questions.map(([words, link]) => ({ link, terms: new Set(askedWords(words).map(meant)) }));
  const byLink = new Map(entries.map((one) => [one.link, one]));
  const pages = countedByPage(asked);
  const weigh = weigher(asked.length, pages);
  const weighed = asked.map((one) => ({ ...one, weight: weigh(one.terms) }));
  return { sections, entries: byLink, questions: weighed, pages, weigh };
}

/** A status such as 503 is also written 5xx, and an error's code stands where errors are. */
const alternatives = (word: string): readonly string[] => [
  ...(word.startsWith("err_") ? ["error"] : []),
  ...(/^[45]\d\d$/.test(word) ? [`${word[0]}xx`] : []),
  ...(implied.get(word) ?? []),
];

const boost = { heading: 4, page: 3, words: 3, text: 1 };

/** A page that begins with the words is better than a section somewhere in one. */
const TOP = 1.4;

/** Guides answer questions; reference and evidence mention everything. */
const GUIDE = 1.5;

/** Who types `isAllowed` or `RobotsClient` wants its signature. */
const NAME = /\p{Ll}\p{Lu}|^ERR_/u;
const REFERENCE = "API";
const REFERENCE_FOR_NAME = 6;

/** A heading that says just what was typed, such as `parse`. */
const SAME_HEADING = 2.5;

/** The words of a search are terms already: the stem of a stem would be another word. */
const searchOptions: SearchOptions = {
  boost,
  tokenize: (term) => [term],
  processTerm: (term) => term,
  prefix: (word) => word.length > 1,
  weights: { prefix: 0.3, fuzzy: 0.2 },
};

function optionsFor(text: string): SearchOptions {
  const asked = termsOf(text).join(" ");
  const forReference = NAME.test(text) ? REFERENCE_FOR_NAME : 1;
  return {
    ...searchOptions,
    boostDocument(_, __, stored) {
      const { weight, isTop, section, heading, link } = stored as unknown as Entry;
      const sameHeading = termsOf(heading).join(" ") === asked ? SAME_HEADING : 1;
      const guide = pageOf(link).startsWith("/guide/") ? GUIDE : 1;
      return weight * guide * (isTop ? TOP : 1) * (section === REFERENCE ? forReference : 1) * sameHeading;
    },
  };
}

type Query = Parameters<MiniSearch["search"]>[0];

/** A word that no document has may be misspelt. One that a document has never is: GPTBot is not a Clock. */
function queryFor({ sections }: Index, word: string): Query {
  const queries: Query[] = [word, ...alternatives(word)];
  const found = sections.search({ combineWith: "OR", queries }, searchOptions);
  return { combineWith: "OR", queries, ...(found.length === 0 && word.length > 3 ? { fuzzy: 0.25 } : {}) };
}

const MAX_PAGES = 8;
const MAX_MORE = 2;

const common: ReadonlySet<string> = new Set(termsOf(everywhere));

/** "robots.txt" says something only if it is all that was typed. */
function toldApart(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !common.has(word));
  return others.length === 0 ? words : others;
}

/** A page with every word of a question is better than one with some of them many times. */
const ALL_WORDS = 2;

type Scored = Omit<Entry, "id" | "words"> & {
  readonly score: number;
  readonly terms: readonly string[];
};

/** Sections that have words of the text, from 1 for the best one down. */
function bySections(index: Index, text: string, words: readonly string[]): Scored[] {
  const queries = words.map((word) => queryFor(index, word));
  const spellings = words.map((word) => new Set([word, ...alternatives(word)]));
  const found = index.sections.search({ combineWith: "OR", queries }, optionsFor(text));
  const scored = found.map((one) => {
    const count = spellings.filter((known) => one.queryTerms.some((term) => known.has(term))).length;
    return { ...(one as unknown as Scored), score: one.score * (count / words.length) ** ALL_WORDS };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.map((one) => ({ ...one, score: one.score / best }));
}

/** How much a word that another one implies counts. */
const IMPLIED = 0.6;

/** A question that was typed as it stands counts as so many of the best section. */
const QUESTION = 5;

/** What each word counts in a question, and each one that it implies. */
function countsOf(words: ReadonlySet<string>, weigh: Index["weigh"]): ReadonlyMap<string, number> {
  const others = [...words].flatMap(alternatives);
  return new Map([
    ...others.map((word) => [word, IMPLIED * weigh([word])] as const),
    ...Array.from(words, (word) => [word, weigh([word])] as const),
  ]);
}

/** Questions near to the text: the cosine between the words of both. */
function byQuestions(index: Index, text: string): Scored[] {
  const { weigh } = index;
  const words = new Set(askedWords(text).map(meant));
  const counts = countsOf(words, weigh);
  const length = weigh(words);
  return index.questions.flatMap(({ link, terms, weight }) => {
    let shared = 0;
    for (const term of terms) shared += counts.get(term) ?? 0;
    if (shared === 0) return [];
    const near = shared / Math.sqrt(length * weight);
    return [{ ...index.entries.get(link)!, score: QUESTION * near ** 2, terms: [...words] }];
  });
}

/** How much it counts if all words of the text stand in questions of one page alone. */
const VOTES = 5;

/** Each word votes for the pages whose questions have it; many questions of one page count less than many pages. */
function votes(index: Index, text: string): ReadonlyMap<string, number> {
  const { weigh } = index;
  const words = new Set(askedWords(text).map(meant));
  const voted = new Map<string, number>();
  for (const word of words) {
    const counts = [...(index.pages.get(word) ?? [])].map(([page, count]) => [page, Math.sqrt(count)] as const);
    const share = (VOTES * weigh([word])) / weigh(words) / (1 + sum(counts.map(([, count]) => count)));
    for (const [page, count] of counts) voted.set(page, (voted.get(page) ?? 0) + share * count);
  }
  return voted;
}

/** The pages that have words of the text, or answer a question like it. The best comes first. */
export function search(index: Index, text: string): FoundPage[] {
  const words = toldApart(termsOf(text));
  if (words.length === 0) return [];
  return byPage(bySections(index, text, words), byQuestions(index, text), votes(index, text));
}

const pageOf = (link: string): string => link.replace(/#.*$/, "");

/** By page, the best first. */
function grouped(all: readonly Scored[]): Map<string, Scored[]> {
  const pages = new Map<string, Scored[]>();
  for (const one of [...all].sort((x, y) => y.score - x.score)) {
    const page = pageOf(one.link);
    pages.set(page, [...(pages.get(page) ?? []), one]);
  }
  return pages;
}

/** A page counts by its best section, its nearest question and the votes of the words. */
function byPage(
  sections: readonly Scored[],
  questions: readonly Scored[],
  voted: ReadonlyMap<string, number>,
): FoundPage[] {
  const [said, asked] = [grouped(sections), grouped(questions)];
  return [...new Set([...said.keys(), ...asked.keys()])]
    .map((page) => {
      const [own, question] = [said.get(page) ?? [], asked.get(page)?.[0]];
      return { own, question, score: sum([own[0], question].map((one) => one?.score ?? 0)) + (voted.get(page) ?? 0) };
    })
    .sort((x, y) => y.score - x.score)
    .slice(0, MAX_PAGES)
    .map(({ own, question }) => foundPage(own, question));
}

/** A page is opened where its question is answered, if that is surer than its best section. */
function foundPage(own: readonly Scored[], question: Scored | undefined): FoundPage {
  const isAsked = question !== undefined && question.score > (own[0]?.score ?? 0);
  const all = isAsked ? [question, ...own.filter(({ link }) => link !== question.link)] : own;
  const [first, ...more] = all.slice(0, 1 + MAX_MORE).map(hitOf);
  const excerpt = hasMatch(first!) ? undefined : excerptWithMatch(all);
  return { ...first!, excerpt: excerpt ?? first!.excerpt, more };
}

const hasMatch = ({ excerpt }: Hit): boolean => excerpt.some(({ isMatch }) => isMatch);

/** Of the best section that has one. */
function excerptWithMatch(all: readonly Scored[]): Hit["excerpt"] | undefined {
  for (const one of all) {
    const hit = hitOf(one);
    if (hasMatch(hit)) return hit.excerpt;
  }
  return undefined;
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

/** Words are read until one is found: most texts are long, and match early. */
function firstIndex(words: Iterable<RegExpExecArray>, isMatch: (word: string) => boolean): number | undefined {
  for (const found of words) if (isMatch(found[0])) return found.index;
  return undefined;
}

/** The text around the first match, from the beginning of a word. */
export function excerptOf(text: string, terms: readonly string[]): readonly Piece[] {
  const searched = new Set(terms);
  const isMatch = (word: string): boolean => termsOf(word, indexedWords).some((one) => searched.has(one));
  const first = firstIndex(text.matchAll(WORDS), isMatch) ?? 0;
  const from = first <= LEAD ? 0 : text.indexOf(" ", first - LEAD) + 1;
  const cut = text.slice(from, from + EXCERPT);
  const pieces: Piece[] = from === 0 ? [] : [{ text: "… ", isMatch: false }];
  let end = 0;
  for (const { 0: word, index } of [...cut.matchAll(WORDS)].filter(([word]) => isMatch(word))) {
    if (index > end) pieces.push({ text: cut.slice(end, index), isMatch: false });
    pieces.push({ text: word, isMatch: true });
    end = index + word.length;
  }
  return [...pieces, { text: cut.slice(end) + (from + EXCERPT < text.length ? "…" : ""), isMatch: false }];
}
