/** The site's own robots.txt: everyone may read everything. */
import { buildRobotsTxt } from "robots-wasm/lint";

export const robotsTxt = (address: string | undefined): string =>
  buildRobotsTxt({
    groups: [{ agents: "*", allow: "/" }],
    ...(address === undefined ? {} : { sitemaps: [new URL("sitemap.xml", address).href] }),
  });
