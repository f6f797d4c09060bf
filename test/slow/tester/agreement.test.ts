/** The tester, `reportAgents` (which `robots-wasm agents` prints) and the rules of `resolveAgent` agree on real files. */
import { describe, expect, it } from "vitest";
import { reportAgents, resolveAgent } from "../../../bindings/agents/index.ts";
import { parse } from "../../../bindings/index.ts";
import { overviewOf } from "../../../tester/work/crawlers.ts";
import { hasShared, realFiles } from "../../support/shared.ts";
import { sized } from "../../support/sized.ts";

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (skipped without the shared folder)", () => {
  it("agree with reportAgents, and with the rules of the resolved name on the start page", () => {
    const texts = Array.from(realFiles(sized(97, 1)), ({ bytes }) => new TextDecoder().decode(bytes));
    expect(texts.length).toBeGreaterThan(30);
    for (const text of texts) {
      const { rows } = overviewOf({ source: { kind: "file", text } });
      const reports = reportAgents(text);
      expect(rows.map(({ token, access, line }) => [token, access, line])).toEqual(
        reports.map(({ token, access, rule }) => [token, access, rule?.line]),
      );
      for (const { token, access } of rows.filter(({ purpose }) => purpose === "training")) {
        const { tokens, dialect } = resolveAgent(token);
        const allowed = parse(text, { dialect }).agent(tokens).isAllowed("/some/page/that/nobody/names");
        if (access !== "partly") expect(allowed).toBe(access === "allowed");
      }
    }
  });
});
