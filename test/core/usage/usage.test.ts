/** robots-wasm/usage: what headers and meta tags state about uses of a page, and how usageOf combines it with robots.txt. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  drafts,
  fieldUrls,
  licenseElements,
  licenseLinks,
  type PageSources,
  pageStatements,
  parseTdmFile,
  permissionStatements,
  permissionTokens,
  tdmReservation,
  tdmStatements,
} from "../../../bindings/core/usage/index.ts";
import { parse, usageOf } from "../../../bindings/index.ts";
import { knownAgents } from "../../../bindings/owners/agents/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** "use yes|no source field" for each statement. */
const said = (sources: PageSources): string[] =>
  pageStatements(sources).map(
    ({ use, allowed, source, field }) => `${use} ${allowed ? "yes" : "no"} ${source} ${field}`,
  );
const headers = (name: string, value: string): PageSources => ({ headers: new Headers({ [name]: value }) });
const tag = (name: string, content: string): PageSources => ({ meta: [{ name, content }] });

describe("statements", () => {
  it.each<[sources: PageSources, ...expected: string[]]>([
    [{}],
    // The labels of draft-ietf-aipref-vocab-08
    [headers("content-usage", "train-ai=n"), "train-ai no header content-usage"],
    [
      headers("content-usage", "ai-use=y, search=n"),
      "ai-input yes header content-usage",
      "search no header content-usage",
    ],
    [headers("content-usage", "train-ai=n;x=1, other=y, tdm=n"), "train-ai no header content-usage"],
    [headers("content-usage", "train-ai=?1, search=maybe")],
    [headers("content-usage", "train-ai=n,")],
    [headers("content-usage", "/path train-ai=n")],
    // Content-Signal as a response header
    [
      headers("content-signal", "search=yes, ai-train=no"),
      "train-ai no header content-signal",
      "search yes header content-signal",
    ],
    [headers("content-signal", "ai-input=no;use=reference"), "ai-input no header content-signal"],
    [headers("content-signal", "/a ai-train=no")],
    [headers("content-signal", "constructor=yes, use=full")],
    // TDMRep
    [headers("tdm-reservation", "1"), "train-ai no header tdm-reservation"],
    [headers("tdm-reservation", "0"), "train-ai yes header tdm-reservation"],
    [headers("tdm-reservation", "2")],
    [tag("TDM-Reservation", " 1 "), "train-ai no meta tdm-reservation"],
    // noai and noimageai, for all crawlers
    [headers("x-robots-tag", "noai"), "train-ai no header noai"],
    [tag("robots", "noimageai, noindex"), "train-ai no meta noimageai"],
    [headers("x-robots-tag", "otherbot: noai")],
    [tag("otherbot", "noai")],
    [{ ...tag("ExampleBot", "noai"), agent: "examplebot" }, "train-ai no meta noai"],
    [{ ...headers("x-robots-tag", "examplebot: noai"), agent: ["a", "ExampleBot"] }, "train-ai no header noai"],
  ])("%j, row %#", (sources, ...expected) => expect(said(sources)).toEqual(expected));

  it("keep the value as written", () => {
    const { headers: source } = headers("content-usage", "train-ai=n, search=y");
    expect(pageStatements({ headers: source! })[0]?.value).toBe("train-ai=n, search=y");
  });

  it.each([
    [null, "sources: expected an object; got null"],
    [{ meta: "noai" }, "meta: expected an array; got string"],
  ])("misuse throws: %j", (sources, message) => expect(() => pageStatements(sources as never)).toThrow(message));

  it("a meta tag without a name states nothing, whatever the agent", () =>
    expect(pageStatements({ meta: [{ name: " ", content: "noai" }], agent: " " })).toEqual([]));

  it("any values are read without a throw", () => {
    const value = fc.oneof(fc.string(), fc.constantFrom("1", "train-ai=n", "noai", "a: noai", "(", '"'));
    fc.assert(
      fc.property(value, value, value, fc.string({ minLength: 1 }), (usage, tdm, robots, name) => {
        const values = new Map([
          ["content-usage", usage],
          ["tdm-reservation", tdm],
          ["x-robots-tag", robots],
        ]);
        pageStatements({ headers: { get: (key) => values.get(key) }, meta: [{ name, content: robots }], agent: name });
        licenseLinks(usage, robots);
      }),
    );
  });
});

describe("usageOf with all sources", () => {
  const { fields } = parse("User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: search=yes\n").agent(
    "ExampleBot",
  );

  it("a no of any source wins, and every statement names its source", () => {
    const statements = pageStatements({ ...headers("content-usage", "search=y"), ...tag("robots", "noai") });
    expect(usageOf(fields, "/", "train-ai", { statements })).toMatchObject({
      allowed: false,
      reason: "conflict",
      source: "meta",
      field: "noai",
      statements: [
        { source: "robots.txt", field: "content-usage", allowed: true, line: 2 },
        { source: "meta", field: "noai", allowed: false },
      ],
    });
    expect(usageOf(fields, "/", "search", { statements })).toMatchObject({ allowed: true, reason: "stated" });
    expect(usageOf(fields, "/", "ai-input", { statements })).toMatchObject({
      allowed: undefined,
      reason: "not-stated",
    });
  });

  it("a page that may not be fetched states nothing", () => {
    const statements = pageStatements(headers("tdm-reservation", "1"));
    expect(usageOf(fields, "/", "train-ai", { statements, crawlable: false }).reason).toBe("not-crawlable");
  });
});

describe("tdmReservation", () => {
  it.each([
    ["1", "https://a.example/policy.json", { reserved: true, policy: "https://a.example/policy.json" }],
    ["1", undefined, { reserved: true }],
    ["0", "https://a.example/policy.json", { reserved: false }],
    ["yes", undefined, undefined],
    [null, "https://a.example/policy.json", undefined],
  ])("%j, row %#", (reservation, policy, expected) => expect(tdmReservation(reservation, policy)).toEqual(expected));
});

describe("licenseLinks (RSL 1.0, RFC 8288)", () => {
  const RSL = 'rel="license"; type="application/rsl+xml"';
  itEach<[header: string, ...urls: string[]]>("licenseLinks (RSL 1.0, RFC 8288): %s", (header, ...urls) =>
    expect(licenseLinks(header, "https://page.example/a").map(({ url }) => url)).toEqual(urls),
  );

  it("a relative link without a page is left out", () => expect(licenseLinks(`</l.xml>; ${RSL}`)).toEqual([]));
  it("Headers are accepted", () =>
    expect(licenseLinks(new Headers({ link: `<https://a.example/l>; ${RSL}` }))).toHaveLength(1));
  it("a hostile header takes linear time", () => {
    for (const unit of ["<a>,", "<", "a;", '<a>;b="', "<a>;;;;", "<a>; a=b;"]) licenseLinks(unit.repeat(10_000));
  });
});

describe("licenseElements (RSL 1.0, HTML)", () => {
  const type = "application/rsl+xml";
  it("returns each absolute licence once, as licenseLinks does", () => {
    const elements = [
      { rel: "stylesheet license", type: "Application/RSL+XML", href: " /l.xml " },
      { rel: "LICENSE", type, href: "https://page.example/l.xml" },
      { rel: "license", href: "/other" },
      { rel: "license", type, href: "javascript:alert(1)" },
      { rel: "next", type, href: "/next" },
      {},
    ];
    expect(licenseElements(elements, "https://page.example/a")).toEqual([{ url: "https://page.example/l.xml" }]);
    expect(licenseElements(elements)).toEqual([{ url: "https://page.example/l.xml" }]);
  });
  it("misuse throws", () =>
    expect(() => licenseElements("<link>" as never)).toThrow("elements: expected an array; got string"));
});

describe("tdmrep.json (TDMRep, TDM File on the Origin Server)", () => {
  const file = `[
    { "location": "/a/", "tdm-reservation": 1 },
    { "location": "/b/*.jpg$", "tdm-reservation": 0 },
    { "location": "/b/", "tdm-reservation": "1", "tdm-policy": "https://h/policy.json" },
    { "location": "/c", "tdm-reservation": 2 }, { "location": "d", "tdm-reservation": 1 }, 7, null
  ]`;
  const rules = parseTdmFile(file);
  const allowed = (url: string): boolean | undefined => tdmStatements(rules, url)[0]?.allowed;

  it("reads the valid rules", () =>
    expect(rules).toEqual([
      { location: "/a/", reserved: true },
      { location: "/b/*.jpg$", reserved: false },
      { location: "/b/", reserved: true, policy: "https://h/policy.json" },
    ]));
  it("the first rule that matches counts", () =>
    expect(["/a/x", "https://h/b/x.jpg", "/b/x.jpg?1", "/c", "/"].map(allowed)).toEqual([
      false,
      true,
      false,
      undefined,
      undefined,
    ]));
  it("a header supersedes the file, and a meta tag supersedes both", () => {
    const tdm = tdmStatements(rules, "/a/x");
    const source = (sources: PageSources): string | undefined => pageStatements({ tdm, ...sources })[0]?.source;
    const header = headers("tdm-reservation", "0");
    expect([source({}), source(header), source({ ...header, ...tag("tdm-reservation", "1") })]).toEqual([
      "tdmrep.json",
      "header",
      "meta",
    ]);
  });
  it.each([
    "",
    "{}",
    "[",
    "null",
    `[${"[".repeat(100_000)}`,
    `[{"location":${"1".repeat(600_000)}}]`,
    '[{"__proto__":1}]',
  ])("$0 has no rules", (text) => expect(parseTdmFile(text)).toEqual([]));
  it("misuse throws", () => expect(() => parseTdmFile({} as never)).toThrow("body: expected a string; got object"));
});

describe("permission tokens", () => {
  const robots = parse("User-agent: *\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /private\n");
  it("state what their own group says, and nothing by the group for *", () => {
    const stated = (url: string): unknown[] =>
      permissionStatements(robots, url).map(({ field, use, allowed, source }) => [field, use, allowed, source]);
    expect(stated("/private/x")).toEqual([["Google-Extended", "train-ai", false, "permission"]]);
    expect(stated("/x")).toEqual([["Google-Extended", "train-ai", true, "permission"]]);
  });
  it("callers name the tokens of a draft, which change no verdict about fetching", () => {
    const body = "User-agent: Any-Policy-Token\nDisallow: /a\n";
    const named = parse(body);
    const statements = permissionStatements(named, "/a", [{ token: "Any-Policy-Token", use: "ai-input" }]);
    const { fields } = named.agent("ExampleBot");
    expect(usageOf(fields, "/a", "ai-input", { statements })).toMatchObject({
      allowed: false,
      source: "permission",
      field: "Any-Policy-Token",
    });
    expect(named.agent("ExampleBot").isAllowed("/a")).toBe(true);
  });
  it("are those of robots-wasm/agents", () => {
    const known = knownAgents.filter(({ purpose }) => purpose === "permission").map(({ token }) => token);
    for (const { token } of permissionTokens) expect(known).toContain(token);
  });
  it("misuse throws", () =>
    expect(() => permissionStatements("" as never, "/")).toThrow("robots: expected the result of parse; got string"));
});

it("docs/usage.md names the versions of the drafts", () => {
  const page = readFileSync(new URL("../../../docs/usage.md", import.meta.url), "utf8");
  for (const version of Object.values(drafts)) expect(page).toContain(version);
});

describe("fieldUrls: fields whose lines have one URL each", () => {
  const robots = parse(
    "Schemamap: https://h/a.xml\nUser-agent: *\nSchemaMap: /b.xml\nschemamap: https://h/c.xml\nschemamap: https://h/c.xml # again\nAllow: /\nUser-agent: B\nAllow: /\nSchemamap: javascript:1\n",
  );

  it("lines outside groups, and those of a crawler's groups, each absolute URL once", () => {
    expect(fieldUrls(robots.fields, "Schemamap")).toEqual(["https://h/a.xml"]);
    expect(fieldUrls(robots.agent("A").fields, "schemamap")).toEqual(["https://h/c.xml"]);
    expect(fieldUrls(robots.agent("B").fields, "schemamap")).toEqual([]);
    expect(fieldUrls(robots.fields, "Agentmap")).toEqual([]);
  });

  it("agrees with `licenses`", () => {
    const { fields, licenses } = parse("License: https://h/l.xml\nLicense: /l.xml\nLicense: ftp://h/l.xml\n");
    expect(fieldUrls(fields, "License")).toEqual(licenses);
  });

  it("misuse throws", () => {
    expect(() => fieldUrls("" as never, "Agentmap")).toThrow("fields: expected an array");
    expect(() => fieldUrls([], 1 as never)).toThrow("name: expected the name of a field");
  });
});
