/** Rules that a caller keeps decide alike whatever the caller does meanwhile. */
import { expect, it } from "vitest";
import { type AgentRules, type ParseOptions, parse } from "../../../bindings/index.ts";
import { forced, withEngine } from "../../support/engines.ts";

const engine = forced("auto");
const lines = Array.from(
  { length: 200 },
  (_, i) => `Disallow: /a/path/of/a/page/that/is/as/long/as/in/many/files/${i}\n`,
);
const file = `User-agent: *\n${lines.join("")}`;
const refused = "/a/path/of/a/page/that/is/as/long/as/in/many/files/7";

const rulesBy = (body: string | Uint8Array, options?: ParseOptions): AgentRules =>
  withEngine(engine, () => parse(body, options).agent("x"));

it("to the bytes", () => {
  const bytes = new TextEncoder().encode(file);
  const rules = rulesBy(bytes);
  bytes.fill(0x20);
  withEngine(engine, () =>
    expect([refused, "/b", refused].map((url) => rules.isAllowed(url))).toEqual([false, true, false]),
  );
});

it("to the list of agents", () => {
  const agents = ["x"];
  withEngine(engine, () => {
    const rules = parse(`${file.replace("*", "x")}User-agent: y\nAllow: /\n`).agent(agents);
    agents[0] = "y";
    parse("").agent("x");
    expect(rules.explain(refused)).toMatchObject({ allowed: false, agent: "x" });
  });
});

it.each([true, false])("to the leniency of the dialect: indexHtml %s", (indexHtml) => {
  const directory = `${file}Disallow: /d\nAllow: /d/index.html\n`;
  const rules = rulesBy(directory, { leniency: { indexHtml } });
  withEngine(engine, () => {
    expect(rules.isAllowed("/d/")).toBe(indexHtml);
    parse(directory, { leniency: { indexHtml: !indexHtml } }).isAllowed("/d/", "x");
    expect(rules.isAllowed("/d/")).toBe(indexHtml);
  });
});

it("by a URL whose bytes ask about another file when they are read", () => {
  const rules = rulesBy(file);
  class Asking extends Uint8Array {
    override get length(): number {
      parse(file.replaceAll("/a/", "/")).agent("x").isAllowed("/");
      return super.length;
    }
  }
  const url = new Asking(new TextEncoder().encode(refused));
  withEngine(engine, () => expect([rules.isAllowed(url), rules.isAllowed(url)]).toEqual([false, false]));
});
