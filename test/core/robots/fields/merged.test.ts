/**
 * Fields about pace belong to the nearest run of consecutive user-agent lines above them, all others to the group (docs/dialects.md).
 * Generated files: both engines, before and after saving, against the oracle of test/fuzz/reference.ts.
 */
import { describe, expect, it } from "vitest";
import { AgentRules, parse } from "../../../../bindings/index.ts";
import { bytesOf } from "../../../fuzz/input.ts";
import { fieldsTarget } from "../../../fuzz/targets/fields.ts";
import { engines, withEngine } from "../../../support/engines.ts";
import fc from "../../../support/properties.ts";
import { sized } from "../../../support/sized.ts";

const names = ["FooBot", "BarBot", "BazBot", "Foo", "foobot/2", "*", "* all", ""];
const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => `User-agent: ${name}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom("1", "2", "2.5", "10", "0", "soon", "").map((value) => `Crawl-delay: ${value}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("1/10", "2/20s", "1/1m 0800-1800", "5/1", "0/1").map((rate) => `request-RATE:${rate}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("0100-0500", "0600 0800", "2300-0100", "0000-2400", "9")
      .map((time) => `VISIT-time : ${time}`),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        "Disallow: /a",
        "Allow: /",
        "Sitemap: https://a.example/s.xml",
        "Host: a.example",
        "Crawl-delays: 7",
        "\ufeffCrawl-delay: 9",
        "Visit: 0100-0200",
      ],
      ...["# comment", "no field", "", ""],
    ),
  },
);
const file = fc
  .tuple(fc.array(line, { maxLength: 16 }), fc.constantFrom("\n", "\r\n", "\r"))
  .map(([lines, end]) => bytesOf(lines.join(end)));
const agent = fc.constantFrom("FooBot", "BarBot", "Foo", "QuxBot", "*").map(bytesOf);

/** How the module decides, by scan or by index, is no matter of fields. */
const readers = engines.filter(({ name }) => name === "wasm" || name === "fallback");

it.each(readers)("the $name engine selects what the oracle does, in every dialect", (engine) =>
  withEngine(engine, () =>
    fc.assert(
      fc.property(file, agent, (bytes, name) => {
        fieldsTarget.check([bytes, name]);
      }),
      { numRuns: sized(250, 20_000) },
    ),
  ),
);

describe("a file with three merged groups", () => {
  const robots = parse(`User-agent: FooBot
Crawl-delay: 10
Content-Signal: search=no
User-agent: BarBot
User-agent: BazBot
Crawl-delay: 1
Clean-param: sid
Disallow: /x`);

  it.each([
    ["FooBot", 10],
    ["BarBot", 1],
    ["BazBot", 1],
  ])("%s waits %d seconds, and all other fields stay those of the group", (name, seconds) => {
    const parsed = robots.agent(name);
    for (const rules of [parsed, AgentRules.fromBytes(parsed.toBytes())]) {
      expect(rules.crawlDelay).toBe(seconds);
      expect(rules.fields.map(({ line }) => line)).toEqual([2, 3, 6, 7]);
      expect([rules.contentSignals.length, rules.cleanParams.length]).toEqual([1, 1]);
      expect(rules.isAllowed("/x")).toBe(false);
    }
  });
});
