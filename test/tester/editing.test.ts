/** Colours and fixes of the tester's editor, without a browser. */
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { describe, expect, it } from "vitest";
import { lint } from "../../bindings/owners/lint/index.ts";
import { robotsLanguage } from "../../tester/robots-language.ts";
import { replaceAll } from "../../tester/state/spans.ts";
import { visible } from "../../tester/views/Text.tsx";

const { keyword, operator, comment, typeName } = tags;
const highlighter = tagHighlighter(
  Object.entries({ keyword, operator, comment, typeName }).map(([name, tag]) => ({ tag, class: name })),
);

/** The pieces of a text that get a colour of their own, each with its class. */
function pieces(text: string): string[] {
  const found: string[] = [];
  highlightTree(robotsLanguage.parser.parse(text), highlighter, (from, to, name) =>
    found.push(`${name} ${text.slice(from, to)}`),
  );
  return found;
}

describe("colours", () => {
  it.each([
    ["Disallow: /a*b$ # why", ["keyword Disallow", "operator *", "operator $", "comment # why"]],
    ["Disallow: /a$b", ["keyword Disallow"]],
    ["User-agent: GoodBot", ["typeName GoodBot"]],
    ["# only a comment", ["comment # only a comment"]],
  ])("of %j mark keys, agents, wildcards and comments", (text, expected) => expect(pieces(text)).toEqual(expected));

  it("end for any text", () => {
    for (const text of ["", ":", "::", "a", "a:", "\u0000:\u202e", "*", "Disallow: $$$", "  : x"]) pieces(text);
  });
});

describe("a repair", () => {
  it.each(["\n", "\r\n", "\r"])("replaces the span of its finding where lines end in %j", (end) => {
    const text = ["# a", "User-agent: *", "Disallow: private/", "Disallow: /z"].join(end);
    const finding = lint(text).find(({ repair }) => repair === "/private/")!;
    expect(replaceAll(text, [finding])).toBe(text.replace("private/", "/private/"));
  });
});

it("control characters and direction marks are shown as escapes", () => {
  expect(visible("a\u0000\u202eb\u0085\u2066é")).toBe("a\\u0000\\u202eb\\u0085\\u2066é");
});
