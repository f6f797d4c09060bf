/** Words that people type and the documents do not use. */

/** A word, and the words of the documents that mean the same. Both are looked for. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  autofix: ["fix"],
  ban: ["block"],
  bot: ["crawler"],
  cdn: ["cloudflare"],
  cf: ["cloudflare"],
  chatgpt: ["gptbot"],
  cli: ["command"],
  deny: ["block", "refuse"],
  disallowed: ["refused"],
  docs: ["guide"],
  edge: ["runtime"],
  exception: ["error"],
  faq: ["question"],
  forbid: ["block", "refuse"],
  indexing: ["noindex"],
  kv: ["store", "cloudflare"],
  lambda: ["runtime"],
  logging: ["log"],
  migrate: ["robots-parser"],
  mock: ["test"],
  nodejs: ["node"],
  noindex: ["meta"],
  pacing: ["pace"],
  politeness: ["pace"],
  programmatically: ["code", "generate"],
  proxy: ["fetch"],
  quickstart: ["install"],
  ram: ["memory"],
  ratelimit: ["pace"],
  semver: ["versioning"],
  serialize: ["save", "saved"],
  serverless: ["runtime"],
  setup: ["install"],
  spec: ["rfc"],
  speed: ["fast", "benchmark"],
  spider: ["crawler"],
  ssrf: ["private"],
  stop: ["block"],
  throttle: ["pace"],
  throw: ["error"],
  ts: ["typescript"],
  unfurl: ["preview"],
  validate: ["lint"],
  validator: ["lint", "tester"],
  wildcard: ["pattern"],
  yoast: ["wordpress"],
};

/** Words by which a page should be found, beside its own. */
export const alsoFor: Readonly<Record<string, string>> = {
  "api/index": "TypeScript types typings signatures errors codes",
  agents:
    "user-agent list GPTBot ClaudeBot Googlebot bingbot CCBot Bytespider ChatGPT Claude Perplexity Gemini Bing Yandex Baidu Apple Amazon Meta known bots update the crawlers",
  benchmarks: "fast speed performance compare charts",
  client:
    "RobotsClient redirect 503 error 404 5xx outage cache Redis store TTL timeout private network audit log memory million hosts",
  crawl: "crawl-delay sitemap rate limit throttle pace politeFetch delay",
  "command-line": "CLI exit code npx terminal command",
  explain: "why audit log trace diff",
  filter: "many URLs list frontier bulk CSV Parquet",
  frameworks: "Next.js Astro Vite generate robots.txt build",
  "guide/block-ai-crawlers":
    "block GPTBot ClaudeBot CCBot Google-Extended stop AI training bots ChatGPT OpenAI Gemini AI Overviews refuse keep google using my content",
  "guide/cloudflare": "Cloudflare Worker Workers KV wrangler edge",
  "guide/crawl-delay": "crawl-delay rate limit request-rate visit-time crawler too fast slow down bots",
  "guide/crawl-politely": "RobotsClient first crawler delay",
  "guide/enforce":
    "enforce block refuse crawlers bots that ignore robots.txt server middleware Hono Express Next.js nginx auth_request Worker 402 403 forbidden",
  "guide/getting-started": "install npm yarn pnpm bun deno setup import require ESM CommonJS quickstart start",
  "guide/groups": "Googlebot then star group user-agent several wildcard *",
  "guide/lint-in-ci": "GitHub Actions SARIF check pull request",
  "crawlers/index": "list of all crawlers bots spiders user agents companies",
  "guide/recipes":
    "robots.txt for Shopify WordPress Wix Next.js Cloudflare why is my page blocked stop bing allow only google remove page from google hide my site block a folder pdf parameters WooCommerce not in google staging everything",
  "guide/server-fails":
    "server error 403 forbidden 429 too many requests 503 500 timeout site is down outage firewall DNS",
  "guide/site-owners":
    "where to put robots.txt user agent safe to publish compare two files staging write a robots.txt example syntax wildcard pattern Disallow Allow no robots.txt missing is my file right check allow everything block",
  "guide/testing": "offline tests mock stub fetch without network seed",
  lint: "validate check mistakes errors warnings findings is my file right",
  meta: "noindex nofollow X-Robots-Tag meta robots header",
  "robots-parser": "migrate replace drop-in",
  runtimes: "Deno Bun Node Cloudflare Vercel edge browser worker CSP",
  scale: "memory million hosts",
  versioning: "versions version semver changes compatibility",
};

/** In every page: they count only where nothing else was typed. */
export const everywhere: ReadonlySet<string> = new Set(["robots", "robot", "txt", "file", "website", "site"]);

/** Too frequent to tell pages apart. */
export const stopWords: ReadonlySet<string> = new Set(
  "a an and are as at be by can could couldn did do does doesn don for from get how i if in into is it its make me my need not of on or our s should so still t that the their then there this to up use using want we what when where which who why will with work working you your".split(
    " ",
  ),
);
