// Next: app/robots.txt/route.ts. The list of crawlers that train models comes from the table as data.
import table from "robots-wasm/crawlers.json" with { type: "json" };

const trains = table.crawlers.filter(
  ({ purpose, alsoFor, status }) => status === "active" && [purpose, ...alsoFor].includes("training"),
);
const lines = [...new Set(trains.map(({ writeAs }) => `User-agent: ${writeAs}`))];

export const dynamic = "force-static";

export const GET = (): Response =>
  new Response(`User-agent: *\nAllow: /\n\n${lines.join("\n")}\nDisallow: /\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
