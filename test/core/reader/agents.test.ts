/** Which user-agent lines name a crawler, and which are for `*`. test/assembly/read.test.ts has them against a model. */
import { describe, expect, it } from "vitest";
import { type Dialect, dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { STAR_WITH_TEXT } from "../../../bindings/core/layout.ts";
import { type AgentTest, callerToken, isStarFor, namesAgent } from "../../../bindings/core/reader/agents.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** Behind the value stands what would change the answer if it were read. */
const asks = (test: AgentTest, value: string): boolean[] =>
  ["", " ", "*", "x", "/"].map((behind) => {
    const bytes = Buffer.from(`*${value}${behind}`, "latin1");
    return test(bytes, 1, 1 + Buffer.byteLength(value, "latin1"));
  });
const all = (answer: boolean): boolean[] => Array<boolean>(5).fill(answer);

describe.each(dialects)("$name", (dialect: Dialect) => {
  const isStar = isStarFor(dialect);

  it("`*` is for every crawler, and text is behind it where the dialect lets white space end it", () => {
    expect([asks(isStar, "*"), asks(isStar, ""), asks(isStar, "x*")]).toEqual([all(true), all(false), all(false)]);
    const takesText = (dialect.flags & STAR_WITH_TEXT) !== 0;
    for (let byte = 0; byte < 256; byte++) {
      const isSpace = byte === 0x20 || (byte >= 9 && byte <= 13);
      expect(asks(isStar, `*${String.fromCharCode(byte)}x`), `*, byte ${byte}`).toEqual(all(takesText && isSpace));
    }
  });

  it("a line that is for `*` names nobody", () => {
    for (const agent of ["*", "x", ""]) expect(asks(namesAgent(agent, dialect), "*")).toEqual(all(false));
  });
});

describe("names", () => {
  itEach<[dialect: string, agent: string, line: string, isNamed: boolean]>(
    "%s: %s, and a line for %s: %s",
    (name, agent, line, isNamed) => {
      expect(asks(namesAgent(agent, dialectNamed(name as "rfc9309")), line)).toEqual(all(isNamed));
    },
  );

  it("a caller's token is cut only where the dialect says so, or the caller of this function", () => {
    const tokenOf = (agent: string, name: string, isCut?: boolean) =>
      Buffer.from(callerToken(agent, dialectNamed(name as "rfc9309"), isCut)).toString();
    expect([tokenOf("Foo_B-z/1", "rfc9309", true), tokenOf("Foo_B-z/1", "rfc9309", false)]).toEqual([
      "foo_b-z",
      "foo_b-z/1",
    ]);
    for (const { name } of dialects) expect(tokenOf("FOO", name)).toBe("foo");
  });
});
