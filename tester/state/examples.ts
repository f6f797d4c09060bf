/** Files to begin with, made up for the purpose. */
export interface Example {
  readonly title: string;
  readonly says: string;
  readonly site: string;
  readonly text: string;
}

const SHOP = `# shop.example, web team
User-agent: *
Disallow: /cart
Allow: /cart/help
Disallow: /checkout/
Disallow: /search
Disallow: /*?sort=
Disalow: /internal/
Crawl-delay: 5
Content-Signal: search=yes, ai-input=yes, ai-train=no

User-agent: Googlebot
User-agent: Bingbot
Disallow: /cart
Allow: /cart/help
Disallow: /search?q=
Disallow: images/full/

# No AI training
User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
User-agent: Applebot-Extended
User-agent: Bytespider
User-agent: Amazonbot
User-agent: meta-externalagent
Disallow: /

User-agent: AhrefsBot
Disallow:

License: https://shop.example/license.xml
Sitemap: https://shop.example/sitemap.xml
Sitemap: /sitemap-news.xml
Sitemap: /sitemap-images.xml
`;

const NEWS = `User-agent: *
Disallow: /preview/
Disallow: /*?print=
Content-Signal: search=yes, ai-input=no, ai-train=no

User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
User-agent: Applebot-Extended
User-agent: PerplexityBot
User-agent: Bytespider
Disallow: /

License: https://news.example/license.xml
Sitemap: https://news.example/sitemap.xml
`;

const STAGING = `# Nobody may look
User-agent: *
Disallow: /
Noindex: /

User-agent: Googlebot
Allow: /robots-test
`;

export const examples: readonly Example[] = [
  { title: "A shop", says: "refuses carts and AI training, with broken lines", site: "shop.example", text: SHOP },
  {
    title: "A news site",
    says: "lets search in, keeps some AI crawlers out, states a licence",
    site: "news.example",
    text: NEWS,
  },
  { title: "A staging site", says: "refuses everyone, or tries to", site: "staging.example", text: STAGING },
];
