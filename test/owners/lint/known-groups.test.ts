/** Groups of earlier versions: a file that is edited has the findings that it has when it is read anew. */
import { expect, it } from "vitest";
import type { DialectName } from "../../../bindings/core/index.ts";
import { lint } from "../../../bindings/owners/lint/index.ts";
import { KnownGroups } from "../../../bindings/owners/lint/internal.ts";
import { inspect } from "../../../bindings/owners/lint/lint.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";

/** Few, so that files have the same group twice. */
const groups = fc.constantFrom(
  ["User-agent: a", "Disallow: /x", "Disallow: /x"],
  ["User-agent: a", "User-agent: b", "Allow: /x/y$", "Disallow: /x*", "Disallow:"],
  ["User-agent: *", "  Disallow: /x # c", "Crawl-delay: 1", "Disallow: /x"],
  ["# c", "Disallow: /", "", "Sitemap: /m"],
);

/** Replaces a line, or adds to it. */
const edit = fc.record({
  line: fc.nat(30),
  cut: fc.boolean(),
  added: fc.constantFrom("x", "y", "*", "$", " ", "\n", "\r", "\ufeff", "Disallow: /x", "User-agent: b", "\nAllow: /x"),
  dialect: fc.constantFrom<DialectName>(...Array<DialectName>(5).fill("rfc9309"), "google", "original1994"),
});

it("any sequence of edits leaves the findings that the text has alone, in any dialect", () => {
  const start = fc.array(groups, { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(start, fc.array(edit, { minLength: 2, maxLength: 4 }), (blocks, edits) => {
      const known = new KnownGroups();
      let lines: readonly string[] = blocks.flat();
      for (const { line, cut, added, dialect } of edits) {
        const at = line % lines.length;
        lines = lines.with(at, cut ? added : lines[at] + added);
        const { source, collector } = inspect(lines.join("\n"), { dialect, profile: "all" }, known);
        expect(collector.findings(source)).toEqual(lint(lines.join("\n"), { dialect, profile: "all" }));
      }
    }),
    { numRuns: sized(100, 5000) },
  );
});
