/** SARIF 2.1.0: the log fits the types and the schema of the standard and points where the findings point. */
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { codes, lint, toSarif } from "../../../bindings/owners/lint/index.ts";
import { usualCases } from "./cases.ts";
import { schemas } from "./sarif-schema.ts";

const body = "User-agent: *\nDisallow: private/\nDisallow: /a#b\nDisallow: /c*\nFoo: é\n";
const findings = lint(body);
const log: Log = toSarif([{ uri: "a b/robots.txt", findings }], "1.2.3");

describe("a log", () => {
  const [run] = log.runs;

  it("names the tool and all its rules", () => {
    expect(run!.tool.driver).toMatchObject({ name: "robots-wasm", version: "1.2.3" });
    expect(run!.tool.driver.rules!.map(({ id }) => id)).toEqual(Object.keys(codes));
  });

  it("has one result per finding, with its place and its rule", () => {
    expect(run!.results).toHaveLength(findings.length);
    for (const [i, { ruleId, level, locations }] of run!.results!.entries()) {
      const { code, severity, line, column, endColumn } = findings[i]!;
      expect({ ruleId, level }).toEqual({ ruleId: code, level: severity === "info" ? "note" : severity });
      const region = { startLine: line, startColumn: column, endLine: line, endColumn };
      expect(locations).toEqual([{ physicalLocation: { artifactLocation: { uri: "a%20b/robots.txt" }, region } }]);
    }
  });

  it.each([
    ["a#b?c.txt", "a%23b%3Fc.txt"],
    ["\u00e9/100%.txt", "%C3%A9/100%25.txt"],
    ["a\ud800", "a%EF%BF%BD"],
    ["https://a.example/robots.txt", "https://a.example/robots.txt"],
  ])("names the file %j %s", (uri, expected) => {
    const [result] = toSarif([{ uri, findings }], "1.2.3").runs[0]!.results;
    expect(result!.locations[0]!.physicalLocation.artifactLocation.uri).toBe(expected);
  });

  it("names the other tools that report a line, in the message and as a property", () => {
    const linted = lint("License: https://h/l.xml\nSitemap: https://h/s.xml\n");
    const [result] = toSarif([{ uri: "robots.txt", findings: linted }], "1.2.3").runs[0]!.results;
    expect(result!.message.text).toBe(`${linted[0]!.message}; also reported by Lighthouse`);
    expect(result!.properties).toEqual({ also: ["lighthouse"] });
    expect(run!.results!.filter(({ properties }) => properties !== undefined).length).toBe(
      findings.filter(({ also }) => also !== undefined).length,
    );
  });

  it("has the fixes of the findings, and no repairs", () => {
    const fixes = run!.results!.map(
      ({ fixes: all }) => all?.[0]?.artifactChanges[0]?.replacements[0]?.insertedContent?.text,
    );
    expect(fixes).toEqual(findings.map(({ fix }) => fix));
    expect(fixes.filter((text) => text !== undefined)).toEqual(["/c"]);
    expect(JSON.stringify(run!.results)).not.toContain("/private/");
  });
});

describe.each(schemas)("$name", ({ validate }) => {
  const errorsOf = (value: unknown): unknown => (validate(JSON.parse(JSON.stringify(value))) ? [] : validate.errors);
  const logOf = (body: string | Uint8Array, uri = "robots.txt"): Log =>
    toSarif([{ uri, findings: lint(body) }], "1.2.3");

  it("accepts findings of every code", () => {
    const files = usualCases.map(({ found }, i) => ({ uri: `${i}.txt`, findings: lint(found) }));
    expect(errorsOf(toSarif(files, "1.2.3"))).toEqual([]);
  });

  it.each([
    ["no file", toSarif([], "1.2.3")],
    ["no findings", logOf("User-agent: *\nDisallow: /a\n")],
    ["nothing", logOf("")],
    ["a byte order mark alone", logOf("\ufeff")],
    ["lone surrogates", logOf("User-agent: \ud800\nDisallow: \udc00*\n")],
    ["UTF-16", logOf(Uint8Array.of(0xff, 0xfe, 0x55, 0, 0x0a, 0))],
    ["more findings than are listed", logOf("x\n".repeat(1001))],
    ["a name that no URI holds as it is", logOf("x", "a b/%/ü[1]#?.txt")],
    ["an absolute name", logOf("x", "/srv/robots.txt")],
    ["a name of Windows", logOf("x", "sites\\a\\robots.txt")],
  ])("accepts %s", (_, value) => expect(errorsOf(value)).toEqual([]));

  it.each([
    ["a line 0", (value: Log) => (value.runs[0]!.results![0]!.locations![0]!.physicalLocation!.region!.startLine = 0)],
    ["another level", (value: Log) => ((value.runs[0]!.results![0]! as { level: string }).level = "fatal")],
    ["no message", (value: Log) => Reflect.deleteProperty(value.runs[0]!.results![0]!, "message")],
    ["a property of its own", (value: Log) => Object.assign(value.runs[0]!.results![0]!, { colour: "red" })],
    ["another version", (value: Log) => ((value as { version: string }).version = "2.0.0")],
  ])("rejects %s", (_, damage) => {
    const value = logOf("x\n");
    damage(value);
    expect(errorsOf(value)).not.toEqual([]);
  });
});
