/** robots-wasm/usage: what headers and meta tags state about uses of a page, and how usageOf combines it with robots.txt. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, usageOf } from "../../../bindings/index.ts";
import {
  drafts,
  licenseLinks,
  type PageSources,
  pageStatements,
  tdmReservation,
} from "../../../bindings/tools/usage/index.ts";

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
  ])("%j: %s", (sources, ...expected) => expect(said(sources)).toEqual(expected));

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
  ])("%j with the policy %j", (reservation, policy, expected) =>
    expect(tdmReservation(reservation, policy)).toEqual(expected),
  );
});

describe("licenseLinks (RSL 1.0, RFC 8288)", () => {
  const RSL = 'rel="license"; type="application/rsl+xml"';
  it.each<[header: string, ...urls: string[]]>([
    [`<https://a.example/l.xml>; ${RSL}`, "https://a.example/l.xml"],
    [`<https://a.example/1>; ${RSL}, <https://a.example/2>; ${RSL}`, "https://a.example/1", "https://a.example/2"],
    [`<https://a.example/1>; ${RSL},<https://a.example/1>; ${RSL}`, "https://a.example/1"],
    ["<https://a.example/l>;REL=License;TYPE=Application/RSL+XML", "https://a.example/l"],
    [`<https://a.example/a,b;c>; title="x, <y>; \\"z"; ${RSL}`, "https://a.example/a,b;c"],
    ['<https://a.example/l>; rel="next license"; type="application/rsl+xml"', "https://a.example/l"],
    [`<https://a.example/next>; rel=next, <https://a.example/l>; ${RSL}`, "https://a.example/l"],
    [`</l.xml>; ${RSL}`, "https://page.example/l.xml"],
    ['<https://a.example/l>; rel="license"'],
    ['<https://a.example/l>; rel="license"; type="text/html"'],
    ['<https://a.example/l>; rel="licenses"; type="application/rsl+xml"'],
    [`<javascript:alert(1)>; ${RSL}`],
    [`https://a.example/l; ${RSL}`],
    ["<"],
    [""],
  ])("%s", (header, ...urls) =>
    expect(licenseLinks(header, "https://page.example/a").map(({ url }) => url)).toEqual(urls),
  );

  it("a relative link without a page is left out", () => expect(licenseLinks(`</l.xml>; ${RSL}`)).toEqual([]));
  it("Headers are accepted", () =>
    expect(licenseLinks(new Headers({ link: `<https://a.example/l>; ${RSL}` }))).toHaveLength(1));
  it("a hostile header takes linear time", () => {
    for (const unit of ["<a>,", "<", "a;", '<a>;b="', "<a>;;;;", "<a>; a=b;"]) licenseLinks(unit.repeat(10_000));
  });
});

it("docs/usage.md names the versions of the drafts", () => {
  const page = readFileSync(new URL("../../../docs/usage.md", import.meta.url), "utf8");
  for (const version of Object.values(drafts)) expect(page).toContain(version);
});
