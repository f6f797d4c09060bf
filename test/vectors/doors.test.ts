/** One URL, one verdict: every door of the library and of the commands gives the same answer (docs/dialects.md, readings). */
import { describe, expect, it } from "vitest";
import { BlockFilter } from "../../bindings/bulk/filter/block-filter.ts";
import { LineDecider } from "../../bindings/bulk/filter/line-decider.ts";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { AgentRules, diffVersions, matchers, parse, trace } from "../../bindings/index.ts";
import { assertionsIn } from "../../bindings/owners/assertions/assertions.ts";
import { AssertionChecker } from "../../bindings/owners/assertions/check.ts";
import { compile, instantiate, read, write } from "../embed/module.ts";

/** A rule, and URLs of which one reading is refused by it, or none. All are http URLs of this origin. */
const ORIGIN = "http://a.example";
const table: readonly (readonly [rule: string, path: string, allowed: boolean])[] = [
  ["/a", "/x/../a", false],
  ["/a", "/x/%2e%2E/a", false],
  ["/a/../b", "/a/../b", false],
  ["/b", "/a/../b", false],
  ["/a", "\\a", false],
  ["/a", "/\ta", false],
  ["/x$", "/x?", false],
  ["/x?", "/x?#f", false],
  ["/%5E", "/^", false],
  ["/*%27", "/?it's", false],
  ["/gr%C3%B6%C3%9Fe", "/größe/", false],
  ["/größe", "/gr%C3%B6%C3%9Fe/", false],
  ["/a", "/it's/a|b?q={^`}", true],
  ["/a", "/.well-known/a", true],
  ["/a", "/x/..a", true],
];

const module = instantiate("embed");
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function filtered(rules: AgentRules, url: string, explains: boolean): Promise<boolean> {
  const missing = async () => expect.fail("expected a known origin");
  const by = { dialect: "rfc9309" as const, agents: ["x"], archives: [], missing, memoryBytes: 2 ** 20, explains };
  const decider = new LineDecider({ ...by, library: { find: () => ({ rules }) } });
  const format = explains ? "json" : "verdicts";
  const bytes = new Uint8Array(bytesOf(`${url}\n`));
  const block = { bytes, offset: 0, end: bytes.length, overlong: 0 };
  const { output } = await new BlockFilter(decider, { format, refused: false, invalid: false }).decide(block);
  const text = Buffer.from(output).toString();
  // They call fewer texts a URL: these have no line of JSON.
  return explains ? text !== "" && JSON.parse(text).allowed : text === "1\n";
}

describe.each(table)("Disallow: %s, %s: allowed %s", (rule, path, allowed) => {
  const file = `User-agent: *\nDisallow: ${rule}\n`;
  const robots = parse(file);
  const rules = robots.agent("x");
  const url = ORIGIN + path;

  it("by the core, one by one, many, in lines, saved, traced and in a matcher", () => {
    expect(rules.isAllowed(url)).toBe(allowed);
    expect(rules.isAllowed(bytesOf(url))).toBe(allowed);
    expect(parse(file).isAllowed(url, "x")).toBe(allowed);
    expect(rules.explain(url).allowed).toBe(allowed);
    expect([...rules.isAllowedMany([url])]).toEqual([Number(allowed)]);
    expect([...rules.isAllowedLines(bytesOf(`${url}\n`))]).toEqual([Number(allowed)]);
    expect(AgentRules.fromBytes(rules.toBytes()).isAllowed(url)).toBe(allowed);
    expect(trace(robots, "x", url).allowed).toBe(allowed);
    expect(matchers.toAllow(robots, url, { agent: "x" }).pass).toBe(allowed);
  });

  it("by the client, its rules and its explanation", async () => {
    const client = new RobotsClient({ agent: "x", fetch: async () => new Response(file) });
    expect(await client.isAllowed(url)).toBe(allowed);
    expect((await client.get(url)).rules.isAllowed(url)).toBe(allowed);
    expect((await client.explain(url)).allowed).toBe(allowed);
  });

  it("by filter, as verdicts and as JSON", async () => {
    expect(await filtered(rules, url, false)).toBe(allowed);
    expect(await filtered(rules, url, true)).toBe(allowed);
  });

  it("by embed.wasm, and the line of the rule", () => {
    const program = compile(module, file);
    const count = module.decide_readings(program, write(module, `${url}\n`));
    expect([...read(module, count)]).toEqual([Number(allowed)]);
    if (path.startsWith("\\")) return;
    const line = module.readings_rule_line(program, write(module, `${url}\n`));
    expect(line).toBe(rules.explain(url).rule?.line ?? 0);
  });

  it("by diffVersions and by an assertion", () => {
    const [difference] = diffVersions("", file, "x", [url]);
    expect(difference === undefined).toBe(allowed);
    if (/[\s#]/.test(url)) return;
    const [assertion] = assertionsIn(`# test: x ${url} ${allowed ? "allowed" : "refused"}`);
    expect(new AssertionChecker(robots).check(assertion!).passed).toBe(true);
  });
});
