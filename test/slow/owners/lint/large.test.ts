/** Files of more than 5,120,000 bytes: the linter says that it checks no more of them, and fixes nothing. */
import { expect, it } from "vitest";
import { applyFixes, lint } from "../../../../bindings/owners/lint/index.ts";

it.each([
  ["in lines", "# x\n".repeat(1_300_000)],
  ["in one line", "x".repeat(5_200_000)],
  ["in its second line", `User-agent: *\nDisallow: /${"x".repeat(5_200_000)}`],
])("more than 5,120,000 bytes, %s", (_, body) => {
  const findings = lint(body);
  const message = "the file has more than 512000 bytes; crawlers may ignore it from here on";
  expect(findings.filter(({ code }) => code === "file-too-large")).toMatchObject([{ message }]);
  expect(findings.map(({ code }) => code)).toContain("not-checked");
});

it("applyFixes leaves a file alone that is too large to be checked", () => {
  const body = Buffer.from(`User-agent: *\nDisallow: /a*\n${"# x\n".repeat(1_300_000)}`);
  const fixed = applyFixes(body);
  expect(fixed.fixes).toBe(0);
  expect(body.equals(fixed.body)).toBe(true);
});
