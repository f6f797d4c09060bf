/** What `console.log` and `JSON.stringify` show of the objects that people hold. */
import { inspect } from "node:util";
import { expect, it } from "vitest";
import robotsParser from "../../bindings/core/robots-parser/index.ts";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { parse } from "../../bindings/index.ts";

const file = "User-agent: *\nDisallow: /cart\nAllow: /cart/help\nSitemap: https://shop.example/sitemap.xml\n";
const groups = '"groups":[{"agents":["*"],"ruleCount":2}],"sitemaps":["https://shop.example/sitemap.xml"]';
const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response("") });

it.each<[string, object, string]>([
  ["RobotsTxt", parse(file), `{"dialect":"rfc9309",${groups}}`],
  ["RobotsTxt", parse(file, { dialect: "google" }), `{"dialect":"google",${groups}}`],
  ["AgentRules", parse(file).agent("ExampleBot"), '{"agent":"*","dialect":"rfc9309","ruleCount":2}'],
  ["Robot", robotsParser("https://shop.example/robots.txt", file), `{"dialect":"rfc9309",${groups}}`],
  ["RobotsClient", client, '{"agent":"ExampleBot","userAgent":"ExampleBot","policy":"rfc9309"}'],
])("%s shows %j", (name, value, json) => {
  expect(JSON.stringify(value)).toBe(json);
  expect(inspect(value)).toBe(`${name} ${json}`);
});
