/**
 * The crawlers as data. Each row names the page to check it against; change a row only by that page, and its date with it.
 * A row without a fallback looks for its own token and then for `*`. Rows are known from the operator's page, or from lists of
 * robots.txt tokens; what is known from User-Agent headers alone is in header-agents.ts. The page of each row marked `listed` was
 * looked for again on 2026-11-27; no copy that names the token was found.
 */
import { from } from "./agent-rows.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/** The well-known crawlers. */
// biome-ignore format: one row a line, so that a changed row is one changed line.
export const knownAgents: readonly KnownAgent[] = [
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "2026-11-21", "page", [
    ["Googlebot", "search"],
    ["Googlebot-Image", "search", { fallback: ["Googlebot"] }],
    ["Googlebot-Video", "search", { fallback: ["Googlebot"] }],
    ["Googlebot-News", "search", { fallback: ["Googlebot"] }],
    ["Storebot-Google", "search", { note: "For Google Shopping." }],
    ["Google-InspectionTool", "user-request", { fallback: ["Googlebot"] }],
    ["GoogleOther", "other"],
    ["GoogleOther-Image", "other", { fallback: ["GoogleOther"] }],
    ["GoogleOther-Video", "other", { fallback: ["GoogleOther"] }],
    ["Google-CloudVertexBot", "user-request", { fallback: ["Googlebot"] }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "2026-11-22", "page", [["Google-Extended", "permission", { alsoFor: ["training"], note: "Google says since 2026-10-30 that it intends to support a shared training preference signal. One list adds the fallback Googlebot; the page does not." }]]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "2026-11-21", "page", [
    ["APIs-Google", "other", { ignoresStar: true }],
    ["AdsBot-Google", "ads", { ignoresStar: true }],
    ["AdsBot-Google-Mobile", "ads", { ignoresStar: true }],
    ["Google-Safety", "other", { ignoresRobots: true }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "2026-11-22", "page", [["Mediapartners-Google", "ads", { ignoresStar: true, note: "For all of Google's ad products for publishers since 2026-09-17." }]]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "2026-11-21", "page", [
    ["FeedFetcher-Google", "user-request", { ignoresRobots: true }],
    ["GoogleProducer", "user-request", { ignoresRobots: true }],
    ["Google-Read-Aloud", "user-request", { ignoresRobots: true }],
    ["Google-Site-Verification", "user-request", { ignoresRobots: true }],
    ["Google-Agent", "user-request", { ignoresRobots: true }],
  ]),
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "2026-11-22", "page", [
    ["Google-NotebookLM", "user-request", { ignoresRobots: true, status: "renamed to Google-GeminiNotebook" }],
    ["Google-GeminiNotebook", "user-request", { ignoresRobots: true, note: "The name of Google-NotebookLM since 2026." }],
    ["Google-CWS", "user-request", { ignoresRobots: true, note: "Fetches URLs in the metadata of Chrome Web Store items." }],
  ]),
  // A list quotes Google's page of 2020: "Checks Android app page ad quality. Obeys AdsBot-Google robots rules."
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "2026-11-27", "listed", [["AdsBot-Google-Mobile-Apps", "ads", { fallback: ["AdsBot-Google"], ignoresStar: true, status: "retired" }]]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers", "2026-11-22", "listed", [["Googlebot-Mobile", "search", { fallback: ["Googlebot"], status: "retired", note: "For feature phones; smartphones are crawled as Googlebot." }]]),
  // The code sends this name, and does not request robots.txt. (5411f113ca, 2026-08-21)
  ...from("Google", "https://github.com/google-gemini/gemini-cli/blob/5411f113ca/packages/core/src/tools/web-fetch.ts", "2026-11-27", "page", [["Google-Gemini-CLI", "user-request", { ignoresRobots: true, note: "A coding agent. Google's pages about crawlers do not name it." }]]),
  ...from("Microsoft", "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question", "2026-11-22", "page", [["bingbot", "search", { crawlDelay: "obeyed" }]]),
  // "BingPreview generates page snapshots for Bing." "MicrosoftPreview generates page snapshots for Microsoft products." Copied in full on 2026-09-22.
  ...from("Microsoft", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0", "2026-11-27", "page", [
    ["AdIdxBot", "ads"],
    ["BingPreview", "preview", { note: "Bing's page gives it the User-Agent headers of bingbot." }],
    ["MicrosoftPreview", "preview"],
  ]),
  ...from("Microsoft", "http://search.msn.com/msnbot.htm", "2026-11-22", "listed", [
    ["msnbot", "search", { status: "renamed to bingbot" }],
    ["msnbot-media", "search", { fallback: ["msnbot"], status: "retired" }],
  ]),
  ...from("Microsoft", "https://github.com/mattermost/mattermost/blob/master/server/channels/web/static.go", "2026-11-22", "listed", [["SkypeUriPreview", "preview", { status: "retired" }]]),
  ...from("Apple", "https://support.apple.com/en-us/119829", "2026-11-22", "page", [
    ["Applebot", "search", { fallback: ["Googlebot"] }],
    ["Applebot-Extended", "permission", { alsoFor: ["training"], note: "One list adds the fallbacks Applebot and Googlebot; the page does not." }],
    ["iTMS", "other", { ignoresRobots: true, note: "Fetches registered podcast URLs only." }],
  ]),
  ...from("OpenAI", "https://developers.openai.com/api/docs/bots", "2026-11-21", "page", [
    ["GPTBot", "training"],
    ["OAI-SearchBot", "search"],
    ["ChatGPT-User", "user-request", { ignoresRobots: true }],
    ["OAI-AdsBot", "ads"],
  ]),
  ...from("Anthropic", "https://support.claude.com/en/articles/8896518", "2026-11-21", "page", [
    ["ClaudeBot", "training", { crawlDelay: "obeyed" }],
    ["Claude-SearchBot", "search", { crawlDelay: "obeyed" }],
    ["Claude-User", "user-request", { crawlDelay: "obeyed" }],
  ]),
  ...from("Anthropic", "https://www.anthropic.com/", "2026-11-22", "listed", [["anthropic-ai", "training", { status: "retired", note: "Not in Anthropic's page; still written in many files." }]]),
  ...from("Anthropic", "https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler", "2026-11-22", "listed", [["Claude-Web", "training", { status: "retired", note: "Not in Anthropic's page; still written in many files." }]]),
  ...from("Perplexity", "https://docs.perplexity.ai/docs/resources/perplexity-crawlers", "2026-11-22", "page", [
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
    ["facebookexternalhit", "preview", { note: "May bypass robots.txt for security or integrity checks." }],
    ["facebookcatalog", "preview", { fallback: ["facebookexternalhit"], note: "Another User-Agent header of facebookexternalhit." }],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/bot/", "2026-11-22", "page", [["FacebookBot", "training", { status: "retired", note: "Not among the crawlers of Meta's page; still written in many files." }]]),
  // "Facebot is Facebook's web crawling robot that helps improve advertising performance."
  ...from("Meta", "https://developers.facebook.com/docs/sharing/webmasters/crawler/", "2026-11-24", "page", [["Facebot", "ads", { status: "retired" }]]),
  ...from("Meta", "https://www.whatsapp.com/", "2026-11-22", "listed", [["WhatsApp", "preview"]]),
  ...from("Amazon", "https://developer.amazon.com/amazonbot", "2026-11-22", "page", [["Amazonbot", "training", { crawlDelay: "ignored" }]]),
  ...from("Amazon", "https://developer.amazon.com/amazonbot", "2026-11-21", "page", [
    ["Amzn-SearchBot", "search", { crawlDelay: "ignored" }],
    ["Amzn-User", "user-request", { crawlDelay: "ignored" }],
  ]),
  ...from("Amazon", "https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html", "2026-11-21", "page", [["bedrockbot", "user-request"]]),
  // "Amazon Kendra Web Crawler respects standard robots.txt directives like Allow and Disallow." "User-agent: amazon-kendra"
  ...from("Amazon", "https://docs.aws.amazon.com/kendra/latest/dg/stop-web-crawler.html", "2026-11-24", "page", [["amazon-kendra", "search", { note: "Crawls for customers of Amazon Kendra." }]]),
  ...from("Amazon", "https://docs.aws.amazon.com/amazonq/latest/business-use-dg/stop-web-crawler.html", "2026-11-23", "page", [["amazon-QBusiness", "search", { note: "Crawls for customers of Amazon Q Business, which has taken no new customers since 2026-07-31." }]]),
  // "AmazonAdBot honors all standard robots.txt directives". "Publishers can also use Crawl-Delay directives".
  ...from("Amazon", "https://adbot.amazon.com/", "2026-11-27", "page", [["AmazonAdBot", "ads", { crawlDelay: "obeyed", note: "May fetch ads.txt whatever robots.txt says." }]]),
  ...from("ByteDance", "https://zhanzhang.toutiao.com/", "2026-11-22", "listed", [["Bytespider", "training"]]),
  ...from("ByteDance", "http://web.toutiao.com/media_cooperation/", "2026-11-22", "listed", [["ToutiaoSpider", "search", { status: "renamed to Bytespider" }]]),
  ...from("Mistral AI", "https://docs.mistral.ai/en/robots", "2026-11-21", "page", [
    ["MistralAI-Training", "training"],
    ["MistralAI-Index", "search"],
    ["MistralAI-User", "user-request"],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "2026-11-22", "page", [["DuckDuckBot", "search", { crawlDelay: "ignored" }]]),
  // "Once you've updated the file to disallow the DuckAssistBot user agent, the change will take effect after 72 hours."
  ...from("DuckDuckGo", "https://duckduckgo.github.io/duckduckgo-help-pages/results/duckassistbot/", "2026-11-23", "page", [["DuckAssistBot", "user-request", { crawlDelay: "ignored" }]]),
  ...from("You.com", "https://you.com/docs/youbot", "2026-11-22", "page", [["YouBot", "search", { crawlDelay: "obeyed" }]]),
  ...from("Allen Institute for AI", "https://allenai.org/crawler", "2026-11-22", "listed", [
    ["AI2Bot", "training"],
    ["AI2Bot-Dolma", "training"],
  ]),
  ...from("Allen Institute for AI", "https://www.semanticscholar.org/crawler", "2026-11-22", "listed", [["SemanticScholarBot", "data", { note: "Scientific papers." }]]),
  // "User-agent: * will not permit crawling alone - the atlassian-bot line must be included."
  ...from("Atlassian", "https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/", "2026-11-27", "page", [["atlassian-bot", "search", { note: "Crawls for customers of Atlassian, and only sites whose file has a group for it: the group for * does not permit it to crawl." }]]),
  ...from("Linkup", "https://www.linkup.so/bot", "2026-11-23", "listed", [["LinkupBot", "search", { note: "Also the token of LinkUpBot by LinkUp, which collects job postings: case does not count, so a group for one applies to the other." }]]),
  // "The crawler fully implements RFC 9309 … a Disallow for our user-agent means we do not crawl those paths." (2026-06-10)
  ...from("Lyrenth", "https://www.lyrenth.com/crawler-policy", "2026-11-23", "page", [["AIWebIndex", "search", { note: "Fetches for users of the API have another User-Agent header and do not read robots.txt." }]]),
  ...from("SB Intuitions", "https://www.sbintuitions.co.jp/bot/", "2026-11-21", "listed", [["SBIntuitionsBot", "training"]]),
  // "If the access frequency matters, specify Crawl-delay parameter."
  ...from("ROIS-DS", "https://ds.rois.ac.jp/en_center8/en_crawler/", "2026-11-23", "page", [["Cotoyogi", "training", { crawlDelay: "obeyed" }]]),
  ...from("NICT", "https://ucri.nict.go.jp/en/icccrawler.html", "2026-11-22", "listed", [["ICC-Crawler", "training"]]),
  // "User-agent: YandexBot # will be used only by the main indexing bot"
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/user-agent", "2026-11-24", "page", [["YandexBot", "search", { fallback: ["Yandex"] }]]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots", "2026-11-22", "listed", [
    ["YandexDirectDyn", "ads", { ignoresStar: true }],
    ["YandexFavicons", "other", { ignoresStar: true }],
    ["YandexMetrika", "other", { ignoresStar: true }],
    ["YaDirectFetcher", "ads", { ignoresStar: true, ignoresRobots: true }],
  ]),
  ...from("Yandex", "https://yandex.com/support/partner2/technologies/robot.html", "2026-11-22", "page", [["YandexDirect", "ads", { ignoresStar: true }]]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots", "2026-11-21", "listed", [["YandexAccessibilityBot", "other", { ignoresStar: true }]]),
  // "If you don't want the content of your website to appear in Search with Alice, add a YandexAdditional or YandexAdditionalBot restriction in the robots.txt file."
  ...from("Yandex", "https://yandex.ru/support/webmaster/en/alice", "2026-11-27", "page", [
    ["YandexAdditional", "permission", { ignoresStar: true, note: "Permits the use of indexed pages in AI answers." }],
    ["YandexAdditionalBot", "permission", { ignoresStar: true, note: "Another spelling of YandexAdditional." }],
  ]),
  ...from("Yandex", "https://yandex.ru/support/webmaster/robot-workings/check-yandex-robots.html#robot-in-logs", "2026-11-22", "listed", [
    ["YandexScreenshotBot", "other", { ignoresStar: true }],
    ["YandexOntoDBAPI", "search", { ignoresStar: true, note: "Answers about objects, on request." }],
    ["YandexVideoParser", "search", { ignoresStar: true }],
    ["YandexTracker", "user-request", { ignoresStar: true }],
    ["YandexSearchShop", "data", { ignoresStar: true, note: "Product feeds." }],
    ["YandexRCA", "preview", { ignoresStar: true, note: "Data for previews." }],
    ["YandexPartner", "other", { ignoresStar: true, note: "Content of partner sites." }],
  ]),
  ...from("Yandex", "https://yandex.com/bots", "2026-11-22", "listed", [
    ["YandexAdNet", "ads", { fallback: ["Yandex"], note: "Yandex Advertising Network." }],
    ["YandexMobileScreenShotBot", "other", { ignoresStar: true }],
  ]),
  // "To restrict such robots from accessing the site, use directives meant for them specifically. For example: User-agent: YandexCalendar … User-agent: YandexMobileBot"
  ...from("Yandex", "https://yandex.ru/support/webmaster/en/robot-workings/check-yandex-robots", "2026-11-23", "page", [
    ["YandexCalendar", "user-request", { ignoresStar: true, note: "Downloads calendars that users subscribe to." }],
    ["YandexMobileBot", "other", { ignoresStar: true }],
  ]),
  ...from("Yandex", "https://yandex.com/support/webmaster/en/robot-workings/user-agent", "2026-11-22", "page", [["Yandex", "search", { note: "All Yandex robots look for it. Some obey only a group that has their own name." }]]),
  // Yandex's cloud describes what each is for. yandex.com/support/webmaster/en/robot-workings/user-agent: "User-agent: Yandex # will be used by all Yandex bots".
  ...from("Yandex", "https://github.com/yandex-cloud/docs/blob/55d096b37718be17401800caa5e499d5d73308d2/en/smartwebsecurity/concepts/botes.md", "2026-11-27", "page", [
    ["YandexImages", "search", { fallback: ["Yandex"] }],
    ["YandexVideo", "search", { fallback: ["Yandex"] }],
    ["YandexMedia", "search", { fallback: ["Yandex"] }],
    ["YandexMarket", "search", { fallback: ["Yandex"] }],
    ["YandexPagechecker", "user-request", { fallback: ["Yandex"] }],
    ["YandexWebmaster", "user-request", { fallback: ["Yandex"] }],
    ["YandexNews", "search", { fallback: ["Yandex"], note: "Yandex sold its news service in 2022." }],
    ["YandexBlogs", "search", { fallback: ["Yandex"] }],
    ["YandexOntoDB", "search", { fallback: ["Yandex"], note: "Answers about objects." }],
    ["YandexSitelinks", "search", { fallback: ["Yandex"], note: "Checks the pages that results link to." }],
    ["YandexVertis", "search", { fallback: ["Yandex"], note: "Vertical searches." }],
    ["YandexVerticals", "search", { fallback: ["Yandex"], note: "Auto.ru, Realty, Jobs and Reviews." }],
    ["YandexSpravBot", "other", { fallback: ["Yandex"], note: "Yandex Business." }],
    ["YandexImageResizer", "other", { fallback: ["Yandex"], note: "Images for other screens and formats." }],
    ["YandexForDomain", "other", { fallback: ["Yandex"], note: "Checks who owns a domain." }],
  ]),
  // Yandex's cloud describes what each is for; that they ignore * is known from lists.
  ...from("Yandex", "https://github.com/yandex-cloud/docs/blob/55d096b37718be17401800caa5e499d5d73308d2/en/smartwebsecurity/concepts/botes.md", "2026-11-27", "listed", [
    ["YandexUserproxy", "user-request", { ignoresStar: true, note: "Carries out actions of users, such as translations." }],
    ["YandexRenderResourcesBot", "search", { ignoresStar: true, note: "Scripts and style sheets for rendering." }],
    ["YandexComBot", "search", { ignoresStar: true, note: "Pages in other languages than Russian." }],
  ]),
  ...from("Baidu", "https://help.baidu.com/question?prod_id=99&class=476&id=2996", "2026-11-22", "listed", [
    ["Baiduspider", "search", { crawlDelay: "obeyed" }],
    ["Baiduspider-image", "search", { fallback: ["Baiduspider"] }],
    ["Baiduspider-video", "search", { fallback: ["Baiduspider"] }],
    ["Baiduspider-news", "search", { fallback: ["Baiduspider"] }],
    ["Baiduspider-cpro", "ads", { fallback: ["Baiduspider"], ignoresRobots: true, note: "A guide that quotes Baidu says so: it fetches what customers have agreed to, and indexes nothing." }],
    ["Baiduspider-mobile", "search", { fallback: ["Baiduspider"], status: "retired", note: "Newer copies of Baidu's help name Baiduspider for searches on phones." }],
    ["Baiduspider-favo", "other", { fallback: ["Baiduspider"], note: "Bookmarks." }],
    ["Baiduspider-ads", "ads", { fallback: ["Baiduspider"], ignoresRobots: true, note: "A guide that quotes Baidu says so: it fetches what customers have agreed to, and indexes nothing." }],
  ]),
  ...from("Baidu", "http://www.baidu.com/search/spider.htm", "2026-11-22", "listed", [["Baiduspider-render", "search", { fallback: ["Baiduspider"], note: "Renders pages." }]]),
  ...from("360", "https://www.so.com/help/help_3_2.html", "2026-11-22", "listed", [
    ["360Spider", "search"],
    ["360Spider-Image", "search"],
    ["360Spider-Video", "search"],
    ["HaosouSpider", "search", { fallback: ["360Spider"], status: "renamed to 360Spider" }],
  ]),
  // "PetalBot complies with the Internet robots protocol."
  ...from("Huawei", "https://aspiegel.com/petalbot", "2026-11-23", "page", [["PetalBot", "search"]]),
  ...from("Huawei", "https://github.com/ai-robots-txt/ai.robots.txt/blob/738c80df2169027ce0e07c9976fd3f2f57dd8f7b/robots.json", "2026-11-27", "listed", [["PanguBot", "training"]]),
  ...from("Huawei", "https://github.com/ua-parser/uap-core/issues/525", "2026-11-27", "listed", [["AspiegelBot", "search", { status: "renamed to PetalBot" }]]),
  // The page names Yeti as the robot that collects pages for Naver's search, and Blueno as the one that collects previews of links in its editors.
  ...from("Naver", "https://searchadvisor.naver.com/guide/seo-basic-firewall", "2026-11-27", "page", [
    ["Yeti", "search"],
    ["Blueno", "preview", { note: "Its User-Agent header names facebookexternalhit too." }],
  ]),
  ...from("Naver", "https://www.naver.com/", "2026-11-22", "listed", [["NaverBot", "search", { status: "renamed to Yeti" }]]),
  // "SeznamBot fully complies with the robots exclusion standard."
  ...from("Seznam.cz", "https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control", "2026-11-23", "page", [["SeznamBot", "search", { note: "Reads Request-rate." }]]),
  // "SeznamReadLaterBot is a job, which generate title, perex or picture for Read it later function in our Seznam browser." Nothing about robots.txt.
  ...from("Seznam.cz", "https://napoveda.seznam.cz/en/seznambot-crawler", "2026-11-27", "page", [["SeznamReadLaterBot", "preview", { note: "For pages that users of Seznam's browser save to read later." }]]),
  // "Yahoo! Slurp obeys the first entry in the robots.txt file with a User-agent containing 'Slurp'." Page slurp-03 describes Crawl-delay.
  ...from("Yahoo", "http://help.yahoo.com/l/us/yahoo/search/webcrawler/slurp-02.html", "2026-11-23", "page", [["Slurp", "search", { crawlDelay: "obeyed", note: "The page is from before Yahoo showed Bing's results; whether Slurp still crawls is unclear." }]]),
  // The page names coccocbot as the common name of all of its robots, and lists the others (2022-07-15).
  ...from("Cốc Cốc", "https://coccoc.com/search/console/coc-coc-robots", "2026-11-23", "page", [
    ["coccocbot", "search", { crawlDelay: "obeyed", note: "All its robots cut a Crawl-delay to 10 seconds (coccoc.com/search/console/handle-overload-of-website-due-to-coc-coc-robot)." }],
    ["coccocbot-web", "search", { fallback: ["coccocbot"], crawlDelay: "obeyed" }],
    ["coccocbot-image", "search", { fallback: ["coccocbot"], crawlDelay: "obeyed" }],
    ["coccocbot-fast", "search", { fallback: ["coccocbot"], crawlDelay: "obeyed" }],
    ["coccocbot-ads", "ads", { fallback: ["coccocbot"], crawlDelay: "obeyed" }],
    ["coccocbot-shopping", "search", { fallback: ["coccocbot"], crawlDelay: "obeyed", note: "Pages of shops." }],
  ]),
  // "Something that will always appear in our user-agents … is the name: Qwantbot." An older copy of the page says Qwantify.
  ...from("Qwant", "https://help.qwant.com/bot/", "2026-11-23", "page", [["Qwantbot", "search"]]),
  // "Something that will always appear in our user-agents … is the name: Qwantbot." An older copy of the page says Qwantify.
  ...from("Qwant", "https://help.qwant.com/bot/", "2026-11-23", "page", [["Qwantify", "search", { status: "renamed to Qwantbot" }]]),
  // "MojeekBot does not support the nonstandard robots.txt crawl-delay directive at this time."
  ...from("Mojeek", "https://www.mojeek.com/bot.html", "2026-11-23", "page", [["MojeekBot", "search", { crawlDelay: "ignored" }]]),
  // The workers' code sent this name (c70bce91); newer code sends Chrome's: .impersonate(Impersonate::ChromeV148). They get addresses from crawler.prieco.net. (5217dadb)
  ...from("PriEco", "https://github.com/JojoYou/PriEco/blob/5217dadb/crates/crawler/src/download.rs", "2026-11-27", "page", [["PriEcoBot", "search", { note: "Its workers request no robots.txt, and in newer code send a browser's name. The code of the server that gives them addresses is not public." }]]),
  // "If there is no rule targeting kagibot, but there is a rule targeting Googlebot, then Kagibot will follow the Googlebot directives."
  ...from("Kagi", "https://kagi.com/bot", "2026-11-23", "page", [["Kagibot", "search", { fallback: ["Googlebot"] }]]),
  ...from("Brave", "https://safe.search.brave.com/help/brave-search-crawler", "2026-11-22", "listed", [["Bravebot", "search"]]),
  // "The crawler looks for the token StractBot in the robots.txt file". Another page, stract.com/bot: "indexing public content for our PR tool".
  ...from("Stract", "https://trystract.com/webmasters", "2026-11-24", "page", [["StractBot", "search", { alsoFor: ["data"], note: "The token of the open source search engine. stract.com/bot now gives the same name to the crawler of a PR tool." }]]),
  // crawler.userAgentIdentifier: "what we look for in robots.txt", by default search.marginalia.nu. (7a534be, 2026-07-24)
  ...from("Marginalia", "https://github.com/MarginaliaSearch/MarginaliaSearch/blob/7a534bee5/code/common/config/java/nu/marginalia/WmsaHome.java", "2026-11-23", "page", [["search.marginalia.nu", "search"]]),
  ...from("Timpi", "https://timpi.io", "2026-11-22", "listed", [["Timpibot", "search"]]),
  // "If there is no rule targeting ImagesiftBot, but there is a rule targeting Googlebot, then ImagesiftBot will follow the Googlebot directives."
  ...from("The Hive", "https://imagesift.com/about", "2026-11-23", "page", [["ImagesiftBot", "search", { fallback: ["Googlebot"], crawlDelay: "obeyed" }]]),
  ...from("Common Crawl", "https://commoncrawl.org/ccbot", "2026-11-22", "page", [["CCBot", "archive", { alsoFor: ["training"], crawlDelay: "obeyed", note: "Its archive is used to train AI models. Slows down after 429 and 5xx." }]]),
  ...from("Internet Archive", "https://blog.archive.org/2017/04/17/robots-txt-meant-for-search-engines-dont-work-well-for-web-archives/", "2026-11-22", "page", [["archive.org_bot", "archive", { ignoresRobots: true, note: "In 2017 it stopped reading robots.txt on some sites and wished to extend this. Archive-It, with the same name, obeys it unless a customer overrides it." }]]),
  ...from("Internet Archive", "https://archive.org/details/archive.org_bot", "2026-11-22", "listed", [["special_archiver", "archive"]]),
  // "Archive Team entirely ignores it". The page does not name ArchiveBot, which is one of its crawlers.
  ...from("Archive Team", "https://wiki.archiveteam.org/index.php?title=Robots.txt", "2026-11-27", "page", [["ArchiveTeam ArchiveBot", "archive", { ignoresRobots: true }]]),
  // The code sends this name by default; it does not mention the robots.txt of other sites. (81d6d36f, 2026-05-19)
  ...from("ArchiveBox", "https://github.com/ArchiveBox/ArchiveBox/blob/81d6d36f/archivebox/config/common.py", "2026-11-27", "page", [["ArchiveBox", "archive", { note: "A tool that anybody can run." }]]),
  // "… would forbid the crawl by the Portuguese Web Archive of all the contents under the folder /calendar/: User-agent: Arquivo-web-crawler" (2010)
  ...from("Arquivo.pt", "https://arquivo.pt/wayback/20100805190026mp_/http://arquivo-web.fccn.pt/how-to-participate/recommendations-for-web-authors-to-enable-web/robots-exclusion-protocol-to-indicate-access?set_language=en", "2026-11-23", "page", [["Arquivo-web-crawler", "archive"]]),
  // "It does not follow exclusion rules specified in the robots.txt protocol." (2011)
  ...from("Bibliothèque nationale de France", "http://www.bnf.fr/en/tools/a.dl_web_capture_robot_special_eng.html", "2026-11-23", "page", [["bnf.fr_bot", "archive", { ignoresRobots: true, note: "The page is from 2011 and about official publications. The page about legal deposit does not mention robots.txt." }]]),
  // "BUbiNG honours changes to the robots.txt file (usually every hour)."
  ...from("University of Milan", "http://law.di.unimi.it/BUbiNG.html", "2026-11-23", "page", [["BUbiNG", "archive"]]),
  // The page (in Japanese) says that the crawler scans URLs by Google's specification of robots.txt, and uses the User-Agent Twitterbot.
  ...from("X", "https://developer.x.com/ja/docs/tweets/optimize-with-cards/guides", "2026-11-23", "page", [["Twitterbot", "preview", { dialect: "google" }]]),
  ...from("LinkedIn", "https://www.linkedin.com/help/linkedin/answer/a521928", "2026-11-22", "listed", [["LinkedInBot", "preview"]]),
  // "Pinterestbot will respect all requests to stop or limit crawling."
  ...from("Pinterest", "https://help.pinterest.com/en/business/article/pinterest-crawler", "2026-11-23", "page", [["Pinterestbot", "search"]]),
  // The page describes the three robots and their User-Agent headers. Our copies do not mention robots.txt.
  ...from("Slack", "https://api.slack.com/robots", "2026-11-23", "page", [
    ["Slackbot-LinkExpanding", "preview", { note: "Reports differ on whether it reads robots.txt." }],
    ["Slackbot", "preview", { note: "Reports differ on whether it reads robots.txt." }],
  ]),
  // The page describes the three robots and their User-Agent headers. Our copies do not mention robots.txt.
  ...from("Slack", "https://api.slack.com/robots", "2026-11-23", "page", [["Slack-ImgProxy", "preview"]]),
  ...from("Embedly", "https://support.embed.ly", "2026-11-21", "listed", [["Embedly", "preview"]]),
  // "We are not a crawler: we don't follow links and only act on behalf of a human." Our copies do not mention robots.txt.
  ...from("Iframely", "https://iframely.com/docs/about", "2026-11-23", "page", [["Iframely", "preview"]]),
  ...from("Snap", "https://business.snapchat.com/legal/snapchat-automated-crawler", "2026-11-21", "listed", [["SnapURLPreview", "preview", { note: "Snap's page for developers names the User-Agent Snap URL Preview Service, and no token." }]]),
  ...from("Snap", "https://businesshelp.snapchat.com/s/article/adsbot-crawler", "2026-11-21", "listed", [["SnapchatAds", "ads"]]),
  // "Fetcher does not follow robots.txt guidelines."
  ...from("Feedly", "http://feedly.com/fetcher.html", "2026-11-23", "page", [["Feedly", "user-request", { ignoresRobots: true, note: "The operator recommends a status 404 or 410 for feeds that it must not fetch." }]]),
  // The code that fetches feeds does not request robots.txt; refused, it uses fetch_headers(fake=True). (000c9b09)
  ...from("NewsBlur", "https://github.com/samuelclay/NewsBlur/blob/000c9b09/utils/feed_fetcher.py", "2026-11-27", "page", [["NewsBlur", "user-request", { ignoresRobots: true, note: "Tries another User-Agent header when it is refused." }]]),
  // The code sends this name by default, and does not request robots.txt. (6c58b9051, 2024-10-24)
  ...from("FreshRSS", "https://github.com/FreshRSS/FreshRSS/blob/6c58b9051/lib/lib_rss.php", "2026-11-27", "page", [["FreshRSS", "user-request", { ignoresRobots: true, note: "Many servers." }]]),
  // The code sends this name, and does not request robots.txt. (9bfc9f68, 2026-08-12)
  ...from("Feedbin", "https://github.com/feedbin/feedbin/blob/9bfc9f68/app/jobs/feed_crawler/downloader.rb", "2026-11-27", "page", [["Feedbin", "user-request", { ignoresRobots: true }]]),
  // "our bot does not consider the contents of robots.txt."
  ...from("start.me", "https://support.start.me/hc/en-us/articles/202370161-What-is-startmebot-", "2026-11-27", "page", [["startmebot", "user-request", { ignoresRobots: true, note: "A newer copy of the page does not mention robots.txt." }]]),
  // "Inoreader Fetcher doesn't read your website's robots.txt, so you can't block it using rules in this file."
  ...from("Inoreader", "http://www.inoreader.com/feed-fetcher", "2026-11-27", "page", [["inoreader", "user-request", { ignoresRobots: true, note: "The operator recommends a status 404 for feeds that it must not fetch." }]]),
  // "fetcher does not follow robots.txt guidelines."
  ...from("BazQux Reader", "https://bazqux.com/fetcher", "2026-11-27", "page", [["BazQux", "user-request", { ignoresRobots: true, note: "The operator recommends a status 404 or 410 for feeds that it must not fetch." }]]),
  // The page says that it visits a URL only after the site asked Criteo for an advertisement.
  ...from("Criteo", "https://www.criteo.com/jp/criteo-crawler/", "2026-11-23", "page", [["CriteoBot", "ads"]]),
  // "Honors the rules of a robots.txt."
  ...from("Comscore", "https://www.comscore.com/Web-Crawler", "2026-11-23", "page", [["proximic", "ads"]]),
  ...from("Peer39", "https://www.peer39.com/crawler-notice", "2026-11-22", "listed", [["peer39_crawler", "ads"]]),
  // "Obeys robots.txt: Yes. Obeys crawl delay: Yes."
  ...from("Ahrefs", "https://ahrefs.com/robot", "2026-11-23", "page", [
    ["AhrefsBot", "seo", { crawlDelay: "obeyed" }],
    ["AhrefsSiteAudit", "seo", { crawlDelay: "obeyed", note: "Verified owners of a site can let it ignore robots.txt and Crawl-delay there." }],
  ]),
  ...from("Semrush", "https://www.semrush.com/bot/", "2026-11-22", "listed", [
    ["SiteAuditBot", "seo"],
    ["SemrushBot-BA", "seo"],
    ["SemrushBot-SI", "seo"],
    ["SemrushBot-SWA", "seo"],
    ["SemrushBot-OCOB", "seo"],
    ["SplitSignalBot", "seo"],
    ["SemrushBot-FT", "seo", { note: "Plagiarism checker." }],
    ["SemrushBot-ESI", "seo", { note: "Enterprise Site Intelligence." }],
    ["SemrushBot-SA", "seo", { fallback: ["SemrushBot"], status: "renamed to SiteAuditBot" }],
    ["SemrushBot-BM", "seo", { fallback: ["SemrushBot"], status: "retired", note: "Brand monitoring." }],
    ["SemrushBot-CT", "seo", { fallback: ["SemrushBot"], status: "retired", note: "Content analyser." }],
  ]),
  // The page describes SemrushBot; its part with the other tokens was not read.
  ...from("Semrush", "https://www.semrush.com/bot/", "2026-11-23", "page", [["SemrushBot", "seo", { crawlDelay: "obeyed" }]]),
  // "Obeys Robots.txt: Yes. Obeys Crawl Delay: Yes."
  ...from("Majestic", "https://mj12bot.com/", "2026-11-23", "page", [["MJ12bot", "seo", { crawlDelay: "obeyed" }]]),
  // "User Agent: ORT". An older copy: "User-agent: OpenRobotsTXT". "The ORT crawler is designed to access robots.txt files."
  ...from("Majestic", "https://openrobotstxt.org/ua", "2026-11-27", "page", [
    ["ORT", "data", { note: "Collects robots.txt files for OpenRobotsTXT, and nothing else." }],
    ["OpenRobotsTXT", "data", { status: "renamed to ORT" }],
  ]),
  // "These are our crawlers: User-agent: rogerbot and User-agent: dotbot."
  ...from("Moz", "https://moz.com/help/guides/moz-procedures/what-is-rogerbot", "2026-11-23", "page", [["dotbot", "seo", { crawlDelay: "obeyed" }]]),
  // "Rogerbot is built to obey robots.txt files."
  ...from("Moz", "https://moz.com/help/moz-procedures/crawlers/rogerbot", "2026-11-23", "page", [["rogerbot", "seo"]]),
  ...from("DataForSEO", "https://dataforseo.com/dataforseo-bot", "2026-11-22", "listed", [["DataForSeoBot", "seo"]]),
  // custom_user_agent: "default value: Mozilla/5.0 (compatible; RSiteAuditor)". robots_txt_merge_mode: "set to override if you want to ignore website crawling restrictions"
  ...from("DataForSEO", "https://docs.dataforseo.com/v3/on_page/task_post/", "2026-11-27", "page", [["RSiteAuditor", "seo", { note: "Audits for customers, who can have it ignore robots.txt or send another name." }]]),
  // "It's possible to specify URLs to ignore or allow just for our crawler. This is done with the user agent 'aabot' in your website's robots.txt file."
  ...from("AgencyAnalytics", "https://help.agencyanalytics.com/en/articles/3469586-use-robots-txt-to-allow-the-site-audit-crawler", "2026-11-27", "page", [["aabot", "seo", { note: "Its User-Agent header says aa/1.0." }]]),
  // "1 request per 3 seconds, or even less frequently if another crawl delay is specified in your robots.txt file."
  ...from("SE Ranking", "https://help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler", "2026-11-23", "page", [["BLEXBot", "seo", { crawlDelay: "obeyed" }]]),
  // "Serpstatbot supports … Crawl-delay up to 20 seconds (higher figures will be cut)."
  ...from("Serpstat", "https://serpstatbot.com/", "2026-11-23", "page", [["serpstatbot", "seo", { crawlDelay: "obeyed", note: "Cuts a Crawl-delay to 20 seconds." }]]),
  // "Follows robots.txt. Follows crawl delay."
  ...from("Babbar", "https://www.babbar.tech/crawler", "2026-11-23", "page", [["Barkrowler", "seo", { crawlDelay: "obeyed" }]]),
  ...from("SEOkicks", "https://www.seokicks.de/robot.html", "2026-11-22", "listed", [["SEOkicks", "seo"]]),
  ...from("seoClarity", "https://www.seoclarity.net/bot.html", "2026-11-21", "listed", [["ClarityBot", "seo"]]),
  ...from("Webz.io", "https://webz.io/bot.html", "2026-11-21", "listed", [["Webzio", "data"]]),
  ...from("Webz.io", "https://webz.io/bot.html", "2026-11-22", "listed", [
    ["Webzio-Extended", "permission", { alsoFor: ["training"] }],
    ["omgilibot", "data", { status: "renamed to omgili", note: "Webz.io's page, as others read it on 2026-08-07, has Webzio in its place." }],
    ["omgili", "data"],
  ]),
  ...from("Diffbot", "https://docs.diffbot.com/docs/does-crawl-respect-robotstxt", "2026-11-21", "page", [["Diffbot-User", "user-request"]]),
  // "Diffbot's web crawls adhere to a site's robots.txt instructions, including the disallow and crawl-delay directives."
  ...from("Diffbot", "https://docs.diffbot.com/docs/does-crawl-respect-robotstxt", "2026-11-23", "page", [["Diffbot", "search", { crawlDelay: "obeyed", note: "Crawls of customers can use another name or ignore robots.txt. The Crawl API does not read Allow." }]]),
  ...from("aiHit", "https://www.aihitdata.com/about", "2026-11-22", "listed", [["aiHitBot", "data"]]),
  ...from("Velen", "https://velen.io/", "2026-11-22", "listed", [["VelenPublicWebCrawler", "data"]]),
  ...from("Awario", "https://awario.com/bots.html", "2026-11-22", "listed", [["AwarioBot", "data"]]),
  ...from("Brandwatch", "https://www.brandwatch.com/legal/crawlers/", "2026-11-22", "listed", [["magpie-crawler", "data"]]),
  // "If you would only like to exclude our spider …: User-Agent: trendictionbot, Disallow: /"
  ...from("Talkwalker", "http://trendiction.com/en/publisher/bot", "2026-11-23", "page", [["trendictionbot", "data"]]),
  // The page has a section "How can I completely exclude TurnitinBot from my site?".
  ...from("Turnitin", "https://turnitin.com/robot/crawlerinfo.html", "2026-11-23", "page", [["TurnitinBot", "data"]]),
  ...from("Exa", "https://exa.ai/", "2026-11-22", "listed", [["ExaBot", "search", { note: "Also the token of Exabot by Exalead, which is retired: case does not count, so a group for one applies to the other." }]]),
  ...from("Parallel", "https://docs.parallel.ai/resources/crawler", "2026-11-22", "page", [["ShapBot", "search"]]),
  // "the user-agent string that Prorata.ai uses is ProRataInc".
  ...from("ProRata", "https://platform.gist.ai/docs/prorata-ai-crawler-bot", "2026-11-27", "page", [["ProRataInc", "search", { note: "For the answers of Gist.ai." }]]),
  ...from("Cohere", "https://cohere.com/", "2026-11-22", "listed", [
    ["cohere-ai", "user-request", { note: "Not documented by Cohere." }],
    ["cohere-training-data-crawler", "training"],
  ]),
  ...from("Moonshot AI", "https://www.kimi.com/policies/kimi-crawlers", "2026-11-22", "page", [
    ["KimiBot", "training"],
    ["Kimi-SearchBot", "search"],
    ["Kimi-User", "user-request", { ignoresRobots: true }],
  ]),
  ...from("Cloudflare", "https://developers.cloudflare.com/browser-rendering/", "2026-11-22", "page", [["CloudflareBrowserRenderingCrawler", "data", { note: "Named in the robots.txt that Cloudflare manages for its customers." }]]),
  // "The AI Search crawler uses the user agent Cloudflare-AI-Search." "If … the crawl reaches a domain outside your account, it identifies itself as Cloudflare-AI-Search-External." Earlier versions of the page say Cloudflare-AutoRAG.
  ...from("Cloudflare", "https://github.com/cloudflare/cloudflare-docs/blob/285ad2327d978db8f9994238e0d21c3e3f25a5b1/src/content/docs/ai-search/configuration/data-source/website/parse-types.mdx", "2026-11-27", "page", [
    ["Cloudflare-AI-Search", "search", { note: "Crawls sites of the customer's own account." }],
    ["Cloudflare-AI-Search-External", "search", { note: "Crawls other sites that a customer's site links to." }],
    ["Cloudflare-AutoRAG", "search", { status: "renamed to Cloudflare-AI-Search" }],
  ]),
  // "Our crawler follows the robots.txt exclusion standard and identifies itself as TerraCotta." (944e0ca, 2025-03-17)
  ...from("Ceramic AI", "https://github.com/CeramicTeam/CeramicTerracotta", "2026-11-23", "page", [["TerraCotta", "search"]]),
  // "KlaviyoAIBot fetches publicly available pages from domains and URLs that you have explicitly connected to your account. By indexing this content […]"
  ...from("Klaviyo", "https://help.klaviyo.com/hc/en-us/articles/40496146232219", "2026-11-27", "page", [["KlaviyoAIBot", "search", { note: "Crawls for customers of Klaviyo, for AI answers and recommendations on their own sites." }]]),
  ...from("Crawlspace", "https://crawlspace.dev", "2026-11-22", "listed", [["Crawlspace", "data"]]),
  // The crawler looks for this token, unless ignoreRobotsTxt is set: getCrawlDelay("FirecrawlAgent"). (61e38dc8, 2025-08-25)
  ...from("Firecrawl", "https://github.com/firecrawl/firecrawl/blob/61e38dc8/apps/api/src/scraper/WebScraper/crawler.ts", "2026-11-27", "page", [["FirecrawlAgent", "data", { crawlDelay: "obeyed", note: "Crawls for customers, who can have it ignore robots.txt, and for programs that anybody can run." }]]),
  // The code does not request robots.txt. (a63173da)
  ...from("OpenCode", "https://github.com/anomalyco/opencode/blob/a63173da/packages/opencode/src/tool/webfetch.ts", "2026-11-27", "page", [["opencode", "user-request", { ignoresRobots: true, note: "A coding agent. It sends a browser's name first, and this one when Cloudflare refuses that." }]]),
  // check_robots_txt: bool = False. (7e801521, 2026-07-15)
  ...from("Crawl4AI", "https://github.com/unclecode/crawl4ai/blob/7e801521/crawl4ai/async_configs.py", "2026-11-27", "page", [["Crawl4AI", "data", { ignoresRobots: true, note: "A library that anybody can run. By default it sends a browser's name; it can be told to obey robots.txt." }]]),
  // --obey-robots: "Defaults to false". It sends Lightpanda/1.0 by default. (23528f0cc, 2026-08-22)
  ...from("Lightpanda", "https://github.com/lightpanda-io/browser/blob/23528f0cc/src/help.zon", "2026-11-27", "page", [["Lightpanda", "data", { ignoresRobots: true, note: "A browser for programs that anybody can run; it can be told to obey robots.txt." }]]),
  // "BrightBot enforces the robots.txt guidelines". "User-Agent: „Brightbot 1.0”" "is only applied to traffic routed through the Web Unlocker"
  ...from("Bright Data", "https://docs.brightdata.com/general/webmaster-console.md", "2026-11-27", "page", [["Brightbot", "data", { note: "Only part of Bright Data's products use this name, and not on sites whose firewall blocked it in the last 7 days." }]]),
  // USER_AGENT: "Default: Scrapy/VERSION (+https://scrapy.org)"; it is also matched in robots.txt. (11079cb, 2026-08-21)
  ...from("Zyte", "https://docs.scrapy.org/en/latest/topics/settings.html", "2026-11-23", "page", [["Scrapy", "data", { note: "The default name of a library that anybody can run. New projects obey robots.txt; the library alone does not, unless ROBOTSTXT_OBEY is set." }]]),
  // "Websites can pass the http headers X-Robots-Tag: noai, …". Its code (95523bc, 2025-08-16) does not request robots.txt.
  ...from("img2dataset", "https://github.com/rom1504/img2dataset", "2026-11-23", "page", [["img2dataset", "training", { ignoresRobots: true, note: "A tool that anybody can run. It reads X-Robots-Tag headers, and not robots.txt." }]]),
  ...from("Leipzig Corpora Collection", "https://corpora.uni-leipzig.de/crawler_faq.html", "2026-11-22", "listed", [["LCC", "training"]]),
  ...from("Kangaroo LLM", "https://kangaroollm.com.au/kangaroo-bot/", "2026-11-22", "listed", [["Kangaroo Bot", "training"]]),
  ...from("unknown", "https://community.cloudflare.com/t/excessive-crawling-from-friendlycrawler/601127", "2026-11-22", "listed", [["FriendlyCrawler", "training"]]),
  ...from("Echobox", "https://echobox.com", "2026-11-22", "listed", [["EchoboxBot", "data"]]),
  ...from("Panscient", "https://panscient.com/faq.htm", "2026-11-22", "listed", [
    ["Panscient", "data"],
    ["panscient.com", "data"],
  ]),
  ...from("DeepL (Linguee)", "http://www.linguee.com/bot", "2026-11-22", "listed", [["Linguee Bot", "training"]]),
  ...from("Meltwater (Linkfluence)", "https://www.meltwater.com/en/suite/consumer-intelligence", "2026-11-22", "listed", [["YaK", "data"]]),
  ...from("Sogou", "https://www.sogou.com/docs/help/webmasters.htm#07", "2026-11-22", "listed", [["Sogou", "search", { note: "Parsers read the longer names of Sogou's crawlers as this one." }]]),
  ...from("Sogou", "http://www.sogou.com/docs/help/webmasters.htm", "2026-11-22", "listed", [
    ["Sogou web spider", "search"],
    ["Sogou inst spider", "search"],
    ["Sogou Pic Spider", "search"],
    ["Sogou News Spider", "search"],
    ["Sogou Orion spider", "search"],
  ]),
  ...from("Shenma (Alibaba)", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "listed", [["YisouSpider", "search", { note: "Mobile search in China." }]]),
  ...from("Easou", "http://www.easou.com/search/spider.html", "2026-11-22", "listed", [["EasouSpider", "search"]]),
  ...from("ChinaSo", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "listed", [["JikeSpider", "search", { status: "retired" }]]),
  ...from("NetEase", "http://www.youdao.com/help/webmaster/spider", "2026-11-22", "listed", [["YoudaoBot", "search", { status: "retired" }]]),
  // "Preventing only the Daum robot from searching my site. User-agent: daumoa". cs.daum.net/faq/15/4118.html names the robot Daum (Daum/4.1), and no token.
  ...from("Kakao (Daum)", "http://ws.daum.net/abouten.html", "2026-11-24", "page", [["Daumoa", "search", { note: "Kakao calls the robot Daum today, with the User-Agent Daum/4.1, and does not say which token that one looks for." }]]),
  // The page (in Korean) says that the robot called Daum obeys the rules of a site's robots.txt, and gives the header Daum/4.1.
  ...from("Kakao (Daum)", "https://cs.daum.net/faq/15/4118.html", "2026-11-27", "page", [["Daum", "search", { note: "The page does not say which token the robot looks for." }]]),
  // The page describes the server that fetches shared links. Our copy does not mention robots.txt.
  ...from("Kakao", "https://devtalk.kakao.com/t/scrap/33984", "2026-11-27", "page", [["kakaotalk-scrap", "preview"]]),
  // "ichiro read 'robot.txt' and follow 'User-agent:', 'Disallow:' and 'Allow:' in the file." (2006-08-19)
  ...from("NTT (goo)", "http://help.goo.ne.jp/help/article/853/", "2026-11-24", "page", [["ichiro", "search", { status: "retired" }]]),
  ...from("VK (Mail.ru)", "http://help.mail.ru/webmaster/indexing/robots/types_robots", "2026-11-22", "listed", [["Mail.RU_Bot", "search"]]),
  ...from("Sputnik", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "listed", [["SputnikBot", "search", { status: "retired" }]]),
  ...from("Orange", "http://lemoteur.orange.fr", "2026-11-22", "listed", [["OrangeBot", "search", { status: "retired" }]]),
  ...from("Seekport", "https://bot.seekport.com/", "2026-11-22", "listed", [["SeekportBot", "search"]]),
  // "YaCy follows the rules defined in a robots.txt file." "After some hours all yacybots will obey your instructions."
  ...from("YaCy", "http://yacy.net/bot.html", "2026-11-24", "page", [["yacybot", "search", { note: "Peer-to-peer search that anybody can run." }]]),
  ...from("istella", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "listed", [["istellabot", "search", { status: "retired" }]]),
  // "Gigabot obeys the robots.txt standard … Gigabot now supports the Crawl-delay directive."
  ...from("Gigablast", "http://www.gigablast.com/spider.html", "2026-11-23", "page", [["Gigabot", "search", { crawlDelay: "obeyed", status: "retired" }]]),
  // "Website owners, can instruct Cliqzbot or any other internet bot on how they should crawl a website, by using a robots.txt file."
  ...from("Cliqz", "https://cliqz.com/en/cliqzbot", "2026-11-24", "page", [["Cliqzbot", "search", { status: "retired" }]]),
  // "If there is no rule targeting Neevabot, but there is a rule targeting Googlebot, then Neevabot will follow the Googlebot directives." (2021-05-06)
  ...from("Neeva", "https://neeva.com/neevabot", "2026-11-24", "page", [["Neevabot", "search", { fallback: ["Googlebot"], crawlDelay: "obeyed", status: "retired" }]]),
  // "We will continue to honor the Scoutjet user agent sting in robots.txt in addition to the Blekkobot user agent." "You can also limit the rate [...] using the Crawl-delay directive"
  ...from("blekko", "http://blekko.com/about/blekkobot", "2026-11-24", "page", [
    ["ScoutJet", "search", { status: "renamed to Blekkobot" }],
    ["Blekkobot", "search", { fallback: ["ScoutJet"], crawlDelay: "obeyed", status: "retired" }],
  ]),
  ...from("Ask", "http://about.ask.com/en/docs/about/webmasters.shtml", "2026-11-22", "listed", [["Teoma", "search", { status: "retired" }]]),
  ...from("Discord", "https://discordapp.com", "2026-11-22", "listed", [["Discordbot", "preview"]]),
  ...from("Telegram", "https://telegram.org/blog/bot-revolution", "2026-11-22", "listed", [["TelegramBot", "preview"]]),
  // "TODO: we should probably honour robots.txt... except in practice we're most likely being explicitly triggered by a human rather than a bot" (a58ad44, 2026-07-24)
  ...from("Matrix", "https://github.com/element-hq/synapse/blob/a58ad44eb0/synapse/media/url_previewer.py", "2026-11-23", "page", [["Synapse", "preview", { ignoresRobots: true }]]),
  // The code that fetches shared links does not request robots.txt. (00793a86, an old version)
  ...from("Mastodon", "https://github.com/mastodon/mastodon/blob/00793a86bc52e4cb37318e42ea4ceb37a896c727/app/services/fetch_link_card_service.rb", "2026-11-27", "page", [["Mastodon", "preview", { ignoresRobots: true, note: "Many servers." }]]),
  // The code sends this name, and does not request robots.txt. (439734dd6, 2026-08-12)
  ...from("Lemmy", "https://github.com/LemmyNet/lemmy/blob/439734dd6/crates/api/api_utils/src/request.rs", "2026-11-27", "page", [["Lemmy", "preview", { ignoresRobots: true, note: "Many servers." }]]),
  // The code sends this name by default, and does not request robots.txt. (f7c9f16, 2026-05-11)
  ...from("Misskey", "https://github.com/misskey-dev/summaly/blob/f7c9f16/src/utils/got.ts", "2026-11-27", "page", [["SummalyBot", "preview", { ignoresRobots: true, note: "Many servers." }]]),
  // "Flipboard uses a proxy service to fetch, validate, and prepare certain elements of websites." The page does not mention robots.txt.
  ...from("Flipboard", "https://flipboard.team/the-kitchen-sink", "2026-11-23", "page", [["FlipboardProxy", "preview"]]),
  ...from("Bitly", "https://bitly.com", "2026-11-22", "listed", [["bitlybot", "preview"]]),
  // "Rules that only count for 'sistrix' will be accepted as well as general rules with the identifier '*'."
  ...from("SISTRIX", "https://www.sistrix.com/tutorials/crawling-errors-in-the-optimizer/", "2026-11-23", "page", [["sistrix", "seo"]]),
  // "It obeys robots.txt in the same way as Google … follow directives specifically for the Screaming Frog SEO Spider user-agent, if not Googlebot and then ALL robots."
  ...from("Screaming Frog", "https://www.screamingfrog.co.uk/guides/robots-txt/", "2026-11-23", "page", [["Screaming Frog SEO Spider", "seo", { fallback: ["Googlebot"], note: "A tool that anybody can run. The paid version can ignore robots.txt." }]]),
  // "By default, the Sitebulb crawler will respect robots directives, but you can over-ride this".
  ...from("Sitebulb", "https://sitebulb.com/documentation/crawl-audit-settings/advanced-settings-robots/", "2026-11-27", "page", [["Sitebulb", "seo", { note: "A tool that anybody can run. Its user can set it to ignore robots.txt, or to use another name." }]]),
  // "the directives for the Botify user-agent, or those for the Googlebot user-agent, or those for any": the first that exists.
  ...from("Botify", "https://www.botify.com/blog/virtual-robots-txt", "2026-11-27", "page", [["botify", "seo", { fallback: ["Googlebot"], note: "Customers can have it obey a file of their own instead." }]]),
  // "RyteBot is the default user-agent". An older copy: "Crawl everything but create disallow statistics", "Only crawl pages that aren't blocked by robots.txt".
  ...from("Semrush (Ryte)", "https://intercom.help/ryte/en/articles/2867594-project-settings-manual", "2026-11-27", "page", [["RyteBot", "seo", { note: "Customers choose its name and whether it obeys robots.txt." }]]),
  // "ContentKing does not follow the directives in the actual robots.txt file".
  ...from("Conductor (ContentKing)", "https://www.contentkingapp.com/support/removing-urls-from-monitoring/", "2026-11-27", "page", [["contentkingapp", "seo", { ignoresRobots: true, note: "Crawls the sites of customers, who can import the rules of their robots.txt." }]]),
  // "robots.txt instructions targeting User-agent: OnCrawl (or the custom bot name if you have modified it) will apply to your crawl."
  ...from("Oncrawl", "https://help.oncrawl.com/en/articles/2767653-oncrawl-crawler-how-does-the-oncrawl-bot-find-and-crawl-pages", "2026-11-27", "page", [["OnCrawl", "seo", { note: "Customers can change its name, and have it obey a file of their own instead." }]]),
  // "generally respects crawl-delay": from 2 to 10 seconds, from the group for monsidobot or else for googlebot.
  ...from("Acquia (Monsido)", "https://docs.acquia.com/acquia-optimize/what-monsidobot-faq", "2026-11-27", "page", [["Monsidobot", "seo", { crawlDelay: "obeyed", note: "Requests links that are refused, too, to check whether they work." }]]),
  // "Disallow: /" for HypeStat is how the page says to block it.
  ...from("HypeStat", "http://hypestat.com/bot", "2026-11-27", "page", [["HypeStat", "seo"]]),
  // "Dragonbot respects the robots.txt directive." "if you verify ownership of your site, it is possible [to] override the default behavior"
  ...from("Dragon Metrics", "https://help.dragonmetrics.com/en/articles/214283-how-to-allow-dragonbot-to-crawl-your-site", "2026-11-27", "page", [["Dragonbot", "seo", { note: "The verified owner of a site can have it ignore robots.txt there." }]]),
  // "Adheres to the Robots Exclusion Protocol". "Obeys the crawl-delay parameter (max 2.0)".
  ...from("Visual SEO", "https://visual-seo.com/Pigafetta-Bot", "2026-11-27", "page", [["Pigafetta", "seo", { crawlDelay: "obeyed", note: "Cuts a Crawl-delay to 2 seconds." }]]),
  // The page (in French) shows "User-agent: RankActiveLinkBot" with "Disallow: /" and with "Crawl-Delay: 5".
  ...from("RankActive", "https://fr.rankactive.com/resources/rankactive-linkbot", "2026-11-27", "page", [["RankActiveLinkBot", "seo", { crawlDelay: "obeyed", note: "Changes take effect within 3 days." }]]),
  // "will not crawl your site if you exclude the Lumar user-agent token, e.g. User-agent: deepcrawl". "we do not support the crawl-delay directive"
  ...from("Lumar", "https://www.lumar.io/spdr/", "2026-11-24", "page", [["deepcrawl", "seo", { crawlDelay: "ignored" }]]),
  // "The user agent tokens used for checking against robots.txt rules will change to "SiteimproveBot" and "SiteimproveBot-Crawler"" (2022-05-02). "exact matching"
  ...from("Siteimprove", "https://help.siteimprove.com/support/solutions/articles/80000985783-update-to-the-robots-txt-parser", "2026-11-24", "page", [
    ["SiteimproveBot-Crawler", "seo", { fallback: ["SiteimproveBot"], note: "Looks for both tokens; the page does not say which comes first." }],
    ["SiteimproveBot", "seo"],
    ["Siteimprove", "seo", { status: "renamed to SiteimproveBot-Crawler" }],
  ]),
  ...from("XOVI", "https://www.xovibot.net", "2026-11-22", "listed", [["XoviBot", "seo"]]),
  ...from("MegaIndex", "https://megaindex.com/crawler", "2026-11-22", "listed", [["MegaIndex.ru", "seo"]]),
  // "If you'd like to slow down Raven's crawler, add this text to your robots.txt file: User-agent: RavenCrawler, Crawl-delay: 5"
  ...from("Raven Tools", "https://raven.zendesk.com/hc/en-us/articles/203221440", "2026-11-24", "page", [["RavenCrawler", "seo", { crawlDelay: "obeyed" }]]),
  // "Linkdex will respect the crawl frequency limitation you have outlined in your robots.txt file."
  ...from("Linkdex", "https://www.linkdex.com/en-us/about/bots/", "2026-11-24", "page", [["linkdexbot", "seo", { crawlDelay: "obeyed", status: "retired" }]]),
  ...from("SEOprofiler", "http://www.seoprofiler.com/bot", "2026-11-22", "listed", [["spbot", "seo", { status: "retired" }]]),
  ...from("Linkpad", "https://www.linkpad.org/", "2026-11-22", "listed", [["LinkpadBot", "seo"]]),
  // A copy of the page in an archive: "Alexa's crawler identifies itself as ia_archiver". "Alexa Internet strictly adheres to the standard".
  ...from("Alexa", "http://www.alexa.com/help/webmasters", "2026-11-24", "page", [["ia_archiver", "archive", { status: "retired", note: "The Internet Archive once obeyed it too." }]]),
  // "Heritrix is designed to respect the robots.txt exclusion directives and META nofollow tags." The default header has the name heritrix. (5ada2a7, 2026-07-02)
  ...from("Heritrix", "https://github.com/internetarchive/heritrix3", "2026-11-23", "page", [["heritrix", "archive", { note: "The default name of the crawler of many libraries. They can set it to ignore robots.txt." }]]),
  // "it obeys all robot exclusion files (robots.txt)". "Zoominfobot is an indexing robot for a web search engine, similar to Google."
  ...from("ZoomInfo", "https://www.zoominfo.com/legal/zoominfobot", "2026-11-24", "page", [["ZoominfoBot", "data"]]),
  // "our user agent Dataprovider.com"; the robots.txt that the page shows names Dataprovider.com.
  ...from("Dataprovider.com", "https://support.dataprovider.com/how-we-get-our-data/robots", "2026-11-27", "page", [["Dataprovider.com", "data"]]),
  ...from("BuiltWith", "https://builtwith.com/biup", "2026-11-22", "listed", [["BuiltWith", "data"]]),
  ...from("Censys", "https://docs.censys.com/docs/opt-out-of-data-collection", "2026-11-22", "listed", [["CensysInspect", "data", { note: "Scans addresses." }]]),
  ...from("netEstate", "http://www.website-datenbank.de/", "2026-11-22", "listed", [["netEstate NE Crawler", "data"]]),
  ...from("Bloomberg", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "listed", [["BLP_bbot", "data"]]),
  ...from("Indeed", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "listed", [["IndeedBot", "data"]]),
  ...from("Jooble", "http://jooble.org/jooble-bot", "2026-11-22", "listed", [["Jooblebot", "data"]]),
  ...from("Trovit", "http://www.trovit.com/bot.html", "2026-11-22", "listed", [["trovitBot", "data"]]),
  ...from("DomainsBot", "https://www.domainsbot.com/business-intelligence/", "2026-11-22", "listed", [["Pandalytics", "data"]]),
  ...from("IONOS", "https://www.ionos.de/terms-gtc/faq-crawler-en", "2026-11-22", "listed", [["IonCrawl", "data"]]),
  // "Grapeshot assists advertisers to contextually place adverts on pages". "Pages are only ever visited on demand" (2017-08-01)
  ...from("Oracle", "https://www.addthis.com/grapeshot/crawler/", "2026-11-24", "page", [["GrapeshotCrawler", "ads", { status: "retired" }]]),
  // "As the bot follows a click on an advertisement, it doesn't obey the rules specified in your website's robots.txt file."
  ...from("Quantcast", "https://www.quantcast.com/bot/", "2026-11-23", "page", [["Quantcastbot", "ads", { note: "Does not obey robots.txt when it checks the landing pages of advertisements." }]]),
  // "You can control the rate at which the Crawler will access your website by using the Crawl-delay directive."
  ...from("Elastic (Swiftype)", "https://swiftype.com/documentation/robots", "2026-11-23", "page", [["Swiftbot", "search", { crawlDelay: "obeyed", note: "Site search for customers." }]]),
  // "Stripebot mostly follows the RFC 9309": "the first group that has a User-Agent of Stripebot". It "recognizes" User-Agent, Allow and Disallow.
  ...from("Stripe", "https://docs.stripe.com/stripebot-crawler", "2026-11-27", "page", [["Stripebot", "other", { crawlDelay: "ignored", note: "Checks the sites of Stripe's users. Obeys the first group that names it, or else the first group for *." }]]),
  // "Integral strictly adheres to the standard."
  ...from("Integral Ad Science", "https://integralads.com/site-indexing-policy/", "2026-11-27", "page", [["ias_crawler", "ads"]]),
  // The page describes the crawler and its User-Agent header. Our copy does not mention robots.txt.
  ...from("Taboola", "https://help.taboola.com/hc/en-us/articles/115002347594-The-Taboola-Crawler", "2026-11-27", "page", [["Taboolabot", "ads", { note: "Fetches landing pages of advertisers and pages of publishers." }]]),
  // "you can add or update robots.txt on your domain to stop requests from TTD-Content."
  ...from("The Trade Desk", "https://www.thetradedesk.com/cn/ttd-content", "2026-11-27", "page", [["TTD-Content", "ads"]]),
  // "YepBot strictly respects robots.txt on both disallow and allow rules." "Obeys crawl delay: Yes"
  ...from("Ahrefs (Yep)", "https://yep.com/yepbot/", "2026-11-27", "page", [["YepBot", "search", { crawlDelay: "obeyed", note: "AhrefsBot remains the main crawler of Yep." }]]),
  // "We respect the robots.txt file and disallow directives." "You can extend the crawl delay using the robots.txt file".
  ...from("Ibou", "https://ibou.io/iboubot.html", "2026-11-27", "page", [["IbouBot", "search", { crawlDelay: "obeyed" }]]),
  // The page describes the robot and its header. Our copies end before its part on robots.txt.
  ...from("Yioop", "https://www.yioop.com/group/2/bot", "2026-11-27", "page", [["YioopBot", "search"]]),
  // "if a /robots.txt disallows it, not even the first document submitted as the root for a link checker run is fetched."
  ...from("W3C", "https://lists.w3.org/Archives/Public/www-validator-cvs/2004Jun/0063.html", "2026-11-27", "page", [["W3C-checklink", "user-request", { note: "Reads robots.txt by the standard of 1994." }]]),
  // The page says of the link checker alone that it honors robots.txt; the code of the validator does not request it. (724a15b0, 2025-12-18)
  ...from("W3C", "https://github.com/w3c/markup-validator/blob/724a15b0/htdocs/services.html", "2026-11-27", "page", [["W3C_Validator", "user-request", { ignoresRobots: true, note: "It can be refused on the server, by its header or address." }]]),
  // "External Robot exclusion protocol module rewritten". The page does not say which name the tool looks for.
  ...from("Masaryk University", "https://corpus.tools/wiki/SpiderLing", "2026-11-27", "page", [["SpiderLing", "data", { note: "A tool that anybody can run, to collect texts for linguists." }]]),
  // The page shows "User-agent: Paracrawl" with "Disallow: /".
  ...from("University of Edinburgh", "http://statmt.org/paracrawl/robots.html", "2026-11-27", "page", [["Paracrawl", "data", { note: "Texts for translation. Changes take up to 24 hours." }]]),
  // "Whether to ignore rules set in the robots.txt file. Default: false". The page does not name the token.
  ...from("Algolia", "https://www.algolia.com/doc/tools/crawler/apis/configuration/ignore-robots-txt-rules.md", "2026-11-27", "page", [["Algolia Crawler", "search", { note: "Site search for customers, who can have it ignore robots.txt." }]]),
  // The page describes the crawler; our copy of it does not mention robots.txt.
  ...from("OpenWebSearch.eu", "https://openwebsearcheu-public.pages.it4i.eu/ows-the-book/content/dnt/crawling.html", "2026-11-27", "page", [["OWLer", "search", { note: "European open web index." }]]),
  // "By default, Anomura follows standard robots.txt directives addressed to the Anomura token." "It is not used to crawl content to train any models."
  ...from("Direqt", "https://docs.direqt-search.com/direqt-bots/direqt-crawlers-and-user-agents", "2026-11-27", "page", [["Anomura", "search", { note: "Search on the sites of customers." }]]),
  // http.agent.name: "The value is used to select the group of robots.txt rules addressing your crawler. … This property MUST NOT be empty." (7906941, 2026-07-23)
  ...from("Apache Nutch", "https://github.com/apache/nutch/blob/7906941/conf/nutch-default.xml", "2026-11-23", "page", [["Nutch", "other", { note: "A library that anybody can run, under a name of their own: Nutch is the second part of its header, and no default name to look for." }]]),
];
