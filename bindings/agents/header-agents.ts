/** Crawlers that are known from User-Agent headers alone. */
import { from } from "./agent-rows.ts";
import type { KnownAgent } from "./rows/internal.ts";

/**
 * Crawlers whose tokens are known from User-Agent headers alone: we found no page of the operator and no two lists of
 * robots.txt tokens that name them. Names are resolved with these rows; reports leave them out.
 */
// biome-ignore format: one row a line, so that a changed row is one changed line.
export const headerAgents: readonly KnownAgent[] = [
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests", "2026-11-22", "header", [
    ["Google-Firebase", "user-request", { note: "For AI apps made with Firebase." }],
  ]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/google-agent-mariner", "2026-11-22", "header", [
    ["GoogleAgent-Mariner", "user-request", { note: "Project Mariner; Google-Agent may have replaced it." }],
  ]),
  ...from("Google", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "header", [
    ["GoogleAgent-URLContext", "user-request", { note: "The URL context tool of the Gemini API." }],
  ]),
  ...from("Google", "https://gemini.google/overview/deep-research/", "2026-11-22", "header", [
    ["Gemini-Deep-Research", "user-request"],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "2026-11-22", "header", [
    ["Google-Pinpoint", "user-request", { note: "Pinpoint research tool." }],
    ["GoogleMessages", "preview", { note: "Link previews in Google Messages." }],
  ]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/google-agent-search", "2026-11-22", "header", [
    ["GoogleAgent-Search", "user-request"],
  ]),
  ...from("Google", "http://www.google.com/adsbot.html", "2026-11-22", "header", [
    ["Google-Adwords-Instant", "ads"],
  ]),
  ...from("Google", "https://developers.google.com/google-ads/api/docs/conversions/upload-online", "2026-11-22", "header", [
    ["Google-Ads-Conversions", "ads"],
  ]),
  ...from("Google", "https://developers.google.com/web/tools/lighthouse", "2026-11-22", "header", [
    ["Chrome-Lighthouse", "user-request", { note: "PageSpeed Insights and Lighthouse." }],
  ]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/google-special-case-crawlers", "2026-11-22", "header", [
    ["DuplexWeb-Google", "other", { ignoresStar: true, status: "retired" }],
  ]),
  ...from("Google", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["googleweblight", "user-request", { status: "retired" }],
  ]),
  ...from("Google", "https://search.google.com/structured-data/testing-tool", "2026-11-22", "header", [
    ["Google-Structured-Data-Testing-Tool", "user-request", { status: "retired", note: "Replaced by Google-InspectionTool." }],
  ]),
  ...from("Microsoft", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0", "2026-11-22", "header", [
    ["BingVideoPreview", "preview"],
  ]),
  ...from("Microsoft", "https://azure.microsoft.com/en-us/products/ai-services", "2026-11-22", "header", [
    ["AzureAI-SearchBot", "search"],
  ]),
  ...from("Amazon", "https://buyforme.amazon/", "2026-11-22", "header", [
    ["AmazonBuyForMe", "user-request"],
  ]),
  ...from("Amazon", "https://nova.amazon.com/act", "2026-11-22", "header", [
    ["NovaAct", "user-request"],
  ]),
  ...from("Amazon", "https://adbot.amazon.com/", "2026-11-22", "header", [
    ["AmazonAdBot", "ads"],
  ]),
  ...from("Amazon", "https://developer.amazon.com/support/amazonbot", "2026-11-22", "header", [
    ["Amazonbot-Video", "training"],
  ]),
  ...from("ByteDance", "https://www.tiktok.com/", "2026-11-22", "header", [
    ["TikTokSpider", "preview"],
  ]),
  ...from("Allen Institute for AI", "https://allenai.org/crawler", "2026-11-22", "header", [
    ["AI2Bot-DeepResearchEval", "user-request"],
  ]),
  ...from("Yandex", "http://yandex.com/bots", "2026-11-22", "header", [
    ["YandexRenderResourcesBot", "search", { ignoresStar: true, note: "Scripts and style sheets for rendering." }],
  ]),
  ...from("Yandex", "https://yandex.ru/support/webmaster/robot-workings/check-yandex-robots.html#robot-in-logs", "2026-11-22", "header", [
    ["YandexUserproxy", "user-request", { ignoresStar: true, note: "Carries out actions of users." }],
    ["YandexForDomain", "other", { fallback: ["Yandex"], note: "Checks who owns a mail domain." }],
    ["YandexTurbo", "other", { fallback: ["Yandex"], status: "retired" }],
  ]),
  ...from("Yandex", "https://github.com/yoshi389111/vscode-robots-txt-support/blob/5f49cd37aa072a1dc1b30811c34aab8bcda149d7/src/data/crawlerInfo.ts", "2026-11-22", "header", [
    ["YandexComBot", "search", { ignoresStar: true }],
  ]),
  ...from("Yandex", "https://yandex.com/bots", "2026-11-22", "header", [
    ["YandexCheckBot", "other", { ignoresStar: true }],
  ]),
  ...from("Yandex", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["YandexCatalog", "search", { fallback: ["Yandex"], status: "retired" }],
    ["YandexNewslinks", "search", { fallback: ["Yandex"] }],
  ]),
  ...from("Baidu", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "header", [
    ["YiyanBot", "user-request"],
  ]),
  ...from("Awario", "https://awario.com/bots.html", "2026-11-22", "header", [
    ["Awario", "data"],
  ]),
  ...from("Exa", "https://exa.ai", "2026-11-22", "header", [
    ["ExaSearchBot", "search"],
  ]),
  ...from("Tavily", "https://knownagents.com/agents/tavilybot", "2026-11-22", "header", [
    ["TavilyBot", "search"],
  ]),
  ...from("Firecrawl", "https://www.firecrawl.dev/", "2026-11-22", "header", [
    ["FirecrawlAgent", "user-request"],
  ]),
  ...from("Parallel", "https://docs.parallel.ai/resources/crawler", "2026-11-22", "header", [
    ["Shap-User", "user-request"],
  ]),
  ...from("DeepSeek", "https://www.deepseek.com/bot", "2026-11-22", "header", [
    ["DeepSeekBot", "training"],
  ]),
  ...from("Butterfly Effect (Manus)", "https://manus.im/help/Manus-user", "2026-11-22", "header", [
    ["Manus-User", "user-request"],
  ]),
  ...from("Zhipu AI", "https://chatglm.cn/", "2026-11-22", "header", [
    ["ChatGLM-Spider", "training"],
  ]),
  ...from("Alibaba", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "header", [
    ["TongyiBot", "user-request"],
  ]),
  ...from("Cloudflare", "https://developers.cloudflare.com/autorag", "2026-11-22", "header", [
    ["Cloudflare-AutoRAG", "search"],
  ]),
  ...from("Cloudflare", "https://developers.cloudflare.com/speed/speed-test/run-speed-test", "2026-11-22", "header", [
    ["CloudflareObservatory", "user-request"],
  ]),
  ...from("Mozilla", "https://docs.tabstack.ai/trust/controlling-access", "2026-11-22", "header", [
    ["Mozilla-Tabstack", "user-request"],
  ]),
  ...from("Liner", "https://docs.getliner.com/docs/linerbot", "2026-11-22", "header", [
    ["LinerBot", "user-request"],
  ]),
  ...from("iAsk", "https://iask.ai/", "2026-11-22", "header", [
    ["iAskBot", "search"],
  ]),
  ...from("Andi", "https://andisearch.com/", "2026-11-22", "header", [
    ["Andibot", "search"],
  ]),
  ...from("Phind", "https://knownagents.com/agents/phindbot", "2026-11-22", "header", [
    ["PhindBot", "user-request"],
  ]),
  ...from("Wrtn", "https://datadome.co/bots/wrtnbot/", "2026-11-22", "header", [
    ["WRTNBot", "user-request"],
  ]),
  ...from("Querit", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "header", [
    ["QueritBot", "search"],
    ["Querit-SearchBot", "search"],
  ]),
  ...from("AddSearch", "https://www.addsearch.com/docs/indexing/whitelisting-addsearch-bot/", "2026-11-22", "header", [
    ["AddSearchBot", "search", { note: "Site search for customers." }],
  ]),
  ...from("Zanista", "https://zanista.ai/crawler-info", "2026-11-22", "header", [
    ["ZanistaBot", "search"],
  ]),
  ...from("Poggio", "https://docs.poggio.io/dev-resources/robots", "2026-11-22", "header", [
    ["Poggio-Citations", "user-request"],
  ]),
  ...from("Qualified", "https://www.qualified.com/legal/qualified-crawler-user-agent", "2026-11-22", "header", [
    ["QualifiedBot", "user-request"],
  ]),
  ...from("Apify", "https://knownagents.com/agents/apifybot", "2026-11-22", "header", [
    ["ApifyBot", "data"],
  ]),
  ...from("LAION", "https://laion.ai/", "2026-11-22", "header", [
    ["LAIONDownloader", "training"],
  ]),
  ...from("FactSet", "https://www.factset.com/ai", "2026-11-22", "header", [
    ["Factset_spyderbot", "data"],
  ]),
  ...from("Archive Team", "https://wiki.archiveteam.org/index.php?title=ArchiveBot", "2026-11-22", "header", [
    ["ArchiveTeam ArchiveBot", "archive", { ignoresRobots: true, note: "Archive Team says that it ignores robots.txt entirely." }],
  ]),
  ...from("Apple", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["AppleNewsBot", "other", { note: "Feeds of Apple News publishers." }],
  ]),
  ...from("360", "https://www.so.com/help/help_3_2.html", "2026-11-22", "header", [
    ["360Spider-Image", "search", { fallback: ["360Spider"] }],
    ["360Spider-Video", "search", { fallback: ["360Spider"] }],
  ]),
  ...from("Kakao (Daum)", "http://tab.search.daum.net/aboutWebSearch_en.html", "2026-11-22", "header", [
    ["Daum", "search"],
  ]),
  ...from("Naver", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["Blueno", "preview", { note: "Link previews." }],
  ]),
  ...from("Kakao", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["kakaotalk-scrap", "preview", { note: "Link previews in KakaoTalk." }],
  ]),
  ...from("LY Corporation (LINE)", "https://lin.ee/4dwXkTH", "2026-11-22", "header", [
    ["Linespider", "search"],
  ]),
  ...from("LY Corporation (Yahoo! Japan)", "https://support.yahoo-net.jp/PccSearch/s/article/H000007955", "2026-11-22", "header", [
    ["Y!J-ASR", "search"],
    ["Y!J-BRW", "search"],
  ]),
  ...from("Rambler", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["StackRambler", "search", { status: "retired" }],
  ]),
  ...from("Seznam.cz", "http://napoveda.seznam.cz/en/seznambot-intro/", "2026-11-22", "header", [
    ["SeznamHomepageCrawler", "other"],
  ]),
  ...from("Seznam.cz", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["Seznam-Zbozi-robot", "data", { note: "Zboží.cz price comparison." }],
  ]),
  ...from("Heureka", "https://sluzby.heureka.cz/napoveda/heurekabot/", "2026-11-22", "header", [
    ["Heurekabot-Feed", "data"],
  ]),
  ...from("Ibou", "https://ibou.io/iboubot.html", "2026-11-22", "header", [
    ["IbouBot", "search"],
  ]),
  ...from("Swisscows", "https://swisscows.com/", "2026-11-22", "header", [
    ["Swisscows", "search"],
  ]),
  ...from("Geedo", "http://www.geedo.com", "2026-11-22", "header", [
    ["GeedoBot", "search"],
  ]),
  ...from("Geedo", "https://geedo.com/product-search/", "2026-11-22", "header", [
    ["GeedoProductSearch", "data"],
  ]),
  ...from("Alexandria.org", "https://www.alexandria.org/bot.html", "2026-11-22", "header", [
    ["AlexandriaOrgBot", "search"],
  ]),
  ...from("Wiby", "https://www.wiby.me/", "2026-11-22", "header", [
    ["Wibybot", "search"],
  ]),
  ...from("Ahrefs (Yep)", "https://yep.com/yepbot/", "2026-11-22", "header", [
    ["YepBot", "search"],
  ]),
  ...from("OpenWebSearch.eu", "https://openwebsearch.eu/owler/", "2026-11-22", "header", [
    ["OWLer", "search", { note: "European open web index." }],
  ]),
  ...from("vuhuv", "https://vuhuv.com/bot.html", "2026-11-22", "header", [
    ["vuhuvBot", "search"],
  ]),
  ...from("Yooz", "https://www.yooz.ir/", "2026-11-22", "header", [
    ["yoozBot", "search"],
  ]),
  ...from("Yioop", "https://www.yioop.com/bot", "2026-11-22", "header", [
    ["YioopBot", "search"],
  ]),
  ...from("Right Dao", "https://rightdao.com/bot.html", "2026-11-22", "header", [
    ["Centurybot", "search"],
  ]),
  ...from("Heexy", "https://heexy.org/bot", "2026-11-22", "header", [
    ["Heexybot", "search"],
  ]),
  ...from("PriEco", "https://prieco.net", "2026-11-22", "header", [
    ["PriEcoBot", "search"],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot/", "2026-11-22", "header", [
    ["DuckDuckGo-Favicons-Bot", "other"],
  ]),
  ...from("xAI", "https://x.ai/", "2026-11-22", "header", [
    ["xAI-Bot", "training", { note: "xAI documents no token." }],
  ]),
  ...from("xAI", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["GrokBot", "training"],
  ]),
  ...from("ProRata", "https://platform.gist.ai/docs/gcn-overview", "2026-11-22", "header", [
    ["ProRata", "search", { note: "Cloudflare calls it ProRataInc." }],
  ]),
  ...from("Reddit", "http://www.reddit.com/feedback", "2026-11-22", "header", [
    ["redditbot", "preview"],
  ]),
  ...from("Bluesky", "https://bsky.app", "2026-11-22", "header", [
    ["Bluesky Cardyb", "preview"],
  ]),
  ...from("Mastodon", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["Mastodon", "preview", { note: "Many servers." }],
  ]),
  ...from("VK", "https://dev.vk.com/en/widgets/share", "2026-11-22", "header", [
    ["vkShare", "preview"],
  ]),
  ...from("VK", "https://dev.vk.com/en/", "2026-11-22", "header", [
    ["VKRobot", "preview"],
  ]),
  ...from("OK.ru", "https://odnoklassniki.ru", "2026-11-22", "header", [
    ["OdklBot", "preview"],
  ]),
  ...from("Viber", "https://www.viber.com/", "2026-11-22", "header", [
    ["ViberUrlDownloader", "preview"],
    ["Viber", "preview"],
  ]),
  ...from("Zalo", "https://www.xforce-security.com/crawler/", "2026-11-22", "header", [
    ["ZaloBot", "preview"],
  ]),
  ...from("Keybase", "https://book.keybase.io/docs/chat/link-previews", "2026-11-22", "header", [
    ["KeybaseBot", "preview"],
  ]),
  ...from("Tumblr", "https://automattic.com/", "2026-11-22", "header", [
    ["Tumblr", "preview"],
  ]),
  ...from("GroupMe", "https://groupme.com/", "2026-11-22", "header", [
    ["GroupMeBot", "preview"],
  ]),
  ...from("Misskey", "https://github.com/misskey-dev/summaly", "2026-11-22", "header", [
    ["SummalyBot", "preview"],
  ]),
  ...from("Lemmy", "https://leminal.space", "2026-11-22", "header", [
    ["Lemmy", "preview", { note: "Many servers." }],
  ]),
  ...from("Refind", "https://refind.com/about", "2026-11-22", "header", [
    ["Refindbot", "preview"],
  ]),
  ...from("Medium", "https://medium.com/", "2026-11-22", "header", [
    ["Mediumbot", "preview"],
  ]),
  ...from("Substack", "https://substack.com/", "2026-11-22", "header", [
    ["SubstackContentFetch", "preview"],
  ]),
  ...from("OpenGraph.io", "https://www.opengraph.io", "2026-11-22", "header", [
    ["OpenGraph.io", "preview"],
  ]),
  ...from("Semrush", "https://www.semrush.com/bot/", "2026-11-22", "header", [
    ["SemrushBot-FT", "seo", { fallback: ["SemrushBot"], note: "Plagiarism checker." }],
    ["SerpReputationManagementAgent", "seo"],
  ]),
  ...from("SE Ranking", "https://help.seranking.com/hc/en-us/articles/23020353159964-SERankingBacklinksB", "2026-11-22", "header", [
    ["SERankingBacklinksBot", "seo"],
  ]),
  ...from("SE Ranking", "https://help.agencyanalytics.com/en/articles/3469586-allow-our-site-auditor-via", "2026-11-22", "header", [
    ["RSiteAuditor", "seo"],
  ]),
  ...from("Semrush (Ryte)", "https://bot.ryte.com/", "2026-11-22", "header", [
    ["RyteBot", "seo"],
  ]),
  ...from("SISTRIX", "https://www.sistrix.com/tutorials/crawling-errors-in-the-optimizer/", "2026-11-22", "header", [
    ["SISTRIX Crawler", "seo"],
  ]),
  ...from("Oncrawl", "https://help.oncrawl.com/en/articles/2288662-what-ips-does-oncrawl-use-to-crawl-a-website", "2026-11-22", "header", [
    ["OnCrawl", "seo"],
  ]),
  ...from("Botify", "https://www.botify.com/", "2026-11-22", "header", [
    ["botify", "seo"],
  ]),
  ...from("Sitebulb", "https://sitebulb.com/", "2026-11-22", "header", [
    ["Sitebulb", "seo"],
  ]),
  ...from("Conductor (ContentKing)", "https://whatis.contentkingapp.com/", "2026-11-22", "header", [
    ["contentkingapp", "seo"],
  ]),
  ...from("Acquia (Monsido)", "https://monsido.com/bot-html", "2026-11-22", "header", [
    ["Monsidobot", "seo"],
  ]),
  ...from("Seobility", "https://www.seobility.net/sites/bot.html", "2026-11-22", "header", [
    ["SeobilityBot", "seo"],
  ]),
  ...from("Netpeak", "https://netpeaksoftware.com/checker", "2026-11-22", "header", [
    ["NetpeakCheckerBot", "seo"],
  ]),
  ...from("SEOZoom", "https://suite.seozoom.it/bot.html", "2026-11-22", "header", [
    ["ZoomBot", "seo"],
  ]),
  ...from("Cocolyze", "https://cocolyze.com/bot", "2026-11-22", "header", [
    ["Cocolyzebot", "seo"],
  ]),
  ...from("SEOlizer", "https://www.seolizer.de/bot.html", "2026-11-22", "header", [
    ["SEOlizer", "seo"],
  ]),
  ...from("RankActive", "https://rankactive.com/resources/rankactive-linkbot", "2026-11-22", "header", [
    ["RankActiveLinkBot", "seo"],
  ]),
  ...from("Senuto", "https://www.senuto.com", "2026-11-22", "header", [
    ["SenutoBot", "seo"],
  ]),
  ...from("HypeStat", "https://hypestat.com/crawler", "2026-11-22", "header", [
    ["HypeStat", "seo"],
  ]),
  ...from("WooRank", "https://www.woorank.com/", "2026-11-22", "header", [
    ["woorankreview", "seo"],
  ]),
  ...from("Sitechecker", "https://sitechecker.pro/", "2026-11-22", "header", [
    ["SiteCheckerBotCrawler", "seo"],
  ]),
  ...from("DomainStats", "https://domainstats.com/pages/our-bot", "2026-11-22", "header", [
    ["DomainStatsBot", "seo"],
  ]),
  ...from("metrics.tools", "https://metrics-tools.de/robot.html", "2026-11-22", "header", [
    ["MTRobot", "seo"],
  ]),
  ...from("BrightEdge", "https://www.brightedge.com/", "2026-11-22", "header", [
    ["BrightEdge Crawler", "seo"],
  ]),
  ...from("Dragon Metrics", "http://www.dragonmetrics.com", "2026-11-22", "header", [
    ["Dragonbot", "seo"],
  ]),
  ...from("Visual SEO", "https://visual-seo.com/Pigafetta-Bot", "2026-11-22", "header", [
    ["Pigafetta", "seo"],
  ]),
  ...from("Library and Archives Canada", "https://library-archives.canada.ca/eng/services/government-canada/web-social-media-preser", "2026-11-22", "header", [
    ["LAC_IAHarvester", "archive"],
  ]),
  ...from("British Library", "https://www.bl.uk/", "2026-11-22", "header", [
    ["bl.uk_ldfc_bot", "archive"],
  ]),
  ...from("National Széchényi Library", "http://mekosztaly.oszk.hu/mia/", "2026-11-22", "header", [
    ["OSZKbot", "archive"],
  ]),
  ...from("NiceCrawler", "http://www.nicecrawler.com/", "2026-11-22", "header", [
    ["Nicecrawler", "archive"],
  ]),
  ...from("ArchiveBox", "https://archivebox.io/", "2026-11-22", "header", [
    ["ArchiveBox", "archive", { note: "A tool: run by anybody." }],
  ]),
  ...from("UptimeRobot", "https://uptimerobot.com/", "2026-11-22", "header", [
    ["UptimeRobot", "other", { note: "Monitors for the site's owner." }],
  ]),
  ...from("SolarWinds", "http://www.pingdom.com", "2026-11-22", "header", [
    ["Pingdom", "other", { note: "Monitors for the site's owner." }],
  ]),
  ...from("StatusCake", "https://www.statuscake.com", "2026-11-22", "header", [
    ["StatusCake", "other", { note: "Monitors for the site's owner." }],
  ]),
  ...from("GTmetrix", "https://gtmetrix.com/", "2026-11-22", "header", [
    ["GTmetrix", "user-request"],
  ]),
  ...from("Better Stack", "https://betteruptime.com/faq", "2026-11-22", "header", [
    ["Better Uptime Bot", "other"],
  ]),
  ...from("W3C", "https://validator.w3.org/checklink", "2026-11-22", "header", [
    ["W3C-checklink", "user-request", { note: "Honours robots.txt." }],
  ]),
  ...from("W3C", "https://validator.w3.org/services", "2026-11-22", "header", [
    ["W3C_Validator", "user-request"],
  ]),
  ...from("Feedbin", "http://feedbin.com/", "2026-11-22", "header", [
    ["Feedbin", "user-request"],
  ]),
  ...from("NewsBlur", "http://www.newsblur.com", "2026-11-22", "header", [
    ["NewsBlur", "user-request"],
  ]),
  ...from("Inoreader", "https://www.inoreader.com", "2026-11-22", "header", [
    ["inoreader", "user-request"],
  ]),
  ...from("Feedspot", "http://www.feedspot.com", "2026-11-22", "header", [
    ["Feedspot", "user-request"],
  ]),
  ...from("FreshRSS", "https://freshrss.org/", "2026-11-22", "header", [
    ["FreshRSS", "user-request", { note: "Many servers." }],
  ]),
  ...from("BazQux Reader", "https://bazqux.com/fetcher", "2026-11-22", "header", [
    ["BazQux", "user-request"],
  ]),
  ...from("start.me", "https://start.me/bot", "2026-11-22", "header", [
    ["startmebot", "user-request"],
  ]),
  ...from("Superfeedr", "http://superfeedr.com", "2026-11-22", "header", [
    ["Superfeedr", "user-request"],
  ]),
  ...from("Riga Technical University", "https://academicbot.rtu.lv", "2026-11-22", "header", [
    ["AcademicBotRTU", "data"],
  ]),
  ...from("MaCoCu", "https://www.clarin.si/info/macocu-massive-collection-and-curation-of-monolingual-and-bilingual-data", "2026-11-22", "header", [
    ["MaCoCu", "data"],
  ]),
  ...from("Masaryk University", "https://nlp.fi.muni.cz/projects/biwec/", "2026-11-22", "header", [
    ["SpiderLing", "data"],
  ]),
  ...from("CiteSeerX", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["citeseerxbot", "data", { status: "retired" }],
  ]),
  ...from("Wappalyzer", "https://github.com/AliasIO/Wappalyzer", "2026-11-22", "header", [
    ["Wappalyzer", "data"],
  ]),
  ...from("Netcraft", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["NetcraftSurveyAgent", "data"],
  ]),
  ...from("driftnet", "https://internet-measurement.com", "2026-11-22", "header", [
    ["InternetMeasurement", "data"],
  ]),
  ...from("Dataprovider.com", "https://www.dataprovider.com/", "2026-11-22", "header", [
    ["Dataprovider", "data"],
  ]),
  ...from("Determ", "https://mediatoolkit.com", "2026-11-22", "header", [
    ["Mediatoolkitbot", "data"],
  ]),
  ...from("Muck Rack", "https://muckrack.com/", "2026-11-22", "header", [
    ["MuckRack", "data"],
  ]),
  ...from("StackScope", "https://stackscope.dev/bot", "2026-11-22", "header", [
    ["StackScopeBot", "data"],
  ]),
  ...from("Headline", "https://headline.com/legal/crawler", "2026-11-22", "header", [
    ["ev-crawler", "data"],
  ]),
  ...from("Integral Ad Science", "https://integralads.com/ias-privacy-data-management/policies/site-indexing-policy/", "2026-11-22", "header", [
    ["ias_crawler", "ads"],
    ["ias_wombles", "ads"],
  ]),
  ...from("DoubleVerify", "https://doubleverify.com/", "2026-11-22", "header", [
    ["DVbot", "ads"],
  ]),
  ...from("Taboola", "https://help.taboola.com/hc/en-us/articles/115002347594-The-Taboola-Crawler", "2026-11-22", "header", [
    ["Taboolabot", "ads"],
  ]),
  ...from("Piano (Cxense)", "http://www.cxense.com/bot.html", "2026-11-22", "header", [
    ["cXensebot", "ads"],
  ]),
  ...from("The Trade Desk", "https://www.thetradedesk.com/general/ttd-content", "2026-11-22", "header", [
    ["TTD-Content", "ads"],
  ]),
  ...from("Adagio", "https://adagio-io.gitbook.io/adagio-documentation/general-configuration/update-your-app-ads.txt-file", "2026-11-22", "header", [
    ["Adagiobot", "ads", { note: "Reads ads.txt." }],
  ]),
  ...from("Eyeota", "https://www.eyeota.com/", "2026-11-22", "header", [
    ["Eyeotabot", "ads"],
  ]),
  ...from("Yext", "https://www.yext.com/platform/crawl", "2026-11-22", "header", [
    ["YextBot", "search"],
  ]),
  ...from("Algolia", "https://support.algolia.com/hc/en/us/articles/17223698862993-Which-IP-address-of-the-Crawler-can-I-a", "2026-11-22", "header", [
    ["Algolia Crawler", "search", { note: "Site search for customers." }],
  ]),
  ...from("HubSpot", "https://developers.hubspot.com/docs/cms/start-building/building-blocks/modules/", "2026-11-22", "header", [
    ["HubSpotContentSearchBot", "search"],
  ]),
  ...from("Stripe", "https://docs.stripe.com/stripebot-crawler", "2026-11-22", "header", [
    ["Stripebot", "other", { note: "Checks merchants' sites." }],
  ]),
  ...from("SafeDNS", "https://www.safedns.com/searchbot", "2026-11-22", "header", [
    ["SafeDNSBot", "data", { note: "Classifies sites." }],
  ]),
  ...from("Lightspeed Systems", "https://www.lightspeedsystems.com/", "2026-11-22", "header", [
    ["LightspeedSystemsCrawler", "data", { note: "Classifies sites for schools." }],
  ]),
  ...from("OpenRobotsTXT", "https://openrobotstxt.org/ua", "2026-11-22", "header", [
    ["ORTc.me", "data", { note: "Collects robots.txt files." }],
  ]),
  ...from("Kagi", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["kagi-fetcher", "user-request", { note: "Fetches pages for Kagi's assistants." }],
  ]),
  ...from("Direqt", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["Anomura", "search", { note: "Search on the sites of customers." }],
  ]),
  ...from("Anthropic", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["Claude-Code", "user-request", { note: "A coding agent. Anthropic's page about crawlers does not name it." }],
  ]),
  ...from("Google", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["Google-Gemini-CLI", "user-request", { note: "A coding agent. Google's pages about crawlers do not name it." }],
  ]),
  ...from("Reflection AI", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["Reflectionbot", "training", { note: "No documentation found; the User-Agent header links to reflection.ai." }],
  ]),
  ...from("QuillBot", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["QuillBot", "other", { note: "Writing tools and detection of AI texts." }],
  ]),
  ...from("Twin", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["TwinAgent", "user-request", { note: "Automated workers that use websites." }],
  ]),
  ...from("LAION", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-23", "header", [
    ["laion-huggingface-processor", "training"],
  ]),
];
