/** Rules with as many readings as a dialect can give them: two of the pattern, and the directory of an `index.html`. */
import { expect, it } from "vitest";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";
import { withEngine } from "../../support/engines.ts";
import { expectSameBytes } from "../../support/same-bytes.ts";

const leniency = { indexHtml: true };

it("all three readings of each rule are compiled, and nothing else is overwritten", () => {
  const patterns = Array.from({ length: 500 }, (_, i) => `/é${i}?a=%2Fb/index.html`);
  const file = `User-agent: *\n${patterns.map((pattern) => `Allow: ${pattern}\n`).join("")}Disallow: /\n`;
  const rules = parse(file, { leniency }).agent("x");
  const wanted = withEngine(fallback, () => parse(file, { leniency }).agent("x").toBytes());
  expectSameBytes(rules.toBytes(), wanted, "the program");
  for (const url of ["/é7?a=%2Fb/index.html", "/é7?a=/b/index.html", "/é7?a=%2Fb/"]) {
    expect(rules.isAllowed(url)).toBe(true);
    expect(AgentRules.fromBytes(wanted).explain(url).rule?.pattern).toBe(patterns[7]);
  }
  expect(rules.isAllowed("/é7?a=%2Fb")).toBe(false);
});
