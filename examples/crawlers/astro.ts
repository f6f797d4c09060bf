// Astro: src/pages/robots.txt.ts. The build writes dist/robots.txt.
import table from "robots-wasm/crawlers.json" with { type: "json" };
import { buildRobotsTxt } from "robots-wasm/lint";

const agents = table.crawlers
  .filter(({ purpose, alsoFor, status }) => status === "active" && [purpose, ...alsoFor].includes("training"))
  .map(({ writeAs }) => writeAs);

export const GET = (): Response =>
  new Response(
    buildRobotsTxt({
      groups: [
        { agents: "*", allow: "/" },
        { agents, disallow: "/" },
      ],
    }),
    { headers: { "Content-Type": "text/plain; charset=utf-8" } },
  );
