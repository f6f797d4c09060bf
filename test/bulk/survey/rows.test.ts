/** The rows of a survey: what they say of files, of answers without rules, and of what cannot be read. */
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderSites } from "../../../bindings/bulk/survey/folder-sites.ts";
import type { Site } from "../../../bindings/bulk/survey/site.ts";
import { columnsOf } from "../../../bindings/bulk/survey/survey-columns.ts";
import { tablesOf } from "../../support/tables.ts";
import { folderOf } from "../compile/compiled.ts";
import { agentRowsOf, captured, crawler, crawlerRowsOf, siteRowsOf, surveyed } from "./surveyed.ts";

const { itEach } = tablesOf(import.meta.url);

const file = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /\nDisallow: /a\n";

describe("a row by crawler", () => {
  itEach<[token: string, body: string, expected: object]>("a row by crawler: %s, %j", (token, body, expected) => {
    const [row] = crawlerRowsOf([captured(body)], { crawlers: [crawler(token)] });
    expect(row).toMatchObject({
      site: "https://a.example",
      status: "success",
      crawler: token,
      error: null,
      ...expected,
    });
  });

  it("states uses of content, of the crawler's own group", () => {
    const body =
      "User-agent: GPTBot\nContent-Signal: ai-train=no\nDisallow:\n\nUser-agent: *\nContent-Usage: train-ai=y\nAllow: /\n";
    const rows = crawlerRowsOf([captured(body)]);
    expect(rows.map(({ train_ai, search }) => [train_ai, search])).toEqual([
      ["refused", null],
      ["allowed", null],
    ]);
  });

  it.each([
    ["allowed", "unavailable", 404, "allowed"],
    ["refused", "unreachable", 503, "refused"],
  ] as const)("the policy's %s holds for every crawler", (verdict, status, httpStatus, access) => {
    const site = { origin: "https://a.example", state: { status, verdict, httpStatus }, redirects: [] };
    expect(crawlerRowsOf([site])).toMatchObject([
      { crawler: "GPTBot", status, http_status: httpStatus, access, named: null },
      { crawler: "CCBot", status, http_status: httpStatus, access, named: null },
    ]);
  });
});

it("a crawler to which only a delay applies has access, and the delay", () =>
  expect(crawlerRowsOf([captured("User-agent: GPTBot\nCrawl-delay: 9\n")])).toMatchObject([
    { crawler: "GPTBot", access: "allowed", named: true, crawl_delay: 9 },
    { crawler: "CCBot", access: "allowed", named: null, crawl_delay: null },
  ]));

describe("a row by site", () => {
  it("counts what the file has, and findings by code", () => {
    const body = [
      "User-agent: GPTBot",
      "User-agent: gptbot",
      "Disallow: private",
      "License: https://a.example/license.xml",
      "# START YOAST BLOCK",
      "User-agent: *",
      "Crawl-delay: 2",
      "Content-Signal: search=yes, ai-train=no",
      "Disallow:",
      "Sitemap: https://a.example/sitemap.xml",
    ].join("\n");
    expect(siteRowsOf([captured(body, { redirects: ["https://b.example/robots.txt"] }, 0)])).toMatchObject([
      {
        ...{
          site: "https://a.example",
          source: "https://a.example/robots.txt",
          redirects: ["https://b.example/robots.txt"],
        },
        ...{ fetched_at: new Date(0), bytes: body.length, truncated: false, html: false, dialect: "rfc9309" },
        ...{ groups: 2, agents: 2, rules: 2, sitemaps: 1, crawl_delay: 2, delays: 1 },
        ...{ train_ai: "refused", ai_input: null, search: "allowed", licenses: ["https://a.example/license.xml"] },
        ...{ managed: ["yoast"], findings: { "pattern-without-slash": 1 }, allowed: 2, partly: 0, refused: 0 },
      },
    ]);
  });

  it.each([
    ["User-agent: *\nDisallow:\n", 0],
    ["User-agent: *\nLicense: https://a.example/l\nDisallow:\n", 1],
    ["LICENSE: https://a.example/l\n", 1],
    ["User-agent: license\nDisallow: /license\n# license: x\n", 0],
  ])("counts files with licences, in UTF-8 and UTF-16: %j", (body, licenses) => {
    const little = Buffer.from(`\ufeff${body}`, "utf16le");
    for (const bytes of [body, little, Buffer.from(little).swap16()])
      expect(surveyed([captured(bytes)]).summary.licenses).toBe(licenses);
  });

  itEach<[body: string, dialect: string]>("the dialect of best fit reads the most lines: %j, %s", (body, dialect) =>
    expect(siteRowsOf([captured(body)])).toMatchObject([{ dialect }]),
  );
});

describe("a row by agent", () => {
  it("for each name, once, without case, known or not, and for *", () => {
    const body =
      "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Nobody\nUser-agent: gptbot\nCrawl-delay: 3\nAllow: /x\n\nUser-agent: *\nDisallow: /a\nAllow: /\n";
    expect(agentRowsOf([captured(body, { rank: 7 } as object)], { snapshot: "CC-1" })).toMatchObject([
      { user_agent: "gptbot", crawler: "GPTBot", purpose: "training", access: "partly", rules: 2, crawl_delay: 3 },
      { user_agent: "nobody", crawler: null, purpose: null, access: "allowed", rules: 1, crawl_delay: 3, rank: 7 },
      { user_agent: "*", crawler: null, access: "partly", rules: 2, crawl_delay: null, snapshot: "CC-1" },
    ]);
  });

  it("one without a name for a site that names nobody, or has no file", () => {
    const state = { status: "unavailable", verdict: "allowed" } as const;
    const gone: Site = { origin: "https://a.example", state, redirects: [] };
    const rows = agentRowsOf([captured("Disallow: /\n"), gone, { place: "record 3 of a.warc", reason: "damaged" }]);
    expect(rows.map(({ user_agent, status, access, error }) => [user_agent, status, access, error])).toEqual([
      [null, "success", null, null],
      [null, "unavailable", null, null],
      [null, "unreadable", null, "damaged"],
    ]);
  });

  itEach<[name: string, access: string]>("for a name that no caller could pass: %s", (name, access) => {
    for (const dialect of ["rfc9309", "google", "koster1996", "norobots1996", "original1994"] as const) {
      const rows = agentRowsOf([captured(`User-agent: ${name}\nDisallow: /\n\nUser-agent: z\nDisallow:\n`)], {
        dialect,
      });
      expect(rows.map(({ user_agent }) => user_agent)).toEqual([name.toLowerCase(), "z"]);
      if (dialect === "rfc9309") expect(rows[0]).toMatchObject({ access });
    }
  });

  it("at most 1,000 of a file", () => {
    const body = Array.from({ length: 3000 }, (_, i) => `User-agent: bot${i}\n`).join("");
    expect(agentRowsOf([captured(`${body}Disallow: /\n`)]).length).toBe(1000);
  });
});

it.each(["crawler", "site", "agent"] as const)("the values of a row by %s are in the order of the columns", (form) => {
  const sites = [captured(file), { place: "record 3 of a.warc", reason: "damaged" }];
  const rows = { site: siteRowsOf, crawler: crawlerRowsOf, agent: agentRowsOf }[form](sites);
  for (const row of rows) expect(Object.keys(row)).toEqual(columnsOf(form).map(({ name }) => name));
});

const unreadable: readonly Site[] = [
  { place: "record 3 of a.warc", reason: "no valid WARC-Date" },
  captured("", { state: { status: "unreachable", verdict: "refused" }, unusable: "response: stored incompletely" }),
];

it.each(["crawler", "site"] as const)("by %s: what cannot be read is one row with its reason", (form) => {
  const rows = form === "site" ? siteRowsOf(unreadable) : crawlerRowsOf(unreadable);
  expect(rows).toMatchObject([
    { site: null, source: "record 3 of a.warc", status: "unreadable", error: "no valid WARC-Date" },
    { site: "https://a.example", status: "unreadable", error: "response: stored incompletely" },
  ]);
});

async function sitesIn(folder: string): Promise<Site[]> {
  const temporary = join(mkdtempSync(join(tmpdir(), "robots-wasm-survey-")), "names");
  const sites: Site[] = [];
  for await (const site of folderSites(folder, temporary, new AbortController().signal)) sites.push(site);
  return sites;
}

it("a folder: every entry has rows, in the order of names", async () => {
  const folder = folderOf(mkdtempSync(join(tmpdir(), "robots-wasm-survey-")), {
    "b.example": file,
    "a.example_8080": file,
    "https/b.example": file,
    "not a host": file,
    "z.example": Uint8Array.of(0x1f, 0x8b, 8),
  });
  mkdirSync(join(folder, "folder.example"));
  symlinkSync("nowhere", join(folder, "link.example"));
  const rows = siteRowsOf(await sitesIn(folder));
  expect(rows.map(({ site, status, error }) => [site, status, error])).toEqual([
    ["a.example:8080", "success", null],
    ["https://b.example", "success", null],
    ["b.example", "success", null],
    ["folder.example", "unreadable", "expected a file; got a folder"],
    ["link.example", "unreadable", "a link that leads nowhere"],
    [null, "unreadable", "its name is not a host"],
    ["z.example", "unreadable", "expected a robots.txt as text; got gzip: decompress it"],
  ]);
});
