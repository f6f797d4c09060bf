/**
 * A new dialect is one more row in bindings/core/dialects.ts. This test adds the row of draft-koster-rep-00 (2019) and changes no
 * other file: all code parses, compiles, decides, saves and compares in it.
 */
import { expect, it, vi } from "vitest";
import { MERGES_STAR } from "../../../bindings/core/layout.ts";

vi.mock("../../../bindings/core/dialects.ts", async (original) => {
  const real = await original<typeof import("../../../bindings/core/dialects.ts")>();
  const rfc9309 = real.dialectNamed("rfc9309");
  // "The first group with `*`" (draft-koster-rep-00 §2.2.1).
  const draft = { ...rfc9309, name: "draft2019", id: 6, flags: rfc9309.flags & ~MERGES_STAR };
  const dialects = [...real.dialects, draft];
  return { ...real, dialects, dialectNamed: (name: string) => dialects.find((one) => one.name === name)! };
});

const { AgentRules, parse } = await import("../../../bindings/index.ts");
const { diffDialects } = await import("../../../bindings/core/diff/index.ts");
const { engines, withEngine } = await import("../../support/engines.ts");

const body = "User-agent: *\nAllow: /\n\nUser-agent: *\nDisallow: /a*b$\n";
const draft2019 = "draft2019" as "rfc9309";

it.each(engines)("$name", (engine) => {
  withEngine(engine, () => {
    expect(parse(body).isAllowed("/axb", "x")).toBe(false);
    const rules = parse(body, { dialect: draft2019 }).agent("x");
    expect(rules.explain("/axb")).toMatchObject({ allowed: true, rule: { line: 2 }, dialect: "draft2019" });
    expect(AgentRules.fromBytes(rules.toBytes()).isAllowed("/axb")).toBe(true);
  });
});

it("diff names the column in which it differs", () => {
  const [difference] = diffDialects(body, "x", ["/axb"], { dialects: ["rfc9309", draft2019] });
  expect(difference!.disagreements).toEqual([{ dialect: "draft2019", columns: ["agents.mergesStar"] }]);
});
