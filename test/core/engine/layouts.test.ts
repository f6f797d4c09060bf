/** The engines of test/support/engines.ts decide by the layout that they are named after. */
import { expect, it } from "vitest";
import { INDEX_BEFORE } from "../../../bindings/core/layout.ts";
import { AgentRules } from "../../../bindings/core/robots/agent-rules.ts";
import { parse } from "../../../bindings/index.ts";
import { layouts, withEngine } from "../../support/engines.ts";

const file = `User-agent: *\n${Array.from({ length: 9 }, (_, i) => `Disallow: /${i}`).join("\n")}`;

it.each(layouts)("$name", (engine) => {
  const rules = withEngine(engine, () => parse(file).agent("x"));
  const hasIndex = (): boolean => {
    const at = AgentRules.programOf(rules).address - INDEX_BEFORE;
    return new Uint32Array(engine.exports.memory.buffer, at, 1)[0] !== 0;
  };
  withEngine(engine, () => {
    expect(rules.isAllowed("/1")).toBe(false);
    expect(hasIndex()).toBe(engine.name === "wasm, index");
    for (let i = 0; i < 40; i++) expect(rules.isAllowed("/1")).toBe(false);
    expect(hasIndex()).toBe(engine.name !== "wasm, scan");
  });
});
