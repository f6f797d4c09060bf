/**
 * The crawlers as data. Each row names the page to check it against; change a row only by that page, and its date with it.
 * A row without a fallback looks for its own token and then for `*`. Rows are known from the operator's page, or from lists of
 * robots.txt tokens; what is known from User-Agent headers alone is in header-agents.ts.
 */
import { from } from "./agent-rows.ts";
import type { KnownAgent } from "./known-agent.ts";

/** The well-known crawlers. */
// biome-ignore format: one row a line, so that a changed row is one changed line.
export const knownAgents: readonly KnownAgent[] = [
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "2026-11-21", "page", [
    ["Googlebot", "search"],
    ["Googlebot-Image", "search", { fallback: ["Googlebot"] }],
    ["Googlebot-Video", "search", { fallback: ["Googlebot"] }],
    ["Googlebot-News", "search", { fallback: ["Googlebot"] }],
    ["Storebot-Google", "search"],
    ["Google-InspectionTool", "user-request", { fallback: ["Googlebot"] }],
    ["GoogleOther", "other"],
    ["GoogleOther-Image", "other", { fallback: ["GoogleOther"] }],
    ["GoogleOther-Video", "other", { fallback: ["GoogleOther"] }],
    ["Google-CloudVertexBot", "user-request", { fallback: ["Googlebot"] }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "2026-11-22", "page", [
    ["Google-Extended", "permission", { note: "table: no fallback; this list: Googlebot. Contested. Since 2026-10-30 the page has a note that Google intends to support the shared training preference signal" }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "2026-11-21", "page", [
    ["APIs-Google", "other", { ignoresStar: true }],
    ["AdsBot-Google", "ads", { ignoresStar: true }],
    ["AdsBot-Google-Mobile", "ads", { ignoresStar: true }],
    ["Mediapartners-Google", "ads", { ignoresStar: true }],
    ["Google-Safety", "other", { ignoresRobots: true }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "2026-11-21", "page", [
    ["FeedFetcher-Google", "user-request", { ignoresRobots: true }],
    ["GoogleProducer", "user-request", { ignoresRobots: true }],
    ["Google-Read-Aloud", "user-request", { ignoresRobots: true }],
    ["Google-Site-Verification", "user-request", { ignoresRobots: true }],
    ["Google-Agent", "user-request", { ignoresRobots: true }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "2026-11-22", "page", [
    ["Google-NotebookLM", "user-request", { ignoresRobots: true, status: "renamed to Google-GeminiNotebook", note: "the stored copy names Google-GeminiNotebook where the older page had Google-NotebookLM; keep as an alias" }],
    ["Google-GeminiNotebook", "user-request", { ignoresRobots: true, note: "Gemini Notebook, the new name of NotebookLM; page .../crawlers-fetchers/google-gemininotebook; \"generally ignore robots.txt\" holds for the whole list" }],
    ["Google-CWS", "user-request", { ignoresRobots: true, note: "Chrome Web Store fetches URLs of extension and theme metadata" }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests", "2026-11-22", "listed", [
    ["Google-Firebase", "user-request", { ignoresRobots: true, note: "AI apps made with Firebase; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/google-agent-mariner", "2026-11-22", "listed", [
    ["GoogleAgent-Mariner", "user-request", { ignoresRobots: true, note: "Project Mariner; probably replaced by Google-Agent: check; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "listed", [
    ["GoogleAgent-URLContext", "user-request", { ignoresRobots: true, note: "URL context tool of the Gemini API; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://gemini.google/overview/deep-research/", "2026-11-22", "listed", [
    ["Gemini-Deep-Research", "user-request", { ignoresRobots: true, note: "named by lists only; no page of Google read; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Microsoft", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0", "2026-11-22", "listed", [
    ["bingbot", "search", { crawlDelay: "honoured", note: "Bing's Frédéric Dubut: with an own section the default directives are ignored, except Crawl-delay: a per-field fallback to *" }],
    ["BingVideoPreview", "preview", { note: "listed on Bing's page (memory)" }],
  ]),
  ...from("Microsoft", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0", "2026-11-21", "listed", [
    ["AdIdxBot", "ads"],
    ["MicrosoftPreview", "preview"],
  ]),
  ...from("Microsoft", "https://azure.microsoft.com/en-us/products/ai-services", "2026-11-22", "listed", [
    ["AzureAI-SearchBot", "search", { note: "named by a list only; unclear" }],
  ]),
  ...from("Apple", "https://support.apple.com/en-us/119829", "2026-11-22", "page", [
    ["Applebot", "search", { fallback: ["Googlebot"], note: "row is right (fallback Googlebot confirmed by snapshot)" }],
    ["Applebot-Extended", "permission", { note: "table: no fallback; this list: Applebot, then Googlebot. Apple's page as known does not say so: contested, keep the row until the page is read" }],
  ]),
  ...from("Apple", "https://support.apple.com/en-us/119829", "2026-11-22", "listed", [
    ["iTMS", "other", { ignoresRobots: true, note: "snapshot of https://support.apple.com/en-us/119829: does not follow robots.txt, fetches only registered podcast URLs" }],
  ]),
  ...from("OpenAI", "https://developers.openai.com/api/docs/bots", "2026-11-21", "page", [
    ["GPTBot", "training"],
    ["OAI-SearchBot", "search"],
    ["ChatGPT-User", "user-request", { ignoresRobots: true }],
    ["OAI-AdsBot", "ads"],
  ]),
  ...from("Anthropic", "https://support.claude.com/en/articles/8896518", "2026-11-21", "page", [
    ["ClaudeBot", "training", { crawlDelay: "honoured" }],
    ["Claude-SearchBot", "search", { crawlDelay: "honoured" }],
    ["Claude-User", "user-request", { crawlDelay: "honoured" }],
  ]),
  ...from("Anthropic", "https://www.anthropic.com/", "2026-11-22", "listed", [
    ["anthropic-ai", "training", { status: "retired", note: "never documented as a crawler of its own today; often written in robots.txt" }],
  ]),
  ...from("Anthropic", "https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler", "2026-11-22", "listed", [
    ["Claude-Web", "training", { status: "retired", note: "not in Anthropic's page; often written in robots.txt" }],
  ]),
  ...from("Perplexity", "https://docs.perplexity.ai/guides/bots", "2026-11-21", "listed", [
    ["PerplexityBot", "search"],
    ["Perplexity-User", "user-request", { ignoresRobots: true }],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers", "2026-11-21", "page", [
    ["meta-externalagent", "training"],
    ["meta-webindexer", "search"],
    ["meta-externalfetcher", "user-request", { ignoresRobots: true }],
    ["meta-externalads", "ads"],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers", "2026-11-22", "page", [
    ["facebookexternalhit", "preview", { ignoresRobots: true, note: "the page says only that it might bypass robots.txt for security or integrity checks: ignoresRobots: true says more than the page. Decide and note" }],
    ["facebookcatalog", "preview", { fallback: ["facebookexternalhit"], note: "a user agent string of FacebookExternalHit, not a crawler of its own on the page; FacebookExternalHit might bypass robots.txt for security and integrity checks" }],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/bot/", "2026-11-22", "page", [
    ["FacebookBot", "training", { status: "retired", note: "Meta's page documents five crawlers and FacebookBot is not one; Cloudflare's bot catalog says the same. Still often written in robots.txt" }],
  ]),
  ...from("Amazon", "https://developer.amazon.com/amazonbot", "2026-11-22", "page", [
    ["Amazonbot", "training", { crawlDelay: "ignored", note: "row is right; crawl-delay documented as unsupported (earlier copy); unreachable: cached copy of the last 30 days, then as if there were none; newest snapshot 2026-04-19 adds meta noarchive = no training, noindex, none" }],
  ]),
  ...from("Amazon", "https://developer.amazon.com/amazonbot", "2026-11-21", "page", [
    ["Amzn-SearchBot", "search", { crawlDelay: "ignored" }],
    ["Amzn-User", "user-request", { crawlDelay: "ignored" }],
  ]),
  ...from("Amazon", "https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html", "2026-11-21", "page", [
    ["bedrockbot", "user-request"],
  ]),
  ...from("Amazon", "https://buyforme.amazon/", "2026-11-22", "listed", [
    ["AmazonBuyForMe", "user-request"],
  ]),
  ...from("Amazon", "https://nova.amazon.com/act", "2026-11-22", "listed", [
    ["NovaAct", "user-request"],
  ]),
  ...from("Amazon", "https://docs.aws.amazon.com/kendra/latest/dg/stop-web-crawler.html", "2026-11-22", "listed", [
    ["amazon-kendra", "search", { note: "crawls for customers of Amazon Kendra" }],
  ]),
  ...from("Amazon", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "listed", [
    ["amazon-QBusiness", "search", { note: "crawls for customers of Amazon Q Business" }],
  ]),
  ...from("ByteDance", "https://zhanzhang.toutiao.com/", "2026-11-21", "listed", [
    ["Bytespider", "training"],
  ]),
  ...from("ByteDance", "https://www.tiktok.com/", "2026-11-22", "listed", [
    ["TikTokSpider", "preview"],
  ]),
  ...from("Mistral AI", "https://docs.mistral.ai/en/robots", "2026-11-21", "page", [
    ["MistralAI-Training", "training"],
    ["MistralAI-Index", "search"],
    ["MistralAI-User", "user-request"],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "2026-11-21", "listed", [
    ["DuckDuckBot", "search", { crawlDelay: "ignored" }],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot", "2026-11-21", "listed", [
    ["DuckAssistBot", "user-request", { crawlDelay: "ignored" }],
  ]),
  ...from("You.com", "https://about.you.com/youbot/", "2026-11-21", "listed", [
    ["YouBot", "search"],
  ]),
  ...from("Allen Institute for AI", "https://allenai.org/crawler", "2026-11-21", "listed", [
    ["AI2Bot", "training"],
  ]),
  ...from("Allen Institute for AI", "https://allenai.org/crawler", "2026-11-22", "listed", [
    ["AI2Bot-Dolma", "training"],
    ["AI2Bot-DeepResearchEval", "user-request"],
  ]),
  ...from("Atlassian", "https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/", "2026-11-21", "listed", [
    ["atlassian-bot", "search"],
  ]),
  ...from("Linkup", "https://www.linkup.so/bot", "2026-11-21", "listed", [
    ["LinkupBot", "search"],
  ]),
  ...from("Lyrenth", "https://lyrenth.com/crawler-policy", "2026-11-21", "listed", [
    ["AIWebIndex", "search"],
  ]),
  ...from("SB Intuitions", "https://www.sbintuitions.co.jp/bot/", "2026-11-21", "listed", [
    ["SBIntuitionsBot", "training"],
  ]),
  ...from("ROIS-DS", "https://ds.rois.ac.jp/en_center8/en_crawler/", "2026-11-21", "listed", [
    ["Cotoyogi", "training"],
  ]),
  ...from("NICT", "https://ucri.nict.go.jp/en/icccrawler.html", "2026-11-21", "listed", [
    ["ICC-Crawler", "training"],
  ]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots", "2026-11-21", "listed", [
    ["YandexBot", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexImages", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexVideo", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexMedia", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexMarket", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexPagechecker", "user-request", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexWebmaster", "user-request", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexDirect", "ads", { ignoresStar: true, crawlDelay: "ignored" }],
    ["YandexDirectDyn", "ads", { ignoresStar: true, crawlDelay: "ignored" }],
    ["YandexFavicons", "other", { ignoresStar: true, crawlDelay: "ignored" }],
    ["YandexMetrika", "other", { ignoresStar: true, crawlDelay: "ignored" }],
    ["YandexMobileBot", "other", { ignoresStar: true, crawlDelay: "ignored" }],
    ["YandexAccessibilityBot", "other", { ignoresStar: true, crawlDelay: "ignored" }],
  ]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots", "2026-11-22", "listed", [
    ["YandexNews", "search", { fallback: ["Yandex"], crawlDelay: "ignored", status: "retired", note: "Yandex sold News to VK in 2022: check whether the page still lists it" }],
    ["YandexBlogs", "search", { fallback: ["Yandex"], crawlDelay: "ignored", status: "retired", note: "blog search is closed: check whether the page still lists it" }],
    ["YaDirectFetcher", "ads", { ignoresStar: true, crawlDelay: "ignored", note: "table: ignoresStar; this list: ignores robots.txt altogether. Check the page" }],
  ]),
  ...from("Yandex", "https://yandex.ru/support/webmaster/en/search-appearance/fast.html", "2026-11-22", "listed", [
    ["YandexAdditional", "permission", { ignoresStar: true, crawlDelay: "ignored", note: "third party: whether pages that are already indexed may be used in AI answers; no crawling of its own; ignores *" }],
    ["YandexAdditionalBot", "permission", { ignoresStar: true, crawlDelay: "ignored", note: "both YandexAdditional and YandexAdditionalBot are in three lists; ignores *" }],
  ]),
  ...from("Yandex", "http://yandex.com/bots", "2026-11-22", "listed", [
    ["YandexRenderResourcesBot", "search", { ignoresStar: true, crawlDelay: "ignored", note: "JavaScript and style sheets for rendering; list; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
  ]),
  ...from("Yandex", "https://yandex.ru/support/webmaster/robot-workings/check-yandex-robots.html#robot-in-logs", "2026-11-22", "listed", [
    ["YandexScreenshotBot", "other", { ignoresStar: true, crawlDelay: "ignored", note: "ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexUserproxy", "user-request", { ignoresStar: true, crawlDelay: "ignored", note: "proxies a user's action; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexCalendar", "user-request", { ignoresStar: true, crawlDelay: "ignored", note: "downloads calendars on a user's request; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexOntoDB", "search", { fallback: ["Yandex"], crawlDelay: "ignored", note: "object answers" }],
    ["YandexOntoDBAPI", "search", { ignoresStar: true, crawlDelay: "ignored", note: "object answers, on request; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexSitelinks", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
    ["YandexVertis", "search", { fallback: ["Yandex"], crawlDelay: "ignored", note: "vertical searches" }],
    ["YandexVerticals", "search", { fallback: ["Yandex"], crawlDelay: "ignored", note: "Auto.ru, Realty, Market" }],
    ["YandexVideoParser", "search", { ignoresStar: true, crawlDelay: "ignored", note: "ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexTracker", "user-request", { ignoresStar: true, crawlDelay: "ignored", note: "ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexSearchShop", "search", { ignoresStar: true, crawlDelay: "ignored", note: "product feeds on a user's request; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexSpravBot", "other", { fallback: ["Yandex"], crawlDelay: "ignored", note: "Yandex Business directory" }],
    ["YandexRCA", "preview", { ignoresStar: true, crawlDelay: "ignored", note: "data for previews; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexPartner", "other", { ignoresStar: true, crawlDelay: "ignored", note: "content of partner sites; ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexImageResizer", "other", { fallback: ["Yandex"], crawlDelay: "ignored" }],
  ]),
  ...from("Yandex", "https://github.com/yoshi389111/vscode-robots-txt-support/blob/5f49cd37aa072a1dc1b30811c34aab8bcda149d7/src/data/crawlerInfo.ts", "2026-11-22", "listed", [
    ["YandexComBot", "search", { ignoresStar: true, crawlDelay: "ignored", note: "ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
  ]),
  ...from("Yandex", "https://yandex.com/bots", "2026-11-22", "listed", [
    ["YandexAdNet", "ads", { fallback: ["Yandex"], crawlDelay: "ignored", note: "Yandex Advertising Network" }],
    ["YandexCheckBot", "other", { ignoresStar: true, crawlDelay: "ignored", note: "ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
    ["YandexMobileScreenShotBot", "other", { ignoresStar: true, crawlDelay: "ignored", note: "ignores * by vscode-robots-txt-support, which cites https://yandex.com/bots" }],
  ]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/user-agent", "2026-11-22", "page", [
    ["Yandex", "search", { crawlDelay: "ignored", note: "group token of all Yandex robots: matched as the substring Yandex, case-insensitive; if present, * is ignored. Some robots ignore robots.txt, User-agent: Yandex included, unless their exact name is written" }],
  ]),
  ...from("Baidu", "https://help.baidu.com/question?prod_id=99&class=476&id=2996", "2026-11-21", "listed", [
    ["Baiduspider", "search", { crawlDelay: "honoured" }],
    ["Baiduspider-image", "search", { fallback: ["Baiduspider"] }],
    ["Baiduspider-video", "search", { fallback: ["Baiduspider"] }],
    ["Baiduspider-news", "search", { fallback: ["Baiduspider"] }],
    ["Baiduspider-cpro", "ads", { fallback: ["Baiduspider"] }],
  ]),
  ...from("Baidu", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "listed", [
    ["YiyanBot", "user-request"],
  ]),
  ...from("360", "https://www.so.com/help/help_3_2.html", "2026-11-21", "listed", [
    ["360Spider", "search"],
  ]),
  ...from("Huawei", "https://webmaster.petalsearch.com/site/petalbot", "2026-11-21", "listed", [
    ["PetalBot", "search"],
  ]),
  ...from("Huawei", "https://www.huawei.com/", "2026-11-22", "listed", [
    ["PanguBot", "training"],
  ]),
  ...from("Naver", "https://searchadvisor.naver.com/guide/seo-basic-firewall", "2026-11-21", "listed", [
    ["Yeti", "search"],
  ]),
  ...from("Seznam.cz", "https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/", "2026-11-21", "listed", [
    ["SeznamBot", "search"],
  ]),
  ...from("Yahoo", "https://help.yahoo.com/kb/SLN22600.html", "2026-11-22", "listed", [
    ["Slurp", "search", { note: "Yahoo shows Bing's results; whether Slurp still crawls is unclear" }],
  ]),
  ...from("Cốc Cốc", "https://help.coccoc.com/en/search-engine/coccoc-robots", "2026-11-22", "listed", [
    ["coccocbot-web", "search", { note: "list has the general token CoccocBot: check whether it is a fallback" }],
  ]),
  ...from("Cốc Cốc", "https://help.coccoc.com/en/search-engine/coccoc-robots", "2026-11-21", "listed", [
    ["coccocbot-image", "search"],
  ]),
  ...from("Cốc Cốc", "https://help.coccoc.com/searchengine", "2026-11-22", "listed", [
    ["coccocbot", "search", { crawlDelay: "honoured", note: "general token of coccocbot-web and coccocbot-image: a fallback that the table lacks" }],
  ]),
  ...from("Qwant", "https://help.qwant.com/bot/", "2026-11-21", "listed", [
    ["Qwantbot", "search"],
  ]),
  ...from("Mojeek", "https://www.mojeek.com/bot.html", "2026-11-21", "listed", [
    ["MojeekBot", "search"],
  ]),
  ...from("Kagi", "https://kagi.com/bot", "2026-11-21", "listed", [
    ["Kagibot", "search"],
  ]),
  ...from("Brave", "https://safe.search.brave.com/help/brave-search-crawler", "2026-11-21", "listed", [
    ["Bravebot", "search"],
  ]),
  ...from("Stract", "https://trystract.com/webmasters", "2026-11-21", "listed", [
    ["StractBot", "search"],
  ]),
  ...from("Marginalia", "https://www.marginalia.nu/marginalia-search/for-webmasters/", "2026-11-21", "listed", [
    ["search.marginalia.nu", "search"],
  ]),
  ...from("Timpi", "https://timpi.io", "2026-11-21", "listed", [
    ["Timpibot", "search"],
  ]),
  ...from("The Hive", "https://imagesift.com/about", "2026-11-21", "listed", [
    ["ImagesiftBot", "search"],
  ]),
  ...from("Common Crawl", "https://commoncrawl.org/ccbot", "2026-11-22", "listed", [
    ["CCBot", "archive", { crawlDelay: "honoured", note: "snapshot of 2026-04-19: Crawl-delay documented (example 2), 4 redirects for pages and 5 for robots.txt, slows down on 429 and 5xx. Row of the table is right; add crawlDelay" }],
  ]),
  ...from("Internet Archive", "https://archive.org/details/archive.org_bot", "2026-11-22", "listed", [
    ["archive.org_bot", "archive", { note: "since 2017 the Archive does not rely on robots.txt for most sites (third parties; the blog post is from memory): row lacks ignoresRobots" }],
  ]),
  ...from("Arquivo.pt", "https://arquivo.pt/robot", "2026-11-21", "listed", [
    ["Arquivo-web-crawler", "archive"],
  ]),
  ...from("Bibliothèque nationale de France", "https://www.bnf.fr/fr/capture-de-votre-site-web-par-le-robot-de-la-bnf", "2026-11-21", "listed", [
    ["bnf.fr_bot", "archive"],
  ]),
  ...from("University of Milan", "http://law.di.unimi.it/BUbiNG.html", "2026-11-21", "listed", [
    ["BUbiNG", "archive"],
  ]),
  ...from("X", "https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started", "2026-11-21", "listed", [
    ["Twitterbot", "preview"],
  ]),
  ...from("LinkedIn", "https://www.linkedin.com/help/linkedin/answer/a521928", "2026-11-21", "listed", [
    ["LinkedInBot", "preview"],
  ]),
  ...from("Pinterest", "https://help.pinterest.com/en/business/article/pinterestbot", "2026-11-21", "listed", [
    ["Pinterestbot", "search"],
  ]),
  ...from("Slack", "https://api.slack.com/robots", "2026-11-21", "listed", [
    ["Slackbot-LinkExpanding", "preview"],
    ["Slack-ImgProxy", "preview"],
  ]),
  ...from("Embedly", "https://support.embed.ly", "2026-11-21", "listed", [
    ["Embedly", "preview"],
  ]),
  ...from("Iframely", "https://iframely.com/docs/about", "2026-11-21", "listed", [
    ["Iframely", "preview"],
  ]),
  ...from("Snap", "https://business.snapchat.com/legal/snapchat-automated-crawler", "2026-11-21", "listed", [
    ["SnapURLPreview", "preview"],
  ]),
  ...from("Snap", "https://businesshelp.snapchat.com/s/article/adsbot-crawler", "2026-11-21", "listed", [
    ["SnapchatAds", "ads"],
  ]),
  ...from("Feedly", "https://www.feedly.com/fetcher.html", "2026-11-21", "listed", [
    ["Feedly", "user-request"],
  ]),
  ...from("Criteo", "https://www.criteo.com/criteo-crawler/", "2026-11-21", "listed", [
    ["CriteoBot", "ads"],
  ]),
  ...from("Comscore", "https://www.comscore.com/Web-Crawler", "2026-11-21", "listed", [
    ["proximic", "ads"],
  ]),
  ...from("Peer39", "https://www.peer39.com/crawler-notice", "2026-11-21", "listed", [
    ["peer39_crawler", "ads"],
  ]),
  ...from("Ahrefs", "https://ahrefs.com/robot", "2026-11-21", "listed", [
    ["AhrefsBot", "seo", { crawlDelay: "honoured" }],
    ["AhrefsSiteAudit", "seo", { crawlDelay: "honoured" }],
  ]),
  ...from("Semrush", "https://www.semrush.com/bot/", "2026-11-21", "listed", [
    ["SemrushBot", "seo", { crawlDelay: "honoured" }],
    ["SiteAuditBot", "seo"],
    ["SemrushBot-BA", "seo"],
    ["SemrushBot-SI", "seo"],
    ["SemrushBot-SWA", "seo"],
    ["SemrushBot-OCOB", "seo"],
    ["SplitSignalBot", "seo"],
  ]),
  ...from("Semrush", "https://www.semrush.com/bot/", "2026-11-22", "listed", [
    ["SemrushBot-SA", "seo", { fallback: ["SemrushBot"], status: "renamed to SiteAuditBot" }],
    ["SemrushBot-BM", "seo", { fallback: ["SemrushBot"], status: "retired", note: "Brand Monitoring; in older copies of the page" }],
    ["SemrushBot-CT", "seo", { fallback: ["SemrushBot"], status: "retired", note: "Content Analyzer; in older copies of the page" }],
  ]),
  ...from("Majestic", "https://mj12bot.com/", "2026-11-21", "listed", [
    ["MJ12bot", "seo", { crawlDelay: "honoured" }],
  ]),
  ...from("Moz", "https://moz.com/help/moz-procedures/crawlers/dotbot", "2026-11-21", "listed", [
    ["dotbot", "seo", { crawlDelay: "honoured" }],
  ]),
  ...from("Moz", "https://moz.com/help/moz-procedures/crawlers/rogerbot", "2026-11-21", "listed", [
    ["rogerbot", "seo"],
  ]),
  ...from("DataForSEO", "https://dataforseo.com/dataforseo-bot", "2026-11-21", "listed", [
    ["DataForSeoBot", "seo"],
  ]),
  ...from("SE Ranking", "https://help.seranking.com/en/blex-crawler", "2026-11-21", "listed", [
    ["BLEXBot", "seo"],
  ]),
  ...from("Serpstat", "https://serpstatbot.com/", "2026-11-21", "listed", [
    ["serpstatbot", "seo"],
  ]),
  ...from("Babbar", "https://www.babbar.tech/crawler", "2026-11-21", "listed", [
    ["Barkrowler", "seo"],
  ]),
  ...from("SEOkicks", "https://www.seokicks.de/robot.html", "2026-11-21", "listed", [
    ["SEOkicks", "seo"],
  ]),
  ...from("seoClarity", "https://www.seoclarity.net/bot.html", "2026-11-21", "listed", [
    ["ClarityBot", "seo"],
  ]),
  ...from("Webz.io", "https://webz.io/bot.html", "2026-11-21", "listed", [
    ["Webzio", "data"],
    ["Webzio-Extended", "permission"],
  ]),
  ...from("Webz.io", "https://webz.io/bot.html", "2026-11-22", "listed", [
    ["omgilibot", "data", { status: "renamed to omgili", note: "the list calls omgilibot legacy and says that Webz.io uses omgili" }],
    ["omgili", "data"],
  ]),
  ...from("Diffbot", "https://docs.diffbot.com/docs/does-crawl-respect-robotstxt", "2026-11-21", "page", [
    ["Diffbot", "search"],
    ["Diffbot-User", "user-request"],
  ]),
  ...from("aiHit", "https://www.aihitdata.com/about", "2026-11-21", "listed", [
    ["aiHitBot", "data"],
  ]),
  ...from("Velen", "https://velen.io/", "2026-11-21", "listed", [
    ["VelenPublicWebCrawler", "data"],
  ]),
  ...from("Awario", "https://awario.com/bots.html", "2026-11-21", "listed", [
    ["AwarioBot", "data"],
  ]),
  ...from("Awario", "https://awario.com/bots.html", "2026-11-22", "listed", [
    ["Awario", "data", { note: "table has AwarioBot only" }],
  ]),
  ...from("Brandwatch", "https://www.brandwatch.com/legal/crawlers/", "2026-11-21", "listed", [
    ["magpie-crawler", "data"],
  ]),
  ...from("Talkwalker", "https://www.trendiction.de/bot", "2026-11-21", "listed", [
    ["trendictionbot", "data"],
  ]),
  ...from("Turnitin", "https://www.turnitin.com/robot/crawlerinfo.html", "2026-11-21", "listed", [
    ["TurnitinBot", "data"],
  ]),
  ...from("Exalead (Dassault Systèmes)", "http://www.exabot.com/go/robot", "2026-11-22", "listed", [
    ["Exabot", "search", { status: "retired", note: "not Exa's ExaBot, which compares equal: a group for one applies to the other" }],
  ]),
  ...from("Exa", "https://exa.ai", "2026-11-22", "listed", [
    ["ExaSearchBot", "search"],
  ]),
  ...from("Tavily", "https://knownagents.com/agents/tavilybot", "2026-11-22", "listed", [
    ["TavilyBot", "search"],
  ]),
  ...from("Firecrawl", "https://www.firecrawl.dev/", "2026-11-22", "listed", [
    ["FirecrawlAgent", "user-request"],
  ]),
  ...from("Parallel", "https://docs.parallel.ai/resources/crawler", "2026-11-22", "listed", [
    ["ShapBot", "search"],
    ["Shap-User", "user-request"],
  ]),
  ...from("Cohere", "https://cohere.com/", "2026-11-22", "listed", [
    ["cohere-ai", "user-request", { note: "undocumented by Cohere" }],
    ["cohere-training-data-crawler", "training"],
  ]),
  ...from("DeepSeek", "https://www.deepseek.com/bot", "2026-11-22", "listed", [
    ["DeepSeekBot", "training", { note: "lists disagree on the case (DeepseekBot) and say that it ignores robots.txt" }],
  ]),
  ...from("Moonshot AI", "https://www.kimi.com/policies/kimi-crawlers", "2026-11-22", "page", [
    ["KimiBot", "training", { note: "ranges in kimibot.json" }],
    ["Kimi-SearchBot", "search", { note: "ranges in kimi-searchbot.json" }],
    ["Kimi-User", "user-request", { ignoresRobots: true, note: "user-triggered: robots.txt rules may not directly apply" }],
  ]),
  ...from("Butterfly Effect (Manus)", "https://manus.im/help/Manus-user", "2026-11-22", "listed", [
    ["Manus-User", "user-request"],
  ]),
  ...from("Zhipu AI", "https://chatglm.cn/", "2026-11-22", "listed", [
    ["ChatGLM-Spider", "training"],
  ]),
  ...from("Alibaba", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "listed", [
    ["TongyiBot", "user-request"],
  ]),
  ...from("Cloudflare", "https://developers.cloudflare.com/autorag", "2026-11-22", "listed", [
    ["Cloudflare-AutoRAG", "search"],
  ]),
  ...from("Cloudflare", "https://developers.cloudflare.com/browser-rendering/", "2026-11-22", "listed", [
    ["CloudflareBrowserRenderingCrawler", "data", { note: "named in Cloudflare's own managed robots.txt block, seen in copies of many live files of 2026 (find_string id 63228707924, 60615938084); operator page is from memory" }],
  ]),
  ...from("Mozilla", "https://docs.tabstack.ai/trust/controlling-access", "2026-11-22", "listed", [
    ["Mozilla-Tabstack", "user-request"],
  ]),
  ...from("Liner", "https://docs.getliner.com/docs/linerbot", "2026-11-22", "listed", [
    ["LinerBot", "user-request"],
  ]),
  ...from("iAsk", "https://iask.ai/", "2026-11-22", "listed", [
    ["iAskBot", "search"],
  ]),
  ...from("Andi", "https://andisearch.com/", "2026-11-22", "listed", [
    ["Andibot", "search"],
  ]),
  ...from("Phind", "https://knownagents.com/agents/phindbot", "2026-11-22", "listed", [
    ["PhindBot", "user-request"],
  ]),
  ...from("Wrtn", "https://datadome.co/bots/wrtnbot/", "2026-11-22", "listed", [
    ["WRTNBot", "user-request"],
  ]),
  ...from("Ceramic AI", "https://github.com/CeramicTeam/CeramicTerracotta", "2026-11-22", "listed", [
    ["TerraCotta", "search"],
  ]),
  ...from("Querit", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "listed", [
    ["QueritBot", "search"],
    ["Querit-SearchBot", "search"],
  ]),
  ...from("AddSearch", "https://www.addsearch.com/docs/indexing/whitelisting-addsearch-bot/", "2026-11-22", "listed", [
    ["AddSearchBot", "search", { note: "site search for customers" }],
  ]),
  ...from("Zanista", "https://zanista.ai/crawler-info", "2026-11-22", "listed", [
    ["ZanistaBot", "search"],
  ]),
  ...from("Poggio", "https://docs.poggio.io/dev-resources/robots", "2026-11-22", "listed", [
    ["Poggio-Citations", "user-request"],
  ]),
  ...from("Qualified", "https://www.qualified.com/legal/qualified-crawler-user-agent", "2026-11-22", "listed", [
    ["QualifiedBot", "user-request"],
  ]),
  ...from("Klaviyo", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-22", "listed", [
    ["KlaviyoAIBot", "user-request"],
  ]),
  ...from("Apify", "https://knownagents.com/agents/apifybot", "2026-11-22", "listed", [
    ["ApifyBot", "data"],
  ]),
  ...from("Crawlspace", "https://crawlspace.dev", "2026-11-22", "listed", [
    ["Crawlspace", "data"],
  ]),
  ...from("Bright Data", "https://brightdata.com/brightbot", "2026-11-22", "listed", [
    ["Brightbot", "data"],
  ]),
  ...from("Zyte", "http://scrapy.org", "2026-11-22", "listed", [
    ["Scrapy", "data", { note: "default token of a library: run by anybody" }],
  ]),
  ...from("img2dataset", "https://github.com/rom1504/img2dataset", "2026-11-22", "listed", [
    ["img2dataset", "training", { note: "a tool: reads X-Robots-Tag noai and noimageai" }],
  ]),
  ...from("LAION", "https://laion.ai/", "2026-11-22", "listed", [
    ["LAIONDownloader", "training"],
  ]),
  ...from("Leipzig Corpora Collection", "https://corpora.uni-leipzig.de/crawler_faq.html", "2026-11-22", "listed", [
    ["LCC", "training"],
  ]),
  ...from("Kangaroo LLM", "https://kangaroollm.com.au/kangaroo-bot/", "2026-11-22", "listed", [
    ["Kangaroo Bot", "training", { note: "token has a space" }],
  ]),
  ...from("unknown", "https://community.cloudflare.com/t/excessive-crawling-from-friendlycrawler/601127", "2026-11-22", "listed", [
    ["FriendlyCrawler", "training"],
  ]),
  ...from("Echobox", "https://echobox.com", "2026-11-22", "listed", [
    ["EchoboxBot", "data"],
  ]),
  ...from("FactSet", "https://www.factset.com/ai", "2026-11-22", "listed", [
    ["Factset_spyderbot", "data"],
  ]),
  ...from("Panscient", "https://panscient.com/faq.htm", "2026-11-22", "listed", [
    ["Panscient", "data", { note: "lists also have panscient.com" }],
  ]),
  ...from("DeepL (Linguee)", "http://www.linguee.com/bot", "2026-11-22", "listed", [
    ["Linguee Bot", "training", { note: "token has a space" }],
  ]),
  ...from("Archive Team", "https://wiki.archiveteam.org/index.php?title=ArchiveBot", "2026-11-22", "page", [
    ["ArchiveTeam ArchiveBot", "archive", { ignoresRobots: true, note: "Archive Team entirely ignores robots.txt; token has a space" }],
  ]),
  ...from("Meltwater (Linkfluence)", "https://www.meltwater.com/en/suite/consumer-intelligence", "2026-11-22", "listed", [
    ["YaK", "data"],
  ]),
  ...from("Sogou", "https://www.sogou.com/docs/help/webmasters.htm#07", "2026-11-22", "listed", [
    ["Sogou", "search", { note: "what RFC 9309 parsers read of the longer names" }],
  ]),
];
