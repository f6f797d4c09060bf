/**
 * Both engines compile files of 30,000 lines to the same bytes. Fewer lines, for dialects with leniency options too, are in
 * test/core/engine; .ci/weekly compiles so many for all of them.
 */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { agentLists, differenceOf, latin1, longFiles } from "../../../core/engine/differences.ts";

describe.each(dialects)("$name", (dialect) => {
  it.each(longFiles(30_000))("compiles %s alike", (_, text) => {
    for (const agents of agentLists) expect(differenceOf(latin1(text), agents, dialect, ["/b"])).toBeUndefined();
  });
});
