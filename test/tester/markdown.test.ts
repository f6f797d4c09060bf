/** The Markdown of hovers as the tester's editor shows it. */
import { expect, it } from "vitest";
import { code } from "../../bindings/owners/editor/markdown.ts";
import { partsOf } from "../../tester/markdown.ts";

it("paragraphs have code and strong words", () => {
  expect(partsOf("**GPTBot** of OpenAI.\n\nObeys `*`: see `/a`.")).toEqual([
    [
      ["strong", "GPTBot"],
      ["span", " of OpenAI."],
    ],
    [
      ["span", "Obeys "],
      ["code", "*"],
      ["span", ": see "],
      ["code", "/a"],
      ["span", "."],
    ],
  ]);
});

it.each(["/a", "`", "``x`", "a`b", "**a**", "*", "/a\nb"])("%j is one piece of code", (text) => {
  expect(partsOf(code(text))).toEqual([[["code", text]]]);
});
