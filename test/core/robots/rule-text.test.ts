/** Rules as a file has them, which parse to the same rules. */
import { expect, it } from "vitest";
import { ruleText } from "../../../bindings/core/robots/rule-text.ts";
import { parse } from "../../../bindings/index.ts";

it("a rule is its directive, a colon, a blank and its pattern", () => {
  const lines = ["Allow: /a*$", "Disallow: /b%2F", "Disallow: ", "Allow: "];
  const { rules } = parse(`User-agent: *\n${lines.join("\n")}`).agent("x");
  expect(rules.map(ruleText)).toEqual(lines);
});
