/**
 * Public reports and questions of people who own sites, turned into files. Each case names its thread and what the asker must be told:
 * codes of findings, by line. Hosts are ours, and no wording is copied. Looked up in November 2026.
 */
import { describe, expect, it } from "vitest";
import { lint } from "../../bindings/owners/lint/index.ts";

const STAR = "User-agent: *\n";

type Report = readonly [thread: string, body: string, told: readonly string[]];

const told = (body: string): readonly string[] =>
  lint(body).flatMap(({ code, line, severity }) =>
    severity === "info" && code !== "rendering-blocked" ? [] : `${line} ${code}`,
  );

describe("the author is told", () => {
  it.each<Report>([
    [
      "stackoverflow.com/q/30358956: scripts stay blocked although all are allowed",
      `${STAR}Allow: /*.js\nAllow: /*.css\nDisallow: /media/\nDisallow: /plugins/\n`,
      ["4 rendering-blocked", "5 rendering-blocked"],
    ],
    ["hashicorp/dev-portal#1286", `${STAR}Allow: /\nDisallow: /_next/\n`, ["3 rendering-blocked"]],
    [
      "blockmatic/basilic#160: the sitemap is refused",
      `${STAR}Allow: /privacy\nAllow: /terms\nDisallow: /\n\nSitemap: https://shop.example/sitemap.xml\n`,
      ["6 sitemap-refused"],
    ],
    [
      "WWBN/AVideo#5423: no user-agent line, and file types without a star",
      "Allow: .js\nDisallow: /plugin\n",
      ["1 rule-outside-group", "2 rule-outside-group"],
    ],
    ["WWBN/AVideo#5423, with a group", `${STAR}Allow: .css\nDisallow: /plugin\n`, ["2 pattern-without-slash"]],
    ["modtalk.co.uk: a remark after a semicolon", "; robots\nUser-agent: *\nDisallow:\n", ["1 missing-colon"]],
    [
      "thecafeguide.com: two colons",
      `${STAR}Disallow: /a\nUser-agent:: Googlebot\nDisallow:\n`,
      ["3 agent-not-a-token"],
    ],
    [
      "artsy/force#2794: noindex in robots.txt keeps nobody out",
      `${STAR}Noindex: /\n`,
      ["1 group-without-rules", "2 noindex-unsupported"],
    ],
    [
      "wordpress: a plug-in adds a second group that refuses the site",
      `${STAR}Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\n${STAR}Disallow: /\n`,
      ["5 several-star-groups", "6 everyone-refused"],
    ],
    [
      "next.js: the address of the site was not set when it was built",
      `${STAR}Disallow: undefined\nSitemap: undefined/sitemap.xml\nSitemap: http://localhost:3000/sitemap.xml\n`,
      ["2 pattern-without-slash", "3 relative-sitemap", "4 invalid-sitemap"],
    ],
    ["thirtybees/thirtybees#1175", `${STAR}Disallow /en/\n`, ["1 group-without-rules", "2 missing-colon"]],
    ["dy9759/MyWebsite#30", `${STAR}\nSitemap: https://shop.example/s.xml\n`, ["1 group-without-rules"]],
    ["liqd/adhocracy#963", `Sitemap: /sitemap.xml\n${STAR}Disallow: /*facets\n`, ["1 relative-sitemap"]],
    ["ocaml/v2.ocaml.org#821", `${STAR}Disallow: /\n`, ["2 everyone-refused"]],
    ["montboog.nl", `${STAR}Allow: /htdocs/\nAllow: /beta\n`, ["2 only-allows"]],
    [
      "a file in one line",
      "Sitemap: https://shop.example/s.xml User-agent: * Disallow: /admin\n",
      ["1 several-sitemaps"],
    ],
    ["a list in one line", `${STAR}Disallow: /admin,/api\n`, ["2 several-paths"]],
    ["two names in one line", "User-agent: Googlebot, bingbot\nDisallow: /x\n", ["1 agent-not-a-token"]],
    [
      "names of products",
      "User-agent: ChatGPT\nUser-agent: AI\nUser-agent: bots\nDisallow: /\n",
      ["1 misspelt-agent", "2 misspelt-agent", "3 misspelt-agent"],
    ],
    [
      "the address of a page in a hash route",
      `${STAR}Disallow: /#/admin\n`,
      ["2 everyone-refused", "2 comment-in-value"],
    ],
  ])("%s", (_, body, codes) => expect(told(body)).toEqual(codes));
});

describe("the linter is silent: the file says what its author means", () => {
  it.each<[thread: string, body: string]>([
    [
      "cfpb/consumerfinance.gov#6350: stars decide which rule wins",
      `${STAR}Disallow: /*from_date=\nAllow: /****topics=\n`,
    ],
    ["cfpb/consumerfinance.gov#3257", `${STAR}Disallow: *form-id=*\n`],
    ["DSpace/dspace-angular#2225", `${STAR}Disallow: /items/*/request-a-copy\n`],
    ["DSpace/dspace-angular#2709", `${STAR}Disallow: /entities/*?f\n`],
    ["unclecode/crawl4ai#2225", `${STAR}Disallow: /*?\n`],
    ["kestra-io/docs#5331", `${STAR}Disallow: /*?clid=\nDisallow: /*?__hstc=\n`],
    ["starc007/ui-components#70", `${STAR}Disallow: /api/\nAllow: /api/og\n`],
    ["immich-app/immich#15470", `${STAR}Allow: /share/\nDisallow: /\n`],
  ])("%s", (_, body) => expect(told(body)).toEqual([]));
});
