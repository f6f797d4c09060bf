// Next: app/robots.txt/route.ts. A preview deployment refuses all crawlers.
import { buildRobotsTxt } from "robots-wasm/lint";

export const dynamic = "force-static";

const isPreview = process.env["VERCEL_ENV"] === "preview";

export const GET = (): Response =>
  new Response(
    buildRobotsTxt({
      groups: isPreview ? [{ agents: "*", disallow: "/" }] : [{ agents: "*", disallow: ["/api", "/account"] }],
      sitemaps: ["https://shop.example/sitemap.xml"],
    }),
    { headers: { "Content-Type": "text/plain; charset=utf-8" } },
  );
