/** How operators say that their crawlers can be recognised: lists of addresses, and names in DNS. */
import { checkedObject } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/** A list of addresses that an operator publishes. */
export interface PublishedList {
  /** The name of the file under which `robots-wasm logs --ranges` looks for it. */
  readonly file: string;
  readonly url: string;
}

/** How requests of some crawlers can be recognised. */
export interface CrawlerIdentity {
  readonly operator: string;
  /** The product tokens that share these lists and names. */
  readonly tokens: readonly string[];
  readonly lists: readonly PublishedList[];
  /** The name of an address in DNS ends in one of them, and leads back to the address. */
  readonly suffixes: readonly string[];
  /** `page`: a copy of the operator's page was read. `listed`: two public tools name it, so DNS never proves a request `false`. */
  readonly confidence: "page" | "listed";
  /** The page that says so, or the list. */
  readonly source: string;
  /** The day on which the row was compared with its source, as YYYY-MM-DD. */
  readonly checked: string;
  readonly note?: string;
}

type Row = readonly [tokens: string, lists: readonly PublishedList[], suffixes: string, note?: string];

const of = (
  operator: string,
  source: string,
  checked: string,
  confidence: CrawlerIdentity["confidence"],
  rows: readonly Row[],
): CrawlerIdentity[] =>
  rows.map(([tokens, lists, suffixes, note]) => ({
    ...{ operator, tokens: words(tokens), lists, suffixes: words(suffixes), confidence, source, checked },
    ...(note !== undefined && { note }),
  }));

const words = (text: string): string[] => (text === "" ? [] : text.split(" "));

/** A file under the last part of its URL. */
const at = (url: string, file: string = url.slice(url.lastIndexOf("/") + 1)): PublishedList => ({ file, url });

const GOOGLE = "https://developers.google.com/static/crawling/ipranges";
const TOOLS =
  "https://github.com/arcjet/well-known-bots/tree/0637e27, https://github.com/hyperwatch/hyperwatch/tree/e922578";
const BOTS = "https://github.com/hyperwatch/hyperwatch/tree/e922578, https://agentswelcome.dev/crawlers";

/** The identities of crawlers. A crawler without a row cannot be recognised by its address. */
// biome-ignore format: one row a line, so that a changed row is one changed line.
export const crawlerIdentities: readonly CrawlerIdentity[] = [
  // "Verify that the domain name is either googlebot.com or google.com." Lists were published later.
  ...of("Google", "https://developers.google.com/search/docs/advanced/crawling/verifying-googlebot", "2026-11-23", "page", [
    ["Googlebot Googlebot-Image Googlebot-Video Googlebot-News Storebot-Google Google-InspectionTool GoogleOther GoogleOther-Image GoogleOther-Video Google-CloudVertexBot", [at(`${GOOGLE}/common-crawlers.json`)], "googlebot.com google.com"],
    ["APIs-Google AdsBot-Google AdsBot-Google-Mobile Mediapartners-Google Google-Safety", [at(`${GOOGLE}/special-crawlers.json`)], "google.com googlebot.com"],
  ]),
  ...of("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests", "2026-11-23", "listed", [
    ["FeedFetcher-Google GoogleProducer Google-Read-Aloud Google-Site-Verification Google-GeminiNotebook Google-NotebookLM Google-CWS", [at(`${GOOGLE}/user-triggered-fetchers.json`), at(`${GOOGLE}/user-triggered-fetchers-google.json`)], "google.com gae.googleusercontent.com"],
    ["Google-Agent", [at(`${GOOGLE}/user-triggered-agents.json`)], "", "Signs its requests as agent.bot.goog."],
  ]),
  // "Perform a reverse DNS lookup … to verify that it resolves to a name that end with search.msn.com."
  ...of("Microsoft", "https://www.bing.com/webmaster/help/how-to-verify-bingbot-3905dc26", "2026-11-23", "page", [
    ["bingbot", [at("https://www.bing.com/toolbox/bingbot.json")], "search.msn.com", "The list is rarely renewed."],
  ]),
  ...of("Microsoft", TOOLS, "2026-11-23", "listed", [
    ["AdIdxBot MicrosoftPreview BingPreview msnbot", [at("https://www.bing.com/toolbox/bingbot.json")], "search.msn.com"],
  ]),
  ...of("OpenAI", BOTS, "2026-11-23", "listed", [
    ["GPTBot", [at("https://openai.com/gptbot.json")], ""],
    ["OAI-SearchBot", [at("https://openai.com/searchbot.json")], ""],
    ["ChatGPT-User", [at("https://openai.com/chatgpt-user.json")], ""],
    ["OAI-AdsBot", [at("https://openai.com/adsbot.json")], ""],
  ]),
  ...of("Anthropic", BOTS, "2026-11-23", "listed", [
    ["ClaudeBot Claude-User Claude-SearchBot", [at("https://claude.com/crawling/bots.json", "claude-bots.json")], "", "One list for all."],
  ]),
  ...of("Perplexity", BOTS, "2026-11-23", "listed", [
    ["PerplexityBot", [at("https://www.perplexity.com/perplexitybot.json")], "", "The list is rarely renewed."],
    ["Perplexity-User", [at("https://www.perplexity.com/perplexity-user.json")], "", "The list is rarely renewed."],
  ]),
  ...of("Apple", TOOLS, "2026-11-23", "listed", [
    ["Applebot", [at("https://search.developer.apple.com/applebot.json")], "applebot.apple.com"],
  ]),
  ...of("DuckDuckGo", TOOLS, "2026-11-23", "listed", [
    ["DuckDuckBot", [at("https://duckduckgo.com/duckduckbot.json")], ""],
    ["DuckAssistBot", [at("https://duckduckgo.com/duckassistbot.json")], ""],
  ]),
  // "Verify that a crawler accessing your server is the official Amazonbot crawler by using DNS lookups": crawl.amazonbot.amazon.
  ...of("Amazon", "https://developer.amazon.com/support/amazonbot", "2026-11-23", "page", [
    ["Amazonbot", [], "crawl.amazonbot.amazon", "The addresses of Amazon's crawlers stand in pages, not in files."],
  ]),
  ...of("Common Crawl", BOTS, "2026-11-23", "listed", [
    ["CCBot", [at("https://index.commoncrawl.org/ccbot.json")], "crawl.commoncrawl.org"],
  ]),
  ...of("Ahrefs", TOOLS, "2026-11-23", "listed", [
    ["AhrefsBot AhrefsSiteAudit", [at("https://api.ahrefs.com/v3/public/crawler-ip-ranges", "ahrefs-crawler-ip-ranges.json")], "ahrefs.com ahrefs.net"],
  ]),
  ...of("Mistral AI", BOTS, "2026-11-23", "listed", [
    ["MistralAI-User", [at("https://mistral.ai/mistralai-user-ips.json")], ""],
    ["MistralAI-Index", [at("https://mistral.ai/mistralai-index-ips.json")], ""],
  ]),
  ...of("Meta", TOOLS, "2026-11-23", "listed", [
    ["meta-externalagent meta-webindexer meta-externalfetcher meta-externalads facebookexternalhit facebookcatalog", [at("https://www.facebook.com/peering/geofeed", "meta-geofeed.csv")], "", "The list has the whole network of Meta."],
  ]),
  // "All Yandex robots have names ending in yandex.ru, yandex.net or yandex.com." Yandex does not publish its addresses.
  ...of("Yandex", "https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html", "2026-11-23", "page", [
    ["Yandex YandexBot YandexImages YandexVideo YandexMedia YandexMarket YandexPagechecker YandexWebmaster YandexDirect YandexDirectDyn YandexFavicons YandexMetrika YandexMobileBot YandexNews YandexBlogs YandexAccessibilityBot YandexScreenshotBot YandexCalendar YandexOntoDB YandexOntoDBAPI YandexSitelinks YandexVertis YandexVerticals YandexVideoParser YandexTracker YandexSearchShop YandexSpravBot YandexRCA YandexPartner YandexImageResizer YandexAdNet YandexMobileScreenShotBot", [], "yandex.ru yandex.net yandex.com"],
  ]),
  // "All used SeznamBot IP addresses should have a reverse DNS record that looks like this: fulltextrobot-77-75-77-xxx.seznam.cz."
  ...of("Seznam.cz", "https://napoveda.seznam.cz/en/seznambot-crawler", "2026-11-23", "page", [
    ["SeznamBot", [], "seznam.cz"],
  ]),
  ...of("Baidu", TOOLS, "2026-11-23", "listed", [
    ["Baiduspider Baiduspider-image Baiduspider-video Baiduspider-news Baiduspider-cpro Baiduspider-mobile Baiduspider-favo Baiduspider-ads Baiduspider-render", [], "baidu.com baidu.jp"],
  ]),
  ...of("Huawei", TOOLS, "2026-11-23", "listed", [
    ["PetalBot AspiegelBot", [], "petalsearch.com aspiegel.com"],
  ]),
  ...of("Naver", TOOLS, "2026-11-23", "listed", [
    ["Yeti", [], "naver.com"],
  ]),
  ...of("Pinterest", TOOLS, "2026-11-23", "listed", [
    ["Pinterestbot", [], "pinterest.com"],
  ]),
];

/** By token in lower case, once somebody asks. Looking through all tokens takes 10 µs. */
let identities: ReadonlyMap<string, CrawlerIdentity> | undefined;

/**
 * Returns how the requests of a crawler can be recognised, or undefined if nothing is known. Case does not matter.
 * @param agent a product token, or a row such as `findAgent` returns. @throws TypeError (ERR_INVALID_ARG_TYPE) for another value.
 */
export function identityOf(agent: string | Pick<KnownAgent, "token">): CrawlerIdentity | undefined {
  const token = typeof agent === "string" ? agent : checkedObject("agent", agent).token;
  if (typeof token !== "string") throw wrongType("agent.token", "a product token", token);
  identities ??= new Map(
    crawlerIdentities.flatMap((row) => row.tokens.map((one) => [one.toLowerCase(), row] as const)),
  );
  return identities.get(token.toLowerCase());
}
