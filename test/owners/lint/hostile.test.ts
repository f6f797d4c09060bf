/** The linter accepts every file: long, hostile or of any bytes, and returns a bounded number of findings inside it. */

import { expect, it } from "vitest";
import { lint, MAX_FINDINGS } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";

it("many hints do not hide an error", () => {
  const findings = lint(`User-agent: *\n${"Crawl-delay: 5\n".repeat(5000)}Disallow: private\n`);
  expect(findings).toHaveLength(MAX_FINDINGS + 1);
  expect(findings.at(-2)).toMatchObject({ code: "pattern-without-slash", line: 5002 });
});

it("a bounded number of findings", () => {
  const findings = lint("x\n".repeat(5000));
  expect(findings).toHaveLength(MAX_FINDINGS + 1);
  expect(findings.at(-1)).toMatchObject({ code: "too-many-findings", message: "4000 more findings are not listed" });
});

it.each([
  ["30,000 agents", "User-agent: a\n".repeat(30_000)],
  [
    "2.7 MB of rules that begin each other",
    `User-agent: *\n${Array.from({ length: 2300 }, (_, i) => `Disallow: /${"a".repeat(i)}\n`).join("")}`,
  ],
  ["a line of 1 MB", `User-agent: *\nDisallow: /${"a*".repeat(500_000)}\n`],
  ["a key of 1 MB", `${"k".repeat(1_000_000)}: x\n`],
  ["NULs", "\0".repeat(100_000)],
  ["lone surrogates", "User-agent: *\nDisallow: /\ud800\n"],
  ["names of prototypes", "__proto__: x\nconstructor: y\nhasOwnProperty: z\n"],
  ["nothing", ""],
])("%s", (_, body) => expect(lint(body).length).toBeLessThanOrEqual(MAX_FINDINGS + 1));

it("more than 500 KiB is reported, and 500 KB is not", () => {
  const findings = lint("# x\n".repeat(130_000));
  expect(findings.map(({ code }) => code)).toContain("file-too-large");
  expect(lint("# x\n".repeat(125_000))).toEqual([]);
});

it("any bytes", () => {
  const piece = fc.constantFrom(
    ..."User-agent: |Disallow: |Allow: |Sitemap: |\n|\r|\0|*|$|/|a|%|#|é|\u{1F600}|: ".split("|"),
  );
  const body = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(body, (text) => {
      const lines = text.split(/\r\n|\r|\n/);
      for (const { line, column, endColumn } of lint(text)) {
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual(endColumn);
        expect(endColumn).toBeLessThanOrEqual(lines[line - 1]!.length + 2);
      }
    }),
    { numRuns: sized(500, 3000) },
  );
});
