// The site's robots.txt, as it is served and as it is enforced.
import { parse } from "robots-wasm";

export const robotsTxt = `User-agent: GPTBot
User-agent: CCBot
Disallow: /drafts/

User-agent: *
Disallow: /cart/
`;

/** Keep it: each request reads the rules that are compiled once. */
export const robots = parse(robotsTxt);
