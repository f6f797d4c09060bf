/** SARIF 2.1.0: the log has the standard's shape (its types are checked by the compiler) and points where findings point. */
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { codes, lint, toSarif } from "../../bindings/lint/index.ts";

const body = "User-agent: *\nDisallow: private/\nDisallow: /a#b\nFoo: é\n";
const findings = lint(body);
const log: Log = toSarif([{ uri: "a b/robots.txt", findings }], "1.2.3");

describe("a log", () => {
  const [run] = log.runs;

  it("names the tool and all its rules", () => {
    expect(run!.tool.driver).toMatchObject({ name: "robots-wasm", version: "1.2.3" });
    expect(run!.tool.driver.rules!.map(({ id }) => id)).toEqual(Object.keys(codes));
  });

  it("has a result a finding, in its place, of a rule it names", () => {
    expect(run!.results).toHaveLength(findings.length);
    for (const [i, { ruleId, level, locations }] of run!.results!.entries()) {
      const { code, severity, line, column, endColumn } = findings[i]!;
      expect({ ruleId, level }).toEqual({ ruleId: code, level: severity === "info" ? "note" : severity });
      const region = { startLine: line, startColumn: column, endLine: line, endColumn };
      expect(locations).toEqual([{ physicalLocation: { artifactLocation: { uri: "a%20b/robots.txt" }, region } }]);
    }
  });

  it("has fixes where findings have", () => {
    const fixes = run!.results!.map(
      ({ fixes: all }) => all?.[0]?.artifactChanges[0]?.replacements[0]?.insertedContent?.text,
    );
    expect(fixes).toEqual(findings.map(({ fix }) => fix));
    expect(fixes).toContain("/private/");
  });
});
