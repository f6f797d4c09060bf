// Astro: src/pages/robots.txt.ts. The build writes dist/robots.txt.
import { buildRobotsTxt } from "robots-wasm/lint";

export const GET = ({ site }: { site: URL }): Response =>
  new Response(
    buildRobotsTxt({
      groups: [
        { agents: "*", disallow: "/drafts" },
        { agents: ["GPTBot", "ClaudeBot"], disallow: "/" },
      ],
      sitemaps: [new URL("/sitemap-index.xml", site)],
    }),
    { headers: { "Content-Type": "text/plain; charset=utf-8" } },
  );
