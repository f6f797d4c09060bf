/** What editors show of a robots.txt: every feature by examples. Lines and columns count from 0. */
import { describe, expect, it } from "vitest";
import { inlayHints } from "../../../bindings/owners/editor/checked-assertions.ts";
import { completionsAt } from "../../../bindings/owners/editor/completion.ts";
import { definitionsAt, referencesAt } from "../../../bindings/owners/editor/definition.ts";
import { diagnosticsOf } from "../../../bindings/owners/editor/diagnostics.ts";
import { defaultSettings, EditorDocument, type EditorSettings } from "../../../bindings/owners/editor/document.ts";
import { formatEdits } from "../../../bindings/owners/editor/format.ts";
import { hoverAt } from "../../../bindings/owners/editor/hover.ts";
import { lensesOf, testUrl } from "../../../bindings/owners/editor/lenses.ts";
import { onLine, type TextEdit } from "../../../bindings/owners/editor/place.ts";
import { fixAllEdits, quickFixesIn } from "../../../bindings/owners/editor/quick-fixes.ts";
import { renameAt, renameRangeAt } from "../../../bindings/owners/editor/rename.ts";
import { foldingRanges, selectionRangesAt, symbolsOf } from "../../../bindings/owners/editor/symbols.ts";
import { semanticTokens } from "../../../bindings/owners/editor/tokens.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const open = (text: string, settings: Partial<EditorSettings> = {}): EditorDocument =>
  new EditorDocument(text, { ...defaultSettings, ...settings });
const lines = (...all: string[]): string => all.join("\n");
const at = (line: number, character: number) => ({ line, character });
const whole = onLine(0, 0, 0);
const everything = { start: at(0, 0), end: at(1000, 0) };

/** Applies edits as an editor does, the last one first. */
function edited(text: string, edits: readonly TextEdit[]): string {
  const parts = text.split(/(\r\n|\n|\r)/);
  for (const { range, newText } of edits.toReversed()) {
    const line = parts[2 * range.start.line]!;
    parts[2 * range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  }
  return parts.join("");
}

const shop = lines(
  "User-agent: GPTBot",
  "Disallow: /a*",
  "",
  "User-agent: *",
  "Disallow: /cart",
  "Allow: /cart/help",
  "",
);

describe("diagnostics", () => {
  it("show the findings of the linter, with code, page and severity", () => {
    const [found] = diagnosticsOf(open("User-agent: *\nDisallow: private/\n"));
    expect(found).toMatchObject({
      range: onLine(1, 10, 18),
      severity: "error",
      code: "pattern-without-slash",
      href: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2",
    });
  });

  it("relate a finding to the lines that its message names", () => {
    const found = diagnosticsOf(open("User-agent: *\nDisallow: /a\nDisallow: /a\n"));
    expect(found.find(({ code }) => code === "repeated-rule")?.related).toEqual([
      { range: onLine(1, 0, 12), message: "Disallow: /a" },
    ]);
  });

  it.each([
    ["another severity", "warning", ["warning"]],
    ["off", "off", []],
  ] as const)("take %s from the settings", (_, severity, expected) => {
    const document = open("User-agent: *\nDisallow: private/\n", { severity: { "pattern-without-slash": severity } });
    expect(diagnosticsOf(document).map((one) => one.severity)).toEqual(expected);
  });

  it("know the crawlers of the settings", () => {
    const document = open("User-agent: ShopBto\nDisallow: /\n", { agents: [{ token: "ShopBot" }] });
    expect(diagnosticsOf(document).map(({ code }) => code)).toContain("misspelt-agent");
  });
});

describe("quick fixes", () => {
  it("come before repairs and keep every verdict", () => {
    const [fix] = quickFixesIn(open(shop), onLine(1, 0, 0));
    expect(fix).toMatchObject({ title: "Write /a (keeps every verdict)", isRepair: false });
    expect(edited(shop, [fix!.edit])).toBe(shop.replace("/a*", "/a"));
  });

  it("say in the title of a repair which verdicts it changes", () => {
    const [repair] = quickFixesIn(open("User-agent: Googlebot\nDisallow: cart\n"), onLine(1, 0, 0));
    expect(repair).toMatchObject({ title: "Write /cart: /cart: allowed to refused for Googlebot", isRepair: true });
  });

  it("leave out findings that the settings turn off", () => {
    const document = open(shop, { severity: { "trailing-star": "off" } });
    expect(quickFixesIn(document, onLine(1, 0, 0))).toEqual([]);
  });

  it("name a change for a crawler that exists before others", () => {
    const file = "User-agent: *\nDisallow: /cart\nUser-agent: Gogglebot\nAllow: /\n";
    const [repair] = quickFixesIn(open(file), onLine(2, 0, 0));
    expect(repair?.title).toBe("Write Googlebot: /cart: refused to allowed for Googlebot, and 1 more may change");
  });

  it("are applied all at once without a repair", () => {
    const text = "User-agent: *\r\nDisallow: /a*\r\nDisallow: cart\r\nDisallow: /b**c\r\n";
    expect(edited(text, fixAllEdits(open(text)))).toBe(
      "User-agent: *\r\nDisallow: /a\r\nDisallow: cart\r\nDisallow: /b*c\r\n",
    );
  });

  it("do not touch lines with lone surrogates", () => {
    const text = "User-agent: *\nDisallow: /a*\n# \ud800\n";
    expect(edited(text, fixAllEdits(open(text)))).toBe("User-agent: *\nDisallow: /a\n# \ud800\n");
  });
});

describe("hover", () => {
  it("says of a field that nobody reads where it comes from", () => {
    expect(hoverAt(open("Noindex: /a\n"), at(0, 2))?.markdown).toBe(
      "`noindex` is not read by any crawler that we know. It comes from Google, which stopped in 2019.",
    );
  });

  it("tells of a crawler what this file says to it, its group, its source and the date", () => {
    const { markdown } = hoverAt(open("User-agent: GPTBot\nDisallow: /\n"), at(0, 14))!;
    expect(markdown).toMatch(/^\*\*GPTBot\*\* of OpenAI collects pages to train AI models\./);
    expect(markdown).toContain("Obeys the group `GPTBot`: it may fetch nothing (`line 2: Disallow: /`).");
    expect(markdown).toMatch(/Source: https:\/\/\S+, read on \d{4}-\d\d-\d\d\./);
  });

  it("says that it does not know a name", () => {
    expect(hoverAt(open("User-agent: Zorkbot\nDisallow: /x\n"), at(0, 14))?.markdown).toBe(
      "We do not know a crawler with the name `Zorkbot`.\n\nObeys the group `Zorkbot`: it may not fetch some URLs, such as `/x` (`line 2: Disallow: /x`).",
    );
  });

  it.each([
    ["a rule that decides", lines("User-agent: *", "Disallow: /cart"), 1, /For `\*`: decides `\/cart` \(refused\)/],
    [
      "a rule that another rule overrules",
      lines("User-agent: *", "Disallow: /a*", "Disallow: /a", ""),
      2,
      /never changes a verdict: for `\/a`, `line 2: Disallow: \/a\*` wins/,
    ],
    ["a rule that changes nothing", lines("User-agent: *", "Allow: /"), 1, /`\/` would be allowed without it/],
    [
      "rules of several groups for one crawler",
      lines("User-agent: A", "Disallow: /x", "User-agent: B", "Disallow: /y", "User-agent: A", "Allow: /x/y"),
      5,
      /For `A`: decides `\/x\/y` \(allowed\)/,
    ],
    [
      "what other dialects decide",
      lines("User-agent: *", "Disallow: /a*c"),
      1,
      /Other dialects decide `\/axc` in another way: koster1996 \(allowed\)/,
    ],
  ])("tells of %s", (_, text, line, expected) => {
    expect(hoverAt(open(text), at(line, text.split("\n")[line]!.indexOf("/")))?.markdown).toMatch(expected);
  });

  it.each([
    ["user-agent", "User-agent: *", /`user-agent` names a crawler/],
    ["crawl-delay", "Crawl-delay: 5", /`crawl-delay` is read by Bing and Anthropic/],
    ["a field that nobody reads", "Robot-version: 2", /not read by any crawler that we know/],
  ])("explains the field %s", (_, line, expected) => {
    expect(hoverAt(open(`${line}\n`), at(0, 2))?.markdown).toMatch(expected);
  });

  it("compares no rules of more than 16 KiB: it shows one path that the rule decides", () => {
    const path = `/${"a*b".repeat(6000)}`;
    const hover = hoverAt(open(lines("User-agent: Zorkbot (x)", `Disallow: ${path}`)), at(1, 12));
    expect(hover?.markdown).toMatch(/^For `Zorkbot`: `\/a.*` is refused by /);
  });

  it("shows text of the file as code", () => {
    const { markdown } = hoverAt(open("User-agent: `<img>`\nDisallow: /\n"), at(0, 14))!;
    expect(markdown).toContain("`` `<img>` ``");
  });

  itEach<[title: string, text: string, character: number]>("has nothing to say about %s", (_, text, character) => {
    expect(hoverAt(open(text), at(0, character))).toBeUndefined();
    expect(hoverAt(open(text), at(99, 0))).toBeUndefined();
  });
});

describe("completion", () => {
  const labels = (text: string, line: number, character: number, settings = {}) =>
    completionsAt(open(text, settings), at(line, character)).map(({ label }) => label);

  it("offers fields at the start of a line and keeps the value", () => {
    const [first] = completionsAt(open("Dis: /a"), at(0, 3));
    expect(first).toMatchObject({ label: "User-agent", newText: "User-agent: ", range: onLine(0, 0, 4) });
  });

  it("offers the names of the file first and names that are not used any more last", () => {
    const names = labels("User-agent: Zorkbot\nUser-agent: Zo", 1, 14);
    expect(names.slice(0, 3)).toEqual(["Zorkbot", "*", "Googlebot"]);
    expect(names.indexOf("anthropic-ai")).toBeGreaterThan(names.indexOf("ClaudeBot"));
    expect(names).toContain("GPTBot");
  });

  itEach<[line: string, expected: string]>("offers values after %s", (line, expected) => {
    expect(labels(line, 0, line.length, { url: "https://shop.example/robots.txt" })).toContain(expected);
  });

  it("replaces the word at the cursor", () => {
    const [first] = completionsAt(open("Content-Signal: search=yes, ai-tr # x"), at(0, 33));
    expect(first?.range).toEqual(onLine(0, 28, 33));
  });

  it("offers crawlers where the dialect reads a crawler's name", () => {
    expect(labels("useragent: ", 0, 11, { dialect: "google" })).toContain("GPTBot");
    expect(labels("useragent: ", 0, 11)).toEqual([]);
  });

  it("offers nothing in comments and paths", () => {
    expect(labels("# User-agent: ", 0, 14)).toEqual([]);
    expect(labels("Disallow: /", 0, 11)).toEqual([]);
  });
});

describe("assertions", () => {
  const file = lines("# test: GPTBot /a/b refused", "# test: Zorkbot /cart allowed", "# test: nothing", shop);

  it("show the verdict behind them", () => {
    expect(inlayHints(open(file), everything)).toEqual([
      { position: at(0, 27), label: " refused, line 5" },
      { position: at(1, 29), label: " refused, line 8" },
    ]);
    expect(inlayHints(open(file), onLine(1, 0, 0))).toHaveLength(1);
  });

  it("are reported if they fail or are malformed", () => {
    const found = diagnosticsOf(open(file)).filter(({ code }) => code.endsWith("assertion"));
    expect(found.map(({ code, range }) => [code, range.start.line])).toEqual([
      ["failed-assertion", 1],
      ["malformed-assertion", 2],
    ]);
    expect(found[0]?.message).toBe("Zorkbot /cart: expected allowed; got refused, line 8: Disallow: /cart");
  });

  it("lead to the line that decides, or else to the group", () => {
    expect(definitionsAt(open(file), at(0, 12))).toEqual([onLine(4, 0, 13)]);
    expect(definitionsAt(open("# test: GPTBot /b allowed\nUser-agent: GPTBot\nDisallow: /a\n"), at(0, 4))).toEqual([
      onLine(1, 12, 18),
    ]);
  });
});

describe("crawlers", () => {
  const file = lines("User-agent: GPTBot", "Disallow: /a", "", "User-agent: gptbot # again", "Disallow: /b", "");

  it("are found in all groups, in any case", () => {
    expect(referencesAt(open(file), at(0, 13))).toEqual([onLine(0, 12, 18), onLine(3, 12, 18)]);
    expect(definitionsAt(open(file), at(3, 13))).toHaveLength(2);
    expect(referencesAt(open(file), at(1, 11))).toEqual([]);
  });

  it("are renamed in all groups", () => {
    expect(renameRangeAt(open(file), at(0, 13))).toEqual(onLine(0, 12, 18));
    expect(edited(file, renameAt(open(file), at(0, 13), "ClaudeBot"))).toBe(file.replaceAll(/gptbot/gi, "ClaudeBot"));
  });

  it.each(["", " ", "a#b", "a\nb"])("are not renamed to %j", (name) => {
    expect(() => renameAt(open(file), at(0, 13), name)).toThrow("expected a product token such as GPTBot");
  });
});

describe("the outline", () => {
  it("has groups with their rules, and lines outside of groups", () => {
    const file = `Sitemap: https://shop.example/map.xml\n${shop}`;
    expect(symbolsOf(open(file)).map(({ name, children }) => [name, children.length])).toEqual([
      ["Sitemap: https://shop.example/map.xml", 0],
      ["GPTBot", 1],
      ["*", 2],
    ]);
  });

  it("folds groups and comments", () => {
    expect(foldingRanges(open(lines("# a", "# b", shop)))).toEqual([
      { startLine: 2, endLine: 3, isComment: false },
      { startLine: 5, endLine: 7, isComment: false },
      { startLine: 0, endLine: 1, isComment: true },
    ]);
  });

  it("grows a selection from the value to the line, the group and the file", () => {
    const ranges = selectionRangesAt(open(shop), at(4, 12));
    expect(ranges.map(({ start, end }) => [start.line, start.character, end.line, end.character])).toEqual([
      [4, 10, 4, 15],
      [4, 0, 4, 15],
      [3, 0, 5, 17],
      [0, 0, 5, 17],
    ]);
  });
});

describe("semantic tokens", () => {
  it("mark wildcards where the dialect has them, and rules that the dialect reads", () => {
    const file = "User-agent: *\nDisalow: /a*\n";
    const seen = (dialect: "google" | "original1994") => [
      symbolsOf(open(file, { dialect }))[0]!.children.map(({ kind }) => kind),
      semanticTokens(open(file.replace("Disalow", "Disallow"), { dialect }))
        .map(({ type }) => type)
        .slice(3),
    ];
    expect(seen("google")).toEqual([["rule"], ["string", "operator"]]);
    expect(seen("original1994")).toEqual([["field"], ["string", "string"]]);
  });

  it("tell known crawlers, unknown ones, wildcards, escapes and comments apart", () => {
    const file = lines("User-agent: GPTBot", "User-agent: Zorkbot", "Disallow: /a*%20b$ # note", "Foo: bar");
    expect(
      semanticTokens(open(file)).map(({ line, character, length, type }) => [
        file.split("\n")[line]!.slice(character, character + length),
        type,
      ]),
    ).toEqual([
      ["User-agent", "keyword"],
      ["GPTBot", "class"],
      ["User-agent", "keyword"],
      ["Zorkbot", "variable"],
      ["Disallow", "keyword"],
      ["/a", "string"],
      ["*", "operator"],
      ["%20", "regexp"],
      ["b", "string"],
      ["$", "operator"],
      ["# note", "comment"],
      ["Foo", "property"],
      ["bar", "string"],
    ]);
  });
});

describe("formatting", () => {
  it("writes one space, the usual capitals and an empty line between groups", () => {
    const text = lines(
      "user-agent:GPTBot",
      "disallow :  /a  ",
      "# about all",
      "User-Agent:*",
      "content-signal: search=yes",
      "",
    );
    expect(edited(text, formatEdits(open(text))!)).toBe(
      lines("User-agent: GPTBot", "Disallow: /a", "", "# about all", "User-agent: *", "Content-Signal: search=yes", ""),
    );
  });

  it("has nothing to do twice", () => {
    expect(formatEdits(open("User-agent: *\nDisallow: /\n"))).toEqual([]);
  });

  it("leaves templates alone", () => {
    expect(formatEdits(open("user-agent:{{ bot }}\n", { template: "liquid" }))).toBeUndefined();
  });

  it("keeps line ends", () => {
    const text = "user-agent:a\r\ndisallow:/\r\nuser-agent:b\r\ndisallow:/x\r\n";
    expect(edited(text, formatEdits(open(text))!)).toBe(
      "User-agent: a\r\nDisallow: /\r\n\r\nUser-agent: b\r\nDisallow: /x\r\n",
    );
  });
});

describe("the lens", () => {
  it("stands above each group", () => {
    expect(lensesOf(open(shop)).map(({ agent, range }) => [agent, range.start.line])).toEqual([
      ["GPTBot", 0],
      ["*", 3],
    ]);
  });

  it("answers with the verdict and its line", () => {
    expect(testUrl(open(shop), "Zorkbot", "/cart")).toEqual({
      allowed: false,
      text: "Zorkbot /cart: refused, line 5: Disallow: /cart",
      line: 4,
    });
  });

  it("reads in the dialect of the crawler, unless the settings have one, and says if another decides otherwise", () => {
    const file = lines(
      "User-agent: *",
      "Disalow: /cart",
      "# test: Googlebot /cart refused",
      "# test: GPTBot /cart refused",
    );
    const ask = (agent: string, settings: Partial<EditorSettings> = {}) =>
      testUrl(open(file, settings), agent, "/cart");
    expect(ask("Googlebot")).toEqual({
      allowed: false,
      text: "Googlebot /cart: refused, line 2: Disallow: /cart; read as google; rfc9309: allowed",
      line: 1,
    });
    expect(ask("GPTBot").text).toBe("GPTBot /cart: allowed, no rule matches");
    expect(ask("Googlebot", { dialect: "rfc9309" }).text).toBe(
      "Googlebot /cart: allowed, no rule matches; read as rfc9309; google: refused",
    );
    expect(ask("Zorkbot", { agents: [{ token: "Zorkbot", dialect: "google" }] }).allowed).toBe(false);
    const failed = (settings: Partial<EditorSettings>) =>
      diagnosticsOf(open(file, settings))
        .filter(({ code }) => code === "failed-assertion")
        .map(({ message }) => message);
    expect(failed({})).toEqual(["GPTBot /cart: expected refused; got allowed, no rule matches"]);
    expect(failed({ dialect: "google" })).toEqual([]);
  });

  it("says if the crawler fetches what is refused", () => {
    const closed = open(lines("User-agent: *", "Disallow: /"));
    expect(testUrl(closed, "AdsBot-Google", "/x").text).toBe(
      "AdsBot-Google /x: refused, line 2: Disallow: /; AdsBot-Google ignores groups for *, so Google fetches it",
    );
  });

  it("asks about the crawler that a line means, not about its text", () => {
    const document = open(lines("User-agent: zorkbot/1.0 (+https://a.example)", "Disallow: /cart"));
    const agent = lensesOf(document)[0]!.agent;
    expect(agent).toBe("zorkbot");
    expect(testUrl(document, agent, "/cart").allowed).toBe(false);
  });

  it("refuses what is not a URL", () => {
    expect(() => testUrl(open(shop), "Zorkbot", "cart")).toThrow("expected an absolute URL, or a path");
  });

  it("refuses a company, which no file means, and names its crawlers", () => {
    expect(() => testUrl(open(shop), "OpenAI", "/cart")).toThrow("OpenAI is not the name of a crawler");
  });

  it("takes the name of the group for all other crawlers", () => {
    expect(testUrl(open(shop), "*", "/cart")).toMatchObject({ allowed: false, line: 4 });
  });
});

describe("a template", () => {
  const template = open(`${shop}{{ more }}\n`, { template: "liquid" });

  it("has facts about crawlers, and no verdicts: its tags may write anything", () => {
    expect(hoverAt(template, at(0, 13))?.markdown).toMatch(/^\*\*GPTBot\*\* of OpenAI/);
    expect(hoverAt(template, at(0, 13))?.markdown).not.toContain("Obeys");
    expect(hoverAt(template, at(3, 13))?.markdown).toBe("All crawlers that no group names.");
    expect(hoverAt(template, at(4, 12))).toBeUndefined();
    expect(lensesOf(template)).toEqual([]);
    expect(() => testUrl(template, "Zorkbot", "/cart")).toThrow("the verdicts of a template are unknown");
  });
});

describe("hostile documents", () => {
  it.each([
    ["nothing", ""],
    ["lone CR", "User-agent: *\rDisallow: /a\r"],
    ["lone surrogates", "User-agent: \ud800\nDisallow: /\udfff\n# test: \ud800 /x allowed"],
    ["NUL", "User-agent: *\0\nDisallow: /\0"],
    ["HTML", "<html><body>User-agent: *"],
    ["a URL as crawler", "User-agent: https://a/;(x\nDisallow: /a"],
    ["a URL as crawler of many rules", `User-agent: https://a/;(x\n${"Disallow: /a\n".repeat(201)}`],
    ["tags that stay open", "{{ {{ {% <% <? {#".repeat(50)],
  ])("with %s answer every question", (_, text) => {
    for (const template of [undefined, "liquid", "php"] as const) {
      const document = open(text, template === undefined ? {} : { template });
      for (let line = 0; line < 4; line++)
        for (const character of [0, 1, 12, 99]) {
          hoverAt(document, at(line, character));
          completionsAt(document, at(line, character));
          definitionsAt(document, at(line, character));
          selectionRangesAt(document, at(line, character));
        }
      quickFixesIn(document, everything);
      for (const feature of [
        diagnosticsOf,
        fixAllEdits,
        formatEdits,
        symbolsOf,
        foldingRanges,
        semanticTokens,
        lensesOf,
      ])
        feature(document);
      expect(inlayHints(document, whole)).toBeInstanceOf(Array);
    }
  });
});
