/**
 * What checks know of crawlers by name, in lower case. robots-wasm/agents has all crawlers with their sources; a test compares
 * both (2026-11-22), so that lint need not load the table.
 */

import type { AgentStatus, KnownAgent } from "../agents/rows/known-agent.ts";
import { wellKnownAgents, words } from "./well-known.ts";

/** Crawlers whose operators document that they ignore Crawl-delay. */
export const ignoringDelay: readonly string[] = words(`
  googlebot googlebot-image googlebot-video googlebot-news storebot-google google-inspectiontool googleother
  googleother-image googleother-video google-cloudvertexbot google-extended apis-google adsbot-google
  adsbot-google-mobile google-safety mediapartners-google feedfetcher-google googleproducer google-read-aloud
  google-site-verification google-agent google-notebooklm google-gemininotebook google-cws adsbot-google-mobile-apps
  googlebot-mobile google-gemini-cli amazonbot amzn-searchbot amzn-user duckduckbot duckassistbot yandexbot
  yandexdirectdyn yandexfavicons yandexmetrika yadirectfetcher yandexdirect yandexaccessibilitybot yandexadditional
  yandexadditionalbot yandexscreenshotbot yandexontodbapi yandexvideoparser yandextracker yandexsearchshop yandexrca
  yandexpartner yandexadnet yandexmobilescreenshotbot yandexcalendar yandexmobilebot yandex yandeximages yandexvideo
  yandexmedia yandexmarket yandexpagechecker yandexwebmaster yandexnews yandexblogs yandexontodb yandexsitelinks
  yandexvertis yandexverticals yandexspravbot yandeximageresizer yandexfordomain yandexuserproxy
  yandexrenderresourcesbot yandexcombot mojeekbot deepcrawl stripebot
`);

/** Tokens that no crawler looks for any more, and the token that has replaced them, or "". */
export const retiredAgents: Readonly<Record<string, string>> = {
  "google-notebooklm": "Google-GeminiNotebook",
  "anthropic-ai": "",
  "claude-web": "",
  facebookbot: "",
  "semrushbot-sa": "SiteAuditBot",
  "semrushbot-bm": "",
  "semrushbot-ct": "",
  omgilibot: "omgili",
  blekkobot: "",
  cliqzbot: "",
  jikespider: "",
  neevabot: "",
  siteimprove: "SiteimproveBot-Crawler",
  sputnikbot: "",
};

/** The crawlers that look for another token next, in lower case, by that token. */
export const fallbackFamilies: Readonly<Record<string, readonly string[]>> = {
  Googlebot: [
    ...["googlebot-image", "googlebot-video", "googlebot-news", "google-inspectiontool", "google-cloudvertexbot"],
    ...["googlebot-mobile", "applebot", "kagibot", "imagesiftbot", "screaming", "botify", "neevabot"],
  ],
  GoogleOther: ["googleother-image", "googleother-video"],
  "AdsBot-Google": ["adsbot-google-mobile-apps"],
  msnbot: ["msnbot-media"],
  facebookexternalhit: ["facebookcatalog"],
  Yandex: [
    ...["yandexbot", "yandeximages", "yandexvideo", "yandexmedia", "yandexmarket", "yandexpagechecker"],
    ...["yandexwebmaster", "yandexnews", "yandexblogs", "yandexontodb", "yandexsitelinks", "yandexvertis"],
    ...["yandexverticals", "yandexspravbot", "yandeximageresizer", "yandexadnet", "yandexfordomain"],
  ],
  Baiduspider: [
    ...["baiduspider-image", "baiduspider-video", "baiduspider-news", "baiduspider-cpro", "baiduspider-mobile"],
    ...["baiduspider-favo", "baiduspider-ads", "baiduspider-render"],
  ],
  "360Spider": ["haosouspider"],
  coccocbot: ["coccocbot-web", "coccocbot-image", "coccocbot-fast", "coccocbot-ads", "coccocbot-shopping"],
  ScoutJet: ["blekkobot"],
  SiteimproveBot: ["siteimprovebot-crawler"],
  SemrushBot: ["semrushbot-sa", "semrushbot-bm", "semrushbot-ct"],
};

/** The token that a crawler looks for if no group names it; undefined without one. */
export const fallbackOf = (name: string): string | undefined =>
  Object.keys(fallbackFamilies).find((token) => fallbackFamilies[token]!.includes(lowerCase(name)));

/** Tokens with other characters than letters, `_` and `-`, as their operators document them: a file must write them so. */
export const unusualTokens: readonly string[] = words(`
  360spider 360spider-image 360spider-video ai2bot ai2bot-dolma archive.org_bot bnf.fr_bot crawl4ai dataprovider.com
  img2dataset mail.ru_bot megaindex.ru mj12bot panscient.com peer39_crawler search.marginalia.nu w3c-checklink
  w3c_validator
`);

/** What lint looks up, and callers add to. Names are in lower case. */
export interface AgentFacts {
  /** Tokens as their operators write them: names close to them are taken for misspellings. */
  readonly spellings: readonly string[];
  /** The names of `spellings`. */
  readonly known: ReadonlySet<string>;
  readonly ignoringDelay: ReadonlySet<string>;
  /** Names with unusual characters that are right nevertheless. */
  readonly unusual: ReadonlySet<string>;
  /** Each retired token with the one that has replaced it, or "". */
  readonly retired: ReadonlyMap<string, string>;
}

const ours: AgentFacts = {
  spellings: wellKnownAgents,
  known: new Set(wellKnownAgents.map(lowerCase)),
  ignoringDelay: new Set(ignoringDelay),
  unusual: new Set(unusualTokens),
  retired: new Map(Object.entries(retiredAgents)),
};

/** Our facts with the rows of a caller, which win where both know a token. */
export function factsWith(rows: readonly KnownAgent[]): AgentFacts {
  if (rows.length === 0) return ours;
  const names = new Set(rows.map(({ token }) => lowerCase(token)));
  const isOurs = (name: string): boolean => !names.has(lowerCase(name));
  const spellings = [...ours.spellings.filter(isOurs), ...rows.filter(isActive).map(({ token }) => token)];
  return {
    spellings,
    known: new Set([...spellings.map(lowerCase), ...names]),
    unusual: new Set([...unusualTokens, ...names]),
    ignoringDelay: new Set([...ignoringDelay.filter(isOurs), ...rows.filter(ignoresDelay).map(nameOfRow)]),
    retired: new Map([
      ...[...ours.retired].filter(([name]) => isOurs(name)),
      ...rows.flatMap((row) => (isActive(row) ? [] : [[nameOfRow(row), newTokenOf(row.status)] as const])),
    ]),
  };
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}

const nameOfRow = ({ token }: KnownAgent): string => lowerCase(token);
const isActive = ({ status }: KnownAgent): boolean => status === "active";
const ignoresDelay = ({ crawlDelay }: KnownAgent): boolean => crawlDelay === "ignored";
const newTokenOf = (status: AgentStatus): string => status.replace(/^(retired|renamed to )/, "");
