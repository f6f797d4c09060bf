/** Templates of a robots.txt: tags are masked, and places stay. */
import { describe, expect, it } from "vitest";
import { applyFixes, lint, type TemplateName } from "../../../bindings/owners/lint/index.ts";
import { templateOfName, templateOfText } from "../../../bindings/owners/lint/internal.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const found = (text: string | Uint8Array, template: TemplateName): unknown[] =>
  lint(text, { template }).map(({ code, line, column }) => [code, line, column]);

describe("tags are masked", () => {
  itEach<[TemplateName, string]>("tags are masked: in %s: %s", (template, tag) => {
    const text = `User-agent: *\nDisallow: ${tag}\nDisallow: /é${tag} cart/${tag}\nDisallow: cart\n`;
    expect(found(text, template)).toEqual([["pattern-without-slash", 4, 11]]);
    expect(found(new TextEncoder().encode(text), template)).toEqual([["pattern-without-slash", 4, 11]]);
  });

  it("at equal length in UTF-16, behind tags with any character", () => {
    expect(found("User-agent: *\n{{ 😀é }}Disallow: /a # {{ 😀é }} é\nDisallow: cart\n", "liquid")).toEqual([
      ["pattern-without-slash", 3, 11],
    ]);
    expect(found("User-agent: *\nAllow: /\nDissallow: /a{{ 😀é }}b\n", "liquid")).toEqual([["misspelt-key", 3, 1]]);
  });

  it("over several lines, whose numbers stay", () => {
    expect(found("User-agent: *\n{% comment %}\nDisallow: a\n{% endcomment %}\nDisallow: b\n", "liquid")).toEqual([
      ["pattern-without-slash", 5, 11],
    ]);
    expect(found("User-agent: *\r\n<?php\r\necho 1;\r\n?>\r\nDisallow: b\r\n", "php")).toEqual([
      ["pattern-without-slash", 5, 11],
    ]);
  });

  it("to the end of the file if PHP leaves one open, and not elsewhere", () => {
    expect(found("User-agent: *\nDisallow: cart\n<?php echo 1;\nnonsense", "php")).toEqual([
      ["pattern-without-slash", 2, 11],
    ]);
    expect(found("User-agent: *\nDisallow: {{x\n", "liquid")).toContainEqual(["pattern-without-slash", 2, 11]);
  });
});

describe("what tags write is unknown", () => {
  it("so rules below a tag that stands alone may have a group", () => {
    expect(found("{{ group.user_agent }}\nDisallow: /a\n", "liquid")).toEqual([]);
    expect(found("Disallow: /{{ a }}\n", "liquid")).not.toEqual([]);
  });

  it("so nothing is offered as a fix or repair", () => {
    const [one] = lint("User-agent: *\nDisallow: /a*\n", { template: "liquid" });
    expect(one).toMatchObject({ code: "trailing-star" });
    expect(one).not.toHaveProperty("fix");
    expect(one).not.toHaveProperty("repair");
    expect(applyFixes("User-agent: *\nDisallow: /a*\n", { template: "liquid", repairs: true })).toMatchObject({
      fixes: 0,
      repairs: 0,
    });
  });
});

describe("the name of a file tells its template", () => {
  it.each([
    ["robots.txt.liquid", "liquid"],
    ["robots.txt.j2", "jinja"],
    ["robots.txt.jinja", "jinja"],
    ["ROBOTS.TXT.ERB", "erb"],
    ["robots.txt.ejs", "ejs"],
    ["robots.txt.php", "php"],
    ["robots.txt", undefined],
    ["robots.liquid", undefined],
    ["robots.txt.bak", undefined],
  ])("%s: %s", (name, template) => {
    expect(templateOfName(name)).toBe(template);
  });
});

it("refuses an unknown template", () => {
  expect(() => lint("", { template: "twig" as TemplateName })).toThrow(
    "template: expected one of liquid, jinja, ejs, erb, php",
  );
});

it("reads a file of openings in linear time", () => {
  expect(found("{{".repeat(200_000), "liquid").length).toBeLessThan(10);
});

describe("templates that are called robots.txt", () => {
  const jekyll = "---\nlayout: null\n---\nUser-agent: *\nDisallow: cart\nSitemap: {{ site.url }}/sitemap.xml\n";
  const hugo = "User-agent: *\n{{ range .Pages }}\nDisallow: {{ .RelPermalink }}\n{{ end }}\nDisallow: cart\n";
  const slash = "pattern-without-slash";

  it.each<[title: string, text: string, template: TemplateName | undefined, findings: unknown[]]>([
    ["Jekyll, by its front matter, which writes nothing", jekyll, "liquid", [[slash, 5, 11]]],
    ["Hugo, by an action", hugo, "go", [[slash, 5, 11]]],
    ["a byte order mark and CRLF", `\ufeff${jekyll.replaceAll("\n", "\r\n")}`, "liquid", [[slash, 5, 11]]],
    ["a remark in double braces is no action", "Disallow: /{{x}}\n", undefined, []],
    ["a line of dashes alone is no front matter", "---\nUser-agent: *\n", undefined, []],
  ])("%s", (_, text, template, findings) => {
    expect(templateOfText(text)).toBe(template);
    if (template !== undefined) expect(found(text, template)).toEqual(findings);
  });
});
