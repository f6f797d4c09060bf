/**
 * What is known of crawlers that site owners name, in lower case. robots-wasm/agents has all of them with their sources; a test
 * compares both (2026-11-22).
 */

/** Crawlers whose operators document that they ignore Crawl-delay. */
export const ignoringDelay: ReadonlySet<string> = new Set([
  "googlebot",
  "googlebot-image",
  "googlebot-video",
  "googlebot-news",
  "storebot-google",
  "google-inspectiontool",
  "googleother",
  "googleother-image",
  "googleother-video",
  "google-cloudvertexbot",
  "google-extended",
  "apis-google",
  "adsbot-google",
  "adsbot-google-mobile",
  "mediapartners-google",
  "google-safety",
  "feedfetcher-google",
  "amazonbot",
  "amzn-searchbot",
  "amzn-user",
  "duckduckbot",
  "duckassistbot",
  "yandexbot",
  "yandeximages",
  "yandexvideo",
  "yandexmedia",
  "yandexmarket",
  "yandexdirect",
  "yandexmetrika",
  "yandexmobilebot",
  "yandexnews",
  "yandexblogs",
  "yadirectfetcher",
  "yandex",
]);

/** Tokens that no crawler looks for any more, and the token that has replaced them, or "". */
export const retiredAgents: Readonly<Record<string, string>> = {
  "google-notebooklm": "Google-GeminiNotebook",
  "anthropic-ai": "",
  "claude-web": "",
  facebookbot: "",
  yandexnews: "",
  yandexblogs: "",
  "semrushbot-sa": "SiteAuditBot",
  "semrushbot-bm": "",
  "semrushbot-ct": "",
  omgilibot: "omgili",
};
