/** `also`: the linter names the findings that other tools report too (docs/lint.md, "What other tools report"). */
import { describe, expect, it } from "vitest";
import { codes, lint } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";

/** The directives that Lighthouse f8eac39 accepts. */
const ACCEPTED =
  "user-agent disallow allow sitemap crawl-delay clean-param host request-rate visit-time noindex content-signal";

const hasProtocol = (value: string): boolean =>
  URL.canParse(value) && ["https:", "http:", "ftp:"].includes(new URL(value).protocol);

/** The lines that Lighthouse's audit of robots.txt reports, written from its rules. */
function reportedByLighthouse(body: string): number[] {
  let inGroup = false;
  return body.split("\n").flatMap((text, index) => {
    const line = text.replace(/#.*/, "").trim();
    const [, key = "", value = ""] = /^([^:]*):(.*)$/.exec(line)?.map((part) => part.trim()) ?? [];
    const name = key.toLowerCase();
    const isRule = name === "allow" || name === "disallow";
    const isWrong =
      !ACCEPTED.split(" ").includes(name) ||
      (name === "sitemap" && !hasProtocol(value)) ||
      (name === "user-agent" && value === "") ||
      (isRule && (!/^([/*]|$)/.test(value) || /\$./.test(value)));
    const isOutside = isRule && !inGroup;
    if (name === "user-agent" && !isWrong) inGroup = true;
    return line !== "" && (isWrong || isOutside) ? [index + 1] : [];
  });
}

const linesOf = (body: string): number[] => [
  ...new Set(
    lint(body, { ignoreComments: false })
      .filter(({ also }) => also?.includes("lighthouse"))
      .map(({ line }) => line),
  ),
];

describe("Lighthouse", () => {
  const keys = ["User-agent", "Disallow", "Allow", "Sitemap", "Crawl-delay", "Host", "License", "Content-Signal"];
  const more = [
    "Content-Usage",
    "Agentmap",
    "Schemamap",
    "Dissallow",
    "Useragent",
    "Noindex",
    "x-thing",
    "clean-param",
  ];
  const values = [
    "*",
    "GPTBot",
    "/",
    "/a",
    "a",
    "/a$",
    "/a$b",
    "https://h/x",
    "/s.xml",
    "",
    "5",
    "search=yes",
    "/a # b",
  ];
  const line = fc
    .tuple(fc.constantFrom(...keys, ...more), fc.constantFrom(":", ": ", " : ", " "), fc.constantFrom(...values))
    .map((parts) => parts.join(""));

  it("every line that it reports has a finding that says so, and no other line", () =>
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const body = lines.join("\n");
        expect(linesOf(body)).toEqual(reportedByLighthouse(body));
      }),
    ));

  it("a file that only Lighthouse rejects", () =>
    expect(lint("User-agent: *\nAllow: /\nLicense: https://h/l.xml\n")).toMatchObject([
      { code: "nonstandard-field", severity: "info", also: ["lighthouse"] },
    ]));
});

describe("Search Console", () => {
  it.each([
    // "Rule ignored by Googlebot" is not a failure.
    ["User-agent: *\nCrawl-delay: 5\n", undefined],
    ["User-agent: *\nContent-Signal: search=yes\n", ["search-console"]],
    ["User-agent: *\nDisallow /a\n", ["lighthouse", "search-console"]],
    ["Schemamap: https://h/s.xml\n", ["lighthouse", "search-console"]],
    ["Host: h.example\n", ["search-console"]],
  ])("%j: %j", (body, also) =>
    expect(lint(body).find(({ code }) => /nonstandard|colon/.test(code))?.also).toEqual(also),
  );
});

it("a code says what all of its findings have", () => {
  expect(codes["missing-colon"].also).toEqual(["lighthouse", "search-console"]);
  expect(codes["nonstandard-field"]).not.toHaveProperty("also");
});
