/**
 * The crawlers as data, as known on 2026-11-21. Each row names the operator's page to check it against; change a row only by
 * that page. A row without a fallback looks for its own token and then for `*`.
 */
import type { AgentPurpose, KnownAgent } from "./known-agent.ts";

type Details = Partial<Pick<KnownAgent, "fallback" | "ignoresStar" | "ignoresRobots">>;
type Row = readonly [token: string, purpose: AgentPurpose, details?: Details];

const from = (operator: string, source: string, rows: readonly Row[]): KnownAgent[] =>
  rows.map(([token, purpose, details]) => ({
    token,
    operator,
    purpose,
    fallback: [],
    ignoresStar: false,
    ignoresRobots: false,
    ...details,
    source,
  }));

const googlebot: Details = { fallback: ["Googlebot"] };
const googleOther: Details = { fallback: ["GoogleOther"] };
const yandex: Details = { fallback: ["Yandex"] };
const baiduspider: Details = { fallback: ["Baiduspider"] };
const ignoresStar: Details = { ignoresStar: true };
const ignoresRobots: Details = { ignoresRobots: true };

/** The well-known crawlers, each with a page of its operator. */
export const knownAgents: readonly KnownAgent[] = [
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", [
    ["Googlebot", "search"],
    ["Googlebot-Image", "search", googlebot],
    ["Googlebot-Video", "search", googlebot],
    ["Googlebot-News", "search", googlebot],
    ["Storebot-Google", "search"],
    ["Google-InspectionTool", "user-request", googlebot],
    ["GoogleOther", "other"],
    ["GoogleOther-Image", "other", googleOther],
    ["GoogleOther-Video", "other", googleOther],
    ["Google-CloudVertexBot", "user-request", googlebot],
    ["Google-Extended", "permission"],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", [
    ["APIs-Google", "other", ignoresStar],
    ["AdsBot-Google", "ads", ignoresStar],
    ["AdsBot-Google-Mobile", "ads", ignoresStar],
    ["Mediapartners-Google", "ads", ignoresStar],
    ["Google-Safety", "other", ignoresRobots],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", [
    ["FeedFetcher-Google", "user-request", ignoresRobots],
    ["GoogleProducer", "user-request", ignoresRobots],
    ["Google-Read-Aloud", "user-request", ignoresRobots],
    ["Google-Site-Verification", "user-request", ignoresRobots],
    ["Google-NotebookLM", "user-request", ignoresRobots],
    ["Google-Agent", "user-request", ignoresRobots],
  ]),
  ...from("Microsoft", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0", [
    ["bingbot", "search"],
    ["AdIdxBot", "ads"],
    ["MicrosoftPreview", "preview"],
  ]),
  ...from("Apple", "https://support.apple.com/en-us/119829", [
    ["Applebot", "search", googlebot],
    ["Applebot-Extended", "permission"],
  ]),
  ...from("OpenAI", "https://developers.openai.com/api/docs/bots", [
    ["GPTBot", "training"],
    ["OAI-SearchBot", "search"],
    ["ChatGPT-User", "user-request", ignoresRobots],
    ["OAI-AdsBot", "ads"],
  ]),
  ...from("Anthropic", "https://support.claude.com/en/articles/8896518", [
    ["ClaudeBot", "training"],
    ["Claude-SearchBot", "search"],
    ["Claude-User", "user-request"],
  ]),
  ...from("Perplexity", "https://docs.perplexity.ai/guides/bots", [
    ["PerplexityBot", "search"],
    ["Perplexity-User", "user-request", ignoresRobots],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers", [
    ["meta-externalagent", "training"],
    ["meta-webindexer", "search"],
    ["meta-externalfetcher", "user-request", ignoresRobots],
    ["meta-externalads", "ads"],
    ["facebookexternalhit", "preview", ignoresRobots],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/bot/", [["FacebookBot", "training"]]),
  ...from("Amazon", "https://developer.amazon.com/amazonbot", [
    ["Amazonbot", "training"],
    ["Amzn-SearchBot", "search"],
    ["Amzn-User", "user-request"],
  ]),
  ...from("Amazon", "https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html", [
    ["bedrockbot", "user-request"],
  ]),
  ...from("ByteDance", "https://zhanzhang.toutiao.com/", [["Bytespider", "training"]]),
  ...from("Mistral AI", "https://docs.mistral.ai/en/robots", [
    ["MistralAI-Training", "training"],
    ["MistralAI-Index", "search"],
    ["MistralAI-User", "user-request"],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", [
    ["DuckDuckBot", "search"],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot", [
    ["DuckAssistBot", "user-request"],
  ]),
  ...from("You.com", "https://about.you.com/youbot/", [["YouBot", "search"]]),
  ...from("Allen Institute for AI", "https://allenai.org/crawler", [["AI2Bot", "training"]]),
  ...from(
    "Atlassian",
    "https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/",
    [["atlassian-bot", "search"]],
  ),
  ...from("Linkup", "https://www.linkup.so/bot", [["LinkupBot", "search"]]),
  ...from("Lyrenth", "https://lyrenth.com/crawler-policy", [["AIWebIndex", "search"]]),
  ...from("SB Intuitions", "https://www.sbintuitions.co.jp/bot/", [["SBIntuitionsBot", "training"]]),
  ...from("ROIS-DS", "https://ds.rois.ac.jp/en_center8/en_crawler/", [["Cotoyogi", "training"]]),
  ...from("NICT", "https://ucri.nict.go.jp/en/icccrawler.html", [["ICC-Crawler", "training"]]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots", [
    ["YandexBot", "search", yandex],
    ["YandexImages", "search", yandex],
    ["YandexVideo", "search", yandex],
    ["YandexMedia", "search", yandex],
    ["YandexNews", "search", yandex],
    ["YandexBlogs", "search", yandex],
    ["YandexMarket", "search", yandex],
    ["YandexPagechecker", "user-request", yandex],
    ["YandexWebmaster", "user-request", yandex],
    ["YandexDirect", "ads", ignoresStar],
    ["YandexDirectDyn", "ads", ignoresStar],
    ["YaDirectFetcher", "ads", ignoresStar],
    ["YandexFavicons", "other", ignoresStar],
    ["YandexMetrika", "other", ignoresStar],
    ["YandexMobileBot", "other", ignoresStar],
    ["YandexAccessibilityBot", "other", ignoresStar],
  ]),
  ...from("Baidu", "https://help.baidu.com/question?prod_id=99&class=476&id=2996", [
    ["Baiduspider", "search"],
    ["Baiduspider-image", "search", baiduspider],
    ["Baiduspider-video", "search", baiduspider],
    ["Baiduspider-news", "search", baiduspider],
    ["Baiduspider-cpro", "ads", baiduspider],
  ]),
  ...from("360", "https://www.so.com/help/help_3_2.html", [["360Spider", "search"]]),
  ...from("Huawei", "https://webmaster.petalsearch.com/site/petalbot", [["PetalBot", "search"]]),
  ...from("Naver", "https://searchadvisor.naver.com/guide/seo-basic-firewall", [["Yeti", "search"]]),
  ...from("Seznam.cz", "https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/", [["SeznamBot", "search"]]),
  ...from("Yahoo", "https://help.yahoo.com/kb/SLN22600.html", [["Slurp", "search"]]),
  ...from("Cốc Cốc", "https://help.coccoc.com/en/search-engine/coccoc-robots", [
    ["coccocbot-web", "search"],
    ["coccocbot-image", "search"],
  ]),
  ...from("Qwant", "https://help.qwant.com/bot/", [["Qwantbot", "search"]]),
  ...from("Mojeek", "https://www.mojeek.com/bot.html", [["MojeekBot", "search"]]),
  ...from("Kagi", "https://kagi.com/bot", [["Kagibot", "search"]]),
  ...from("Brave", "https://safe.search.brave.com/help/brave-search-crawler", [["Bravebot", "search"]]),
  ...from("Stract", "https://trystract.com/webmasters", [["StractBot", "search"]]),
  ...from("Marginalia", "https://www.marginalia.nu/marginalia-search/for-webmasters/", [
    ["search.marginalia.nu", "search"],
  ]),
  ...from("Timpi", "https://timpi.io", [["Timpibot", "search"]]),
  ...from("The Hive", "https://imagesift.com/about", [["ImagesiftBot", "search"]]),
  ...from("Common Crawl", "https://commoncrawl.org/ccbot", [["CCBot", "archive"]]),
  ...from("Internet Archive", "https://archive.org/details/archive.org_bot", [["archive.org_bot", "archive"]]),
  ...from("Arquivo.pt", "https://arquivo.pt/robot", [["Arquivo-web-crawler", "archive"]]),
  ...from(
    "Bibliothèque nationale de France",
    "https://www.bnf.fr/fr/capture-de-votre-site-web-par-le-robot-de-la-bnf",
    [["bnf.fr_bot", "archive"]],
  ),
  ...from("University of Milan", "http://law.di.unimi.it/BUbiNG.html", [["BUbiNG", "archive"]]),
  ...from("X", "https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started", [
    ["Twitterbot", "preview"],
  ]),
  ...from("LinkedIn", "https://www.linkedin.com/help/linkedin/answer/a521928", [["LinkedInBot", "preview"]]),
  ...from("Pinterest", "https://help.pinterest.com/en/business/article/pinterestbot", [["Pinterestbot", "search"]]),
  ...from("Slack", "https://api.slack.com/robots", [
    ["Slackbot-LinkExpanding", "preview"],
    ["Slack-ImgProxy", "preview"],
  ]),
  ...from("Embedly", "https://support.embed.ly", [["Embedly", "preview"]]),
  ...from("Iframely", "https://iframely.com/docs/about", [["Iframely", "preview"]]),
  ...from("Snap", "https://business.snapchat.com/legal/snapchat-automated-crawler", [["SnapURLPreview", "preview"]]),
  ...from("Snap", "https://businesshelp.snapchat.com/s/article/adsbot-crawler", [["SnapchatAds", "ads"]]),
  ...from("Feedly", "https://www.feedly.com/fetcher.html", [["Feedly", "user-request"]]),
  ...from("Criteo", "https://www.criteo.com/criteo-crawler/", [["CriteoBot", "ads"]]),
  ...from("Comscore", "https://www.comscore.com/Web-Crawler", [["proximic", "ads"]]),
  ...from("Peer39", "https://www.peer39.com/crawler-notice", [["peer39_crawler", "ads"]]),
  ...from("Ahrefs", "https://ahrefs.com/robot", [
    ["AhrefsBot", "seo"],
    ["AhrefsSiteAudit", "seo"],
  ]),
  ...from("Semrush", "https://www.semrush.com/bot/", [
    ["SemrushBot", "seo"],
    ["SiteAuditBot", "seo"],
    ["SemrushBot-BA", "seo"],
    ["SemrushBot-SI", "seo"],
    ["SemrushBot-SWA", "seo"],
    ["SemrushBot-OCOB", "seo"],
    ["SplitSignalBot", "seo"],
  ]),
  ...from("Majestic", "https://mj12bot.com/", [["MJ12bot", "seo"]]),
  ...from("Moz", "https://moz.com/help/moz-procedures/crawlers/dotbot", [["dotbot", "seo"]]),
  ...from("Moz", "https://moz.com/help/moz-procedures/crawlers/rogerbot", [["rogerbot", "seo"]]),
  ...from("DataForSEO", "https://dataforseo.com/dataforseo-bot", [["DataForSeoBot", "seo"]]),
  ...from("SE Ranking", "https://help.seranking.com/en/blex-crawler", [["BLEXBot", "seo"]]),
  ...from("Serpstat", "https://serpstatbot.com/", [["serpstatbot", "seo"]]),
  ...from("Babbar", "https://www.babbar.tech/crawler", [["Barkrowler", "seo"]]),
  ...from("SEOkicks", "https://www.seokicks.de/robot.html", [["SEOkicks", "seo"]]),
  ...from("seoClarity", "https://www.seoclarity.net/bot.html", [["ClarityBot", "seo"]]),
  ...from("Webz.io", "https://webz.io/bot.html", [
    ["Webzio", "data"],
    ["Webzio-Extended", "permission"],
    ["omgilibot", "data"],
  ]),
  ...from("Diffbot", "https://docs.diffbot.com/docs/does-crawl-respect-robotstxt", [
    ["Diffbot", "search"],
    ["Diffbot-User", "user-request"],
  ]),
  ...from("aiHit", "https://www.aihitdata.com/about", [["aiHitBot", "data"]]),
  ...from("Velen", "https://velen.io/", [["VelenPublicWebCrawler", "data"]]),
  ...from("Awario", "https://awario.com/bots.html", [["AwarioBot", "data"]]),
  ...from("Brandwatch", "https://www.brandwatch.com/legal/crawlers/", [["magpie-crawler", "data"]]),
  ...from("Talkwalker", "https://www.trendiction.de/bot", [["trendictionbot", "data"]]),
  ...from("Turnitin", "https://www.turnitin.com/robot/crawlerinfo.html", [["TurnitinBot", "data"]]),
];
