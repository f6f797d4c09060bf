// Nuxt: server/routes/robots.txt.ts. buildRobotsTxt accepts the rows of the table and writes their tokens.
import table from "robots-wasm/crawlers.json" with { type: "json" };
import { buildRobotsTxt } from "robots-wasm/lint";

const agents = table.crawlers
  .filter(({ purpose, alsoFor, status }) => status === "active" && [purpose, ...alsoFor].includes("training"))
  .map(({ writeAs }) => writeAs);

const text = buildRobotsTxt({
  groups: [
    { agents: "*", allow: "/" },
    { agents, disallow: "/" },
  ],
});

export default (): Response => new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
