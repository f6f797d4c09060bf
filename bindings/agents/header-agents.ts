/** Crawlers that are known from User-Agent headers alone. */
import { from } from "./agent-rows.ts";
import type { KnownAgent } from "./known-agent.ts";

/**
 * Crawlers whose tokens are known from User-Agent headers alone: we found no page of the operator and no two lists of
 * robots.txt tokens that name them. Names are resolved with these rows; reports leave them out.
 */
// biome-ignore format: one row a line, so that a changed row is one changed line.
export const headerAgents: readonly KnownAgent[] = [
  ...from("Google", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "2026-11-22", "header", [
    ["Google-Pinpoint", "user-request", { ignoresRobots: true, note: "Pinpoint research tool; ignoresRobots not confirmed on an operator page" }],
    ["GoogleMessages", "preview", { ignoresRobots: true, note: "link previews in Google Messages; spelling of the token from memory; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/google-agent-search", "2026-11-22", "header", [
    ["GoogleAgent-Search", "user-request", { ignoresRobots: true, note: "named by device-detector only; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "http://www.google.com/adsbot.html", "2026-11-22", "header", [
    ["Google-Adwords-Instant", "ads", { note: "named by lists only" }],
  ]),
  ...from("Google", "https://developers.google.com/google-ads/api/docs/conversions/upload-online", "2026-11-22", "header", [
    ["Google-Ads-Conversions", "ads", { note: "named by lists only" }],
  ]),
  ...from("Google", "https://developers.google.com/web/tools/lighthouse", "2026-11-22", "header", [
    ["Chrome-Lighthouse", "user-request", { ignoresRobots: true, note: "PageSpeed Insights and Lighthouse; audits one page on request; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://developers.google.com/search/docs/crawling-indexing/google-special-case-crawlers", "2026-11-22", "header", [
    ["DuplexWeb-Google", "other", { ignoresStar: true, status: "retired", note: "retired in 2022 (memory); ignored *; ignoresStar not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://seostar.co/robot/", "2026-11-22", "header", [
    ["AdsBot-Google-Mobile-Apps", "ads", { ignoresStar: true, status: "retired", note: "retired from the list of special-case crawlers (memory); ignoresStar not confirmed on an operator page" }],
  ]),
  ...from("Google", "", "2026-11-22", "header", [
    ["googleweblight", "user-request", { ignoresRobots: true, status: "retired", note: "Web Light ended in 2022 (memory); ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Google", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["Googlebot-Mobile", "search", { fallback: ["Googlebot"], status: "retired", note: "feature-phone crawler; smartphone Googlebot uses Googlebot" }],
  ]),
  ...from("Google", "https://search.google.com/structured-data/testing-tool", "2026-11-22", "header", [
    ["Google-Structured-Data-Testing-Tool", "user-request", { ignoresRobots: true, status: "retired", note: "replaced by Google-InspectionTool; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Microsoft", "http://search.msn.com/msnbot.htmn", "2026-11-22", "header", [
    ["msnbot", "search", { status: "renamed to bingbot" }],
    ["msnbot-media", "search", { fallback: ["msnbot"], status: "retired" }],
  ]),
  ...from("Microsoft", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0", "2026-11-22", "header", [
    ["BingPreview", "preview", { status: "renamed to MicrosoftPreview" }],
  ]),
  ...from("Microsoft", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["SkypeUriPreview", "preview", { ignoresRobots: true, status: "retired", note: "Skype ended in May 2025 (memory); ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Apple", "", "2026-11-22", "header", [
    ["AppleNewsBot", "other", { note: "feeds of Apple News publishers" }],
  ]),
  ...from("Yandex", "https://yandex.ru/support/webmaster/robot-workings/check-yandex-robots.html#robot-in-logs", "2026-11-22", "header", [
    ["YandexForDomain", "other", { fallback: ["Yandex"], crawlDelay: "ignored", note: "Mail for domains: checks ownership" }],
    ["YandexTurbo", "other", { fallback: ["Yandex"], crawlDelay: "ignored", status: "retired", note: "Turbo pages ended (memory)" }],
  ]),
  ...from("Yandex", "", "2026-11-22", "header", [
    ["YandexCatalog", "search", { fallback: ["Yandex"], crawlDelay: "ignored", status: "retired", note: "the catalogue closed in 2017 (memory)" }],
    ["YandexNewslinks", "search", { fallback: ["Yandex"], crawlDelay: "ignored" }],
  ]),
  ...from("Sogou", "http://www.sogou.com/docs/help/webmasters.htm", "2026-11-22", "header", [
    ["Sogou web spider", "search", { note: "token has spaces: RFC 9309 and Google's parser cut it to Sogou" }],
    ["Sogou inst spider", "search", { note: "token has spaces" }],
    ["Sogou Pic Spider", "search", { note: "token has spaces" }],
    ["Sogou News Spider", "search", { note: "token has spaces" }],
    ["Sogou Orion spider", "search", { note: "token has spaces" }],
  ]),
  ...from("Shenma (Alibaba)", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["YisouSpider", "search", { note: "Chinese mobile search; no page of the operator found" }],
  ]),
  ...from("Baidu", "https://help.baidu.com/question?prod_id=99&class=476&id=2996", "2026-11-22", "header", [
    ["Baiduspider-mobile", "search", { fallback: ["Baiduspider"], note: "WAP search (memory)" }],
    ["Baiduspider-favo", "other", { fallback: ["Baiduspider"], note: "bookmarks (memory)" }],
    ["Baiduspider-ads", "ads", { fallback: ["Baiduspider"], note: "(memory)" }],
  ]),
  ...from("Baidu", "http://www.baidu.com/search/spider.htm", "2026-11-22", "header", [
    ["Baiduspider-render", "search", { fallback: ["Baiduspider"], note: "renders pages; its token in robots.txt is Baiduspider (memory)" }],
  ]),
  ...from("360", "https://www.so.com/help/help_3_2.html", "2026-11-22", "header", [
    ["360Spider-Image", "search", { fallback: ["360Spider"] }],
    ["360Spider-Video", "search", { fallback: ["360Spider"] }],
  ]),
  ...from("360", "http://needs-be.blogspot.co.uk/2013/02/how-to-block-spider360.html", "2026-11-22", "header", [
    ["HaosouSpider", "search", { fallback: ["360Spider"], status: "renamed to 360Spider" }],
  ]),
  ...from("Easou", "http://www.easou.com/search/spider.html", "2026-11-22", "header", [
    ["EasouSpider", "search"],
  ]),
  ...from("ChinaSo", "", "2026-11-22", "header", [
    ["JikeSpider", "search", { status: "retired" }],
  ]),
  ...from("NetEase", "http://www.youdao.com/help/webmaster/spider", "2026-11-22", "header", [
    ["YoudaoBot", "search", { status: "retired" }],
  ]),
  ...from("ByteDance", "http://web.toutiao.com/media_cooperation/", "2026-11-22", "header", [
    ["ToutiaoSpider", "search", { status: "renamed to Bytespider" }],
  ]),
  ...from("Huawei", "https://aspiegel.com/", "2026-11-22", "header", [
    ["AspiegelBot", "search", { status: "renamed to PetalBot" }],
  ]),
  ...from("Kakao (Daum)", "http://tab.search.daum.net/aboutWebSearch_en.html", "2026-11-22", "header", [
    ["Daumoa", "search", { note: "lists name the prefix Daum; Daumoa from memory" }],
    ["Daum", "search"],
  ]),
  ...from("Naver", "https://www.naver.com/", "2026-11-22", "header", [
    ["NaverBot", "search", { status: "renamed to Yeti" }],
  ]),
  ...from("Naver", "", "2026-11-22", "header", [
    ["Blueno", "preview", { note: "link previews" }],
  ]),
  ...from("Kakao", "", "2026-11-22", "header", [
    ["kakaotalk-scrap", "preview", { note: "link previews in KakaoTalk" }],
  ]),
  ...from("LY Corporation (LINE)", "https://lin.ee/4dwXkTH", "2026-11-22", "header", [
    ["Linespider", "search"],
  ]),
  ...from("LY Corporation (Yahoo! Japan)", "https://support.yahoo-net.jp/PccSearch/s/article/H000007955", "2026-11-22", "header", [
    ["Y!J-ASR", "search", { note: "! is not in the grammar of a product token" }],
    ["Y!J-BRW", "search", { note: "! is not in the grammar of a product token" }],
  ]),
  ...from("NTT (goo)", "http://search.goo.ne.jp/option/use/sub4/sub4-1", "2026-11-22", "header", [
    ["ichiro", "search", { status: "retired", note: "goo's search ended in 2025 (memory)" }],
  ]),
  ...from("VK (Mail.ru)", "http://help.mail.ru/webmaster/indexing/robots/types_robots", "2026-11-22", "header", [
    ["Mail.RU_Bot", "search", { note: ". is not in the grammar of a product token" }],
  ]),
  ...from("Sputnik", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["SputnikBot", "search", { status: "retired" }],
  ]),
  ...from("Rambler", "", "2026-11-22", "header", [
    ["StackRambler", "search", { status: "retired" }],
  ]),
  ...from("Seznam.cz", "http://napoveda.seznam.cz/en/seznambot-intro/", "2026-11-22", "header", [
    ["SeznamHomepageCrawler", "other"],
  ]),
  ...from("Seznam.cz", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["Seznam-Zbozi-robot", "data", { note: "Zboží.cz price comparison" }],
  ]),
  ...from("Heureka", "https://sluzby.heureka.cz/napoveda/heurekabot/", "2026-11-22", "header", [
    ["Heurekabot-Feed", "data"],
  ]),
  ...from("Qwant", "https://help.qwant.com/bot/", "2026-11-22", "header", [
    ["Qwantify", "search", { status: "renamed to Qwantbot" }],
  ]),
  ...from("Ibou", "https://ibou.io/iboubot.html", "2026-11-22", "header", [
    ["IbouBot", "search"],
  ]),
  ...from("Orange", "http://lemoteur.orange.fr", "2026-11-22", "header", [
    ["OrangeBot", "search", { status: "retired", note: "Le Moteur" }],
  ]),
  ...from("Seekport", "https://bot.seekport.com/", "2026-11-22", "header", [
    ["SeekportBot", "search"],
  ]),
  ...from("Swisscows", "https://swisscows.com/", "2026-11-22", "header", [
    ["Swisscows", "search", { note: "lists name Swisscows Favicons" }],
  ]),
  ...from("Geedo", "http://www.geedo.com", "2026-11-22", "header", [
    ["GeedoBot", "search"],
  ]),
  ...from("Geedo", "https://geedo.com/product-search/", "2026-11-22", "header", [
    ["GeedoProductSearch", "data"],
  ]),
  ...from("YaCy", "http://yacy.net/bot.html", "2026-11-22", "header", [
    ["yacybot", "search", { note: "peer-to-peer search: run by many" }],
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
    ["OWLer", "search", { note: "European open web index" }],
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
  ...from("istella", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["istellabot", "search", { status: "retired" }],
  ]),
  ...from("Gigablast", "http://www.gigablast.com/spider.html", "2026-11-22", "header", [
    ["Gigabot", "search", { status: "retired" }],
  ]),
  ...from("Cliqz", "http://cliqz.com/company/cliqzbot", "2026-11-22", "header", [
    ["Cliqzbot", "search", { status: "retired" }],
  ]),
  ...from("Neeva", "https://neeva.com/neevabot", "2026-11-22", "header", [
    ["Neevabot", "search", { status: "retired" }],
  ]),
  ...from("blekko", "http://blekko.com/about/blekkobot", "2026-11-22", "header", [
    ["Blekkobot", "search", { status: "retired" }],
  ]),
  ...from("Ask", "http://about.ask.com/en/docs/about/webmasters.shtml", "2026-11-22", "header", [
    ["Teoma", "search", { status: "retired" }],
  ]),
  ...from("DuckDuckGo", "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot/", "2026-11-22", "header", [
    ["DuckDuckGo-Favicons-Bot", "other"],
  ]),
  ...from("xAI", "https://x.ai/", "2026-11-22", "header", [
    ["xAI-Bot", "training", { note: "list only; xAI documents no token" }],
  ]),
  ...from("xAI", "", "2026-11-22", "header", [
    ["GrokBot", "training", { note: "memory; undocumented" }],
  ]),
  ...from("Amazon", "https://adbot.amazon.com/", "2026-11-22", "header", [
    ["AmazonAdBot", "ads"],
  ]),
  ...from("Amazon", "https://developer.amazon.com/support/amazonbot", "2026-11-22", "header", [
    ["Amazonbot-Video", "training", { note: "list only" }],
  ]),
  ...from("ProRata", "https://platform.gist.ai/docs/gcn-overview", "2026-11-22", "header", [
    ["ProRata", "search", { note: "Cloudflare calls it ProRataInc" }],
  ]),
  ...from("Meta", "https://developers.facebook.com/docs/sharing/webmasters/crawler/", "2026-11-22", "header", [
    ["Facebot", "training", { status: "renamed to FacebookBot" }],
  ]),
  ...from("Meta", "https://www.whatsapp.com/", "2026-11-22", "header", [
    ["WhatsApp", "preview"],
  ]),
  ...from("Discord", "https://discordapp.com", "2026-11-22", "header", [
    ["Discordbot", "preview"],
  ]),
  ...from("Telegram", "https://telegram.org/blog/bot-revolution", "2026-11-22", "header", [
    ["TelegramBot", "preview"],
  ]),
  ...from("Slack", "https://api.slack.com/robots", "2026-11-22", "header", [
    ["Slackbot", "preview", { ignoresRobots: true, note: "table has Slackbot-LinkExpanding and Slack-ImgProxy only; Slack's page says that its robots are no crawlers and it does not apply robots.txt to them (memory); ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Reddit", "http://www.reddit.com/feedback", "2026-11-22", "header", [
    ["redditbot", "preview"],
  ]),
  ...from("Bluesky", "https://bsky.app", "2026-11-22", "header", [
    ["Bluesky Cardyb", "preview", { note: "token has a space" }],
  ]),
  ...from("Mastodon", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["Mastodon", "preview", { note: "many servers; fetches previews without reading robots.txt (memory)" }],
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
    ["ZaloBot", "preview", { note: "memory" }],
  ]),
  ...from("Keybase", "https://book.keybase.io/docs/chat/link-previews", "2026-11-22", "header", [
    ["KeybaseBot", "preview"],
  ]),
  ...from("Matrix", "https://github.com/matrix-org/synapse", "2026-11-22", "header", [
    ["Synapse", "preview"],
  ]),
  ...from("Flipboard", "http://flipboard.com/browserproxy", "2026-11-22", "header", [
    ["FlipboardProxy", "preview"],
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
    ["Lemmy", "preview", { note: "many servers" }],
  ]),
  ...from("Refind", "https://refind.com/about", "2026-11-22", "header", [
    ["Refindbot", "preview"],
  ]),
  ...from("Bitly", "https://bitly.com", "2026-11-22", "header", [
    ["bitlybot", "preview"],
  ]),
  ...from("Medium", "https://medium.com/", "2026-11-22", "header", [
    ["Mediumbot", "preview"],
  ]),
  ...from("Substack", "https://substack.com/", "2026-11-22", "header", [
    ["SubstackContentFetch", "preview"],
  ]),
  ...from("OpenGraph.io", "https://www.opengraph.io", "2026-11-22", "header", [
    ["OpenGraph.io", "preview", { note: ". is not in the grammar" }],
  ]),
  ...from("Semrush", "https://www.semrush.com/bot/", "2026-11-22", "header", [
    ["SemrushBot-FT", "seo", { fallback: ["SemrushBot"], note: "Plagiarism Checker (the page lists the tool; token from memory)" }],
    ["SerpReputationManagementAgent", "seo"],
  ]),
  ...from("SE Ranking", "https://help.seranking.com/hc/en-us/articles/23020353159964-SERankingBacklinksB", "2026-11-22", "header", [
    ["SERankingBacklinksBot", "seo"],
  ]),
  ...from("SE Ranking", "https://help.agencyanalytics.com/en/articles/3469586-allow-our-site-auditor-via", "2026-11-22", "header", [
    ["RSiteAuditor", "seo", { note: "operator by the list: AgencyAnalytics uses it" }],
  ]),
  ...from("Semrush (Ryte)", "https://bot.ryte.com/", "2026-11-22", "header", [
    ["RyteBot", "seo"],
  ]),
  ...from("SISTRIX", "https://www.sistrix.com/tutorials/crawling-errors-in-the-optimizer/", "2026-11-22", "header", [
    ["SISTRIX Crawler", "seo", { note: "token has a space; SISTRIX says: User-agent: sistrix" }],
  ]),
  ...from("SISTRIX", "http://crawler.sistrix.net", "2026-11-22", "header", [
    ["sistrix", "seo"],
  ]),
  ...from("Screaming Frog", "https://www.screamingfrog.co.uk/seo-spider/", "2026-11-22", "header", [
    ["Screaming Frog SEO Spider", "seo", { note: "token has spaces; a desktop tool that can be set to ignore robots.txt" }],
  ]),
  ...from("Oncrawl", "https://help.oncrawl.com/en/articles/2288662-what-ips-does-oncrawl-use-to-crawl-a-website", "2026-11-22", "header", [
    ["OnCrawl", "seo"],
  ]),
  ...from("Botify", "https://www.botify.com/", "2026-11-22", "header", [
    ["botify", "seo"],
  ]),
  ...from("Lumar", "https://www.lumar.io/spdr/", "2026-11-22", "header", [
    ["deepcrawl", "seo"],
  ]),
  ...from("Sitebulb", "https://sitebulb.com/", "2026-11-22", "header", [
    ["Sitebulb", "seo"],
  ]),
  ...from("Conductor (ContentKing)", "https://whatis.contentkingapp.com/", "2026-11-22", "header", [
    ["contentkingapp", "seo"],
  ]),
  ...from("Siteimprove", "https://siteimprove.com/", "2026-11-22", "header", [
    ["Siteimprove", "seo"],
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
  ...from("XOVI", "https://www.xovibot.net", "2026-11-22", "header", [
    ["XoviBot", "seo"],
  ]),
  ...from("MegaIndex", "https://megaindex.com/crawler", "2026-11-22", "header", [
    ["MegaIndex.ru", "seo", { note: ". is not in the grammar" }],
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
  ...from("Raven Tools", "https://raventools.com/site-auditor/", "2026-11-22", "header", [
    ["RavenCrawler", "seo"],
  ]),
  ...from("Linkdex", "http://www.linkdex.com/bots", "2026-11-22", "header", [
    ["linkdexbot", "seo", { status: "retired" }],
  ]),
  ...from("SEOprofiler", "http://www.seoprofiler.com/bot", "2026-11-22", "header", [
    ["spbot", "seo", { status: "retired" }],
  ]),
  ...from("DomainStats", "https://domainstats.com/pages/our-bot", "2026-11-22", "header", [
    ["DomainStatsBot", "seo"],
  ]),
  ...from("Linkpad", "https://www.linkpad.org/", "2026-11-22", "header", [
    ["LinkpadBot", "seo"],
  ]),
  ...from("metrics.tools", "https://metrics-tools.de/robot.html", "2026-11-22", "header", [
    ["MTRobot", "seo"],
  ]),
  ...from("BrightEdge", "https://www.brightedge.com/", "2026-11-22", "header", [
    ["BrightEdge Crawler", "seo", { note: "token has a space" }],
  ]),
  ...from("Dragon Metrics", "http://www.dragonmetrics.com", "2026-11-22", "header", [
    ["Dragonbot", "seo"],
  ]),
  ...from("Visual SEO", "https://visual-seo.com/Pigafetta-Bot", "2026-11-22", "header", [
    ["Pigafetta", "seo"],
  ]),
  ...from("Alexa", "https://support.alexa.com/hc/en-us/sections/200100794-Crawlers", "2026-11-22", "header", [
    ["ia_archiver", "archive", { status: "retired", note: "the Internet Archive once read this token to hide pages; Alexa closed in 2022 (memory)" }],
  ]),
  ...from("Internet Archive", "https://archive.org/details/archive.org_bot", "2026-11-22", "header", [
    ["special_archiver", "archive", { fallback: ["archive.org_bot"] }],
  ]),
  ...from("Heritrix", "https://github.com/internetarchive/heritrix3/wiki", "2026-11-22", "header", [
    ["heritrix", "archive", { note: "default token of the crawler of many libraries" }],
  ]),
  ...from("Library and Archives Canada", "https://library-archives.canada.ca/eng/services/government-canada/web-social-media-preser", "2026-11-22", "header", [
    ["LAC_IAHarvester", "archive"],
  ]),
  ...from("British Library", "https://www.bl.uk/", "2026-11-22", "header", [
    ["bl.uk_ldfc_bot", "archive", { ignoresRobots: true, note: "legal deposit: may ignore robots.txt (memory); ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("National Széchényi Library", "http://mekosztaly.oszk.hu/mia/", "2026-11-22", "header", [
    ["OSZKbot", "archive"],
  ]),
  ...from("NiceCrawler", "http://www.nicecrawler.com/", "2026-11-22", "header", [
    ["Nicecrawler", "archive"],
  ]),
  ...from("ArchiveBox", "https://archivebox.io/", "2026-11-22", "header", [
    ["ArchiveBox", "archive", { note: "a tool: run by anybody" }],
  ]),
  ...from("UptimeRobot", "https://uptimerobot.com/", "2026-11-22", "header", [
    ["UptimeRobot", "other", { ignoresRobots: true, note: "monitors for the site's owner; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("SolarWinds", "http://www.pingdom.com", "2026-11-22", "header", [
    ["Pingdom", "other", { ignoresRobots: true, note: "monitors for the site's owner; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("StatusCake", "https://www.statuscake.com", "2026-11-22", "header", [
    ["StatusCake", "other", { ignoresRobots: true, note: "monitors for the site's owner; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("GTmetrix", "https://gtmetrix.com/", "2026-11-22", "header", [
    ["GTmetrix", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Better Stack", "https://betteruptime.com/faq", "2026-11-22", "header", [
    ["Better Uptime Bot", "other", { ignoresRobots: true, note: "token has spaces; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Cloudflare", "https://developers.cloudflare.com/speed/speed-test/run-speed-test", "2026-11-22", "header", [
    ["CloudflareObservatory", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("W3C", "https://validator.w3.org/checklink", "2026-11-22", "header", [
    ["W3C-checklink", "user-request", { note: "honours robots.txt" }],
  ]),
  ...from("W3C", "https://validator.w3.org/services", "2026-11-22", "header", [
    ["W3C_Validator", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Feedbin", "http://feedbin.com/", "2026-11-22", "header", [
    ["Feedbin", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("NewsBlur", "http://www.newsblur.com", "2026-11-22", "header", [
    ["NewsBlur", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Inoreader", "https://www.inoreader.com", "2026-11-22", "header", [
    ["inoreader", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Feedspot", "http://www.feedspot.com", "2026-11-22", "header", [
    ["Feedspot", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("FreshRSS", "https://freshrss.org/", "2026-11-22", "header", [
    ["FreshRSS", "user-request", { ignoresRobots: true, note: "many servers; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("BazQux Reader", "https://bazqux.com/fetcher", "2026-11-22", "header", [
    ["BazQux", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("start.me", "https://start.me/bot", "2026-11-22", "header", [
    ["startmebot", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Superfeedr", "http://superfeedr.com", "2026-11-22", "header", [
    ["Superfeedr", "user-request", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Allen Institute for AI", "https://www.semanticscholar.org/crawler", "2026-11-22", "header", [
    ["SemanticScholarBot", "data", { note: "scientific papers" }],
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
  ...from("ZoomInfo", "https://www.zoominfo.com", "2026-11-22", "header", [
    ["ZoominfoBot", "data"],
  ]),
  ...from("BuiltWith", "https://builtwith.com/biup", "2026-11-22", "header", [
    ["BuiltWith", "data", { note: "user agent BW/" }],
  ]),
  ...from("Wappalyzer", "https://github.com/AliasIO/Wappalyzer", "2026-11-22", "header", [
    ["Wappalyzer", "data"],
  ]),
  ...from("Netcraft", "https://github.com/matomo-org/device-detector/blob/3856a28692d45317d3f15f6f81ca31a06067182a/regexes/bots.yml", "2026-11-22", "header", [
    ["NetcraftSurveyAgent", "data"],
  ]),
  ...from("Censys", "https://docs.censys.com/docs/opt-out-of-data-collection", "2026-11-22", "header", [
    ["CensysInspect", "data", { ignoresRobots: true, note: "scans addresses, not sites; ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("driftnet", "https://internet-measurement.com", "2026-11-22", "header", [
    ["InternetMeasurement", "data", { ignoresRobots: true, note: "ignoresRobots not confirmed on an operator page" }],
  ]),
  ...from("Dataprovider.com", "https://www.dataprovider.com/", "2026-11-22", "header", [
    ["Dataprovider", "data"],
  ]),
  ...from("netEstate", "http://www.website-datenbank.de/", "2026-11-22", "header", [
    ["netEstate NE Crawler", "data", { note: "token has spaces" }],
  ]),
  ...from("Bloomberg", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["BLP_bbot", "data"],
  ]),
  ...from("Determ", "https://mediatoolkit.com", "2026-11-22", "header", [
    ["Mediatoolkitbot", "data"],
  ]),
  ...from("Muck Rack", "https://muckrack.com/", "2026-11-22", "header", [
    ["MuckRack", "data"],
  ]),
  ...from("Indeed", "https://github.com/arcjet/well-known-bots/blob/0637e27abef588368a29bb041b6e1e9af2e81f90/well-known-bots.json", "2026-11-22", "header", [
    ["IndeedBot", "data"],
  ]),
  ...from("Jooble", "http://jooble.org/jooble-bot", "2026-11-22", "header", [
    ["Jooblebot", "data"],
  ]),
  ...from("Trovit", "http://www.trovit.com/bot.html", "2026-11-22", "header", [
    ["trovitBot", "data"],
  ]),
  ...from("DomainsBot", "https://www.domainsbot.com/business-intelligence/", "2026-11-22", "header", [
    ["Pandalytics", "data"],
  ]),
  ...from("StackScope", "https://stackscope.dev/bot", "2026-11-22", "header", [
    ["StackScopeBot", "data"],
  ]),
  ...from("Headline", "https://headline.com/legal/crawler", "2026-11-22", "header", [
    ["ev-crawler", "data"],
  ]),
  ...from("IONOS", "https://www.ionos.de/terms-gtc/faq-crawler-en", "2026-11-22", "header", [
    ["IonCrawl", "data"],
  ]),
  ...from("Integral Ad Science", "https://integralads.com/ias-privacy-data-management/policies/site-indexing-policy/", "2026-11-22", "header", [
    ["ias_crawler", "ads"],
    ["ias_wombles", "ads"],
  ]),
  ...from("DoubleVerify", "https://doubleverify.com/", "2026-11-22", "header", [
    ["DVbot", "ads"],
  ]),
  ...from("Oracle", "https://www.grapeshot.com/crawler", "2026-11-22", "header", [
    ["GrapeshotCrawler", "ads", { status: "retired", note: "Oracle Advertising closed in 2024 (memory)" }],
  ]),
  ...from("Taboola", "https://help.taboola.com/hc/en-us/articles/115002347594-The-Taboola-Crawler", "2026-11-22", "header", [
    ["Taboolabot", "ads"],
  ]),
  ...from("Quantcast", "https://www.quantcast.com/bot/", "2026-11-22", "header", [
    ["Quantcastbot", "ads"],
  ]),
  ...from("Piano (Cxense)", "http://www.cxense.com/bot.html", "2026-11-22", "header", [
    ["cXensebot", "ads"],
  ]),
  ...from("The Trade Desk", "https://www.thetradedesk.com/general/ttd-content", "2026-11-22", "header", [
    ["TTD-Content", "ads"],
  ]),
  ...from("Adagio", "https://adagio-io.gitbook.io/adagio-documentation/general-configuration/update-your-app-ads.txt-file", "2026-11-22", "header", [
    ["Adagiobot", "ads", { note: "ads.txt" }],
  ]),
  ...from("Eyeota", "https://www.eyeota.com/", "2026-11-22", "header", [
    ["Eyeotabot", "ads"],
  ]),
  ...from("Yext", "https://www.yext.com/platform/crawl", "2026-11-22", "header", [
    ["YextBot", "search"],
  ]),
  ...from("Algolia", "https://support.algolia.com/hc/en/us/articles/17223698862993-Which-IP-address-of-the-Crawler-can-I-a", "2026-11-22", "header", [
    ["Algolia Crawler", "search", { note: "site search for customers; token has a space" }],
  ]),
  ...from("Elastic (Swiftype)", "https://swiftype.com/swiftbot", "2026-11-22", "header", [
    ["Swiftbot", "search", { note: "site search for customers" }],
  ]),
  ...from("HubSpot", "https://developers.hubspot.com/docs/cms/start-building/building-blocks/modules/", "2026-11-22", "header", [
    ["HubSpotContentSearchBot", "search"],
  ]),
  ...from("Stripe", "https://docs.stripe.com/stripebot-crawler", "2026-11-22", "header", [
    ["Stripebot", "other", { note: "checks merchants' sites" }],
  ]),
  ...from("SafeDNS", "https://www.safedns.com/searchbot", "2026-11-22", "header", [
    ["SafeDNSBot", "data", { note: "classifies sites" }],
  ]),
  ...from("Lightspeed Systems", "https://www.lightspeedsystems.com/", "2026-11-22", "header", [
    ["LightspeedSystemsCrawler", "data", { note: "classifies sites for schools" }],
  ]),
  ...from("OpenRobotsTXT", "https://openrobotstxt.org/ua", "2026-11-22", "header", [
    ["ORTc.me", "data", { note: "collects robots.txt files; . is not in the grammar" }],
  ]),
  ...from("Apache Nutch", "https://nutch.apache.org", "2026-11-22", "header", [
    ["Nutch", "other", { note: "default token of a library" }],
  ]),
];
