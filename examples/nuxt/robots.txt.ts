// Nuxt: server/routes/robots.txt.ts. Nitro answers /robots.txt with the returned text.
import { buildRobotsTxt } from "robots-wasm/lint";

const text = buildRobotsTxt({
  groups: [
    { agents: "*", disallow: ["/admin", "/search"] },
    { agents: "SlowBot", crawlDelay: 10 },
  ],
  sitemaps: ["https://shop.example/sitemap.xml"],
});

export default (): Response => new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
