/**
 * Fixes keep what every crawler reads: verdicts, delays, sitemaps and usage preferences, in rfc9309, google and the chosen
 * dialect, whether all of them are applied or some. Over generated files, the cases of all codes, and real files.
 * `LINT_CASES=100000` tests more generated files, `.ci/weekly` all real files.
 */

import { describe, expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { type DialectName, parse } from "../../../../bindings/index.ts";
import { applyFixes, lint } from "../../../../bindings/owners/lint/index.ts";
import { cases } from "../../../owners/lint/cases.ts";
import { bodyOf, meaningOf, someFixed } from "../../../owners/lint/meaning.ts";
import fc from "../../../support/properties.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

const numRuns = Number(process.env["LINT_CASES"] ?? sized(100, 2000));

const expectSameMeaning = (before: string, after: string | Uint8Array, names: Iterable<DialectName>): void => {
  for (const name of names) expect(meaningOf(after, name)).toEqual(meaningOf(before, name));
};

describe.each(dialects.map(({ name }) => name))("%s", (dialect) => {
  const names = new Set<DialectName>(["rfc9309", "google", dialect]);

  it("all fixes, and any of them alone, keep the meaning of generated files", () => {
    let fixes = 0;
    fc.assert(
      fc.property(bodyOf, fc.nat(), (text, chosen) => {
        const findings = lint(text, { dialect, profile: "all" });
        const all = applyFixes(text, { dialect });
        fixes += all.fixes;
        for (const after of [all.body, someFixed(text, findings, chosen)]) expectSameMeaning(text, after, names);
      }),
      { numRuns },
    );
    // The page of 1994 compares patterns byte by byte: no other spelling means the same.
    expect(fixes > numRuns / 10 || dialect === "original1994").toBe(true);
  });

  it("all fixes keep the meaning of the cases of all codes", () => {
    for (const { found, notFound } of cases)
      for (const text of [found.replace(/[[\]]/g, ""), notFound])
        expectSameMeaning(text, applyFixes(text, { dialect, profile: "all" }).body, names);
  });
});

/** Paths that the patterns of a file match or almost match. */
function pathsIn(body: Uint8Array): string[] {
  const rules = parse(body).groups.flatMap((group) => group.rules);
  const patterns = [...new Set(rules.map(({ pattern }) => pattern))].slice(0, 300);
  return patterns.flatMap((pattern) => {
    const path = pattern.replace(/\$$/, "").replaceAll("*", "x");
    return [path, `${path}y`, path.slice(0, -1), pattern.replaceAll("*", "")].filter((one) => one.startsWith("/"));
  });
}

it.skipIf(!hasShared("corpus/robots.ndjson.gz"))(
  "all fixes keep the meaning of real files for every agent that they name (skipped without the shared folder)",
  () => {
    const oneOf = sized(10, 1);
    let fixes = 0;
    for (const { host, bytes } of realFiles(oneOf)) {
      const fixed = applyFixes(bytes);
      fixes += fixed.fixes;
      if (fixed.fixes === 0) continue;
      const paths = pathsIn(bytes);
      for (const dialect of ["rfc9309", "google"] as const) {
        const [before, after] = [parse(bytes, { dialect }), parse(fixed.body, { dialect })];
        const named = before.groups.flatMap((group) => group.agents).flatMap((name) => /^[\w.-]+/.exec(name) ?? []);
        for (const agent of new Set(["nobody", ...named.slice(0, 40)])) {
          const [was, is] = [before.agent(agent), after.agent(agent)];
          expect(is.isAllowedMany(paths), `${dialect} ${host} ${agent}`).toEqual(was.isAllowedMany(paths));
          expect([is.isNamed, is.crawlDelay, is.fields]).toEqual([was.isNamed, was.crawlDelay, was.fields]);
        }
        expect([after.sitemaps, after.fields]).toEqual([before.sitemaps, before.fields]);
      }
    }
    expect(fixes).toBeGreaterThan(5000 / oneOf);
  },
);
