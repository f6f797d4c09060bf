/** The words of a text: a list that is easier to read than one name a line. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Product tokens that site owners often write, to find misspellings. robots-wasm/agents has all of them with their
 * operators; a test compares both.
 */
export const wellKnownAgents: readonly string[] = words(`
  AdsBot-Google AhrefsBot Amazonbot Applebot Applebot-Extended Baiduspider Bingbot Bytespider CCBot ChatGPT-User
  Claude-SearchBot Claude-User ClaudeBot DuckDuckBot facebookexternalhit Google-Extended Googlebot Googlebot-Image
  Googlebot-News Googlebot-Video GPTBot Mediapartners-Google meta-externalagent MJ12bot OAI-SearchBot PerplexityBot
  Perplexity-User PetalBot Pinterestbot SemrushBot Slurp Storebot-Google Twitterbot Yandex YandexBot Yeti
`);

/** Names of companies and families that no crawler looks for, in lower case, and the token that is probably meant. */
export const familyNames: Readonly<Record<string, string>> = {
  google: "Googlebot",
  bing: "bingbot",
  microsoft: "bingbot",
  yahoo: "Slurp",
  baidu: "Baiduspider",
  duckduckgo: "DuckDuckBot",
  apple: "Applebot",
  amazon: "Amazonbot",
  facebook: "facebookexternalhit",
  twitter: "Twitterbot",
  openai: "GPTBot",
  chatgpt: "GPTBot",
  anthropic: "ClaudeBot",
  claude: "ClaudeBot",
  perplexity: "PerplexityBot",
  commoncrawl: "CCBot",
  bytedance: "Bytespider",
};
