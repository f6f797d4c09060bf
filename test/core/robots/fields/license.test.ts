/** License lines (RSL 1.0): which licences apply to whom, that they survive saving, and that they change no verdict. */

import { describe, expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { openArchive } from "../../../../bindings/crawl/archive/index.ts";
import { memoryStore, RobotsClient } from "../../../../bindings/crawl/client/index.ts";
import { AgentRules, parse } from "../../../../bindings/index.ts";
import { archiveOf, byRules } from "../../../crawl/archive/build.ts";
import fc from "../../../support/properties.ts";
import { tablesOf } from "../../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const [A, B, C] = ["https://a.example/license.xml", "https://b.example/é?x=1", "ftp://c.example/l"];
const file = `License: ${A}\nlicense: ${B}\n\nUser-agent: own\nLicense: ${C}\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n`;

describe("which licences apply", () => {
  itEach<[title: string, body: string, agent: string, expected: string[]]>(
    "which licences apply: %s",
    (_, body, agent, expected) => expect(parse(body).agent(agent).licenses).toEqual(expected),
  );

  it("RobotsTxt has those outside groups", () => {
    expect(parse(file).licenses).toEqual([A, B]);
    expect(parse(`User-agent: x\nLicense: ${A}\n`).licenses).toEqual([]);
  });

  it("after a group that a blank line has ended, they are outside it", () => {
    const body = `User-agent: x\nDisallow: /\n\nLicense: ${A}\n`;
    expect(parse(body, { dialect: "original1994" }).licenses).toEqual([A]);
    expect(parse(body).licenses).toEqual([]);
  });
});

describe("they are kept", () => {
  it.each(["own", "other"])("in saved rules: %s", (agent) => {
    const rules = parse(file).agent(agent);
    expect(AgentRules.fromBytes(rules.toBytes()).licenses).toEqual(rules.licenses);
  });

  it("by the client and its store", async () => {
    const store = memoryStore();
    const get = async (body: string): Promise<readonly string[]> => {
      const client = new RobotsClient({ agent: "other", store, fetch: async () => new Response(body) });
      return (await client.get("https://a.test/")).rules.licenses;
    };
    expect(await get(file)).toEqual([A, B]);
    expect(await get("the store answers, so this is never fetched")).toEqual([A, B]);
  });

  it("in archives", async () => {
    const archive = openArchive(await archiveOf([{ host: "a.example", state: byRules(file) }]));
    expect(archive.find("https://a.example/")?.rules.licenses).toEqual([A, B]);
  });
});

it("never change a verdict, whatever the value, and never throw", () => {
  const key = fc.constantFrom("License", "LICENSE", "Licence", "license ");
  const value = fc.oneof(fc.string(), fc.constantFrom(A, "https://", "http://[", "//x", "/x", "\ud800", "*"));
  const lines = fc.array(
    fc.tuple(key, value).map(([name, text]) => `${name}: ${text.replace(/[\r\n]/g, "")}`),
    {
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(lines, lines, fc.constantFrom(...dialects.map(({ name }) => name)), (outside, inside, dialect) => {
      const fileWith = (before: readonly string[], within: readonly string[]): string =>
        [...before, "User-agent: x", ...within, "Disallow: /a", "Allow: /a/b", "User-agent: *", "Disallow: /c"].join(
          "\n",
        );
      for (const agent of ["x", "y"]) {
        const [rules, plain] = [fileWith(outside, inside), fileWith([], [])].map((body) =>
          parse(body, { dialect }).agent(agent),
        );
        const urls = ["/", "/a", "/a/b", "/c", "/robots.txt"];
        expect(rules!.isAllowedMany(urls)).toEqual(plain!.isAllowedMany(urls));
        for (const url of rules!.licenses) expect(URL.canParse(url)).toBe(true);
      }
    }),
  );
});

it("a hostile file of licences takes linear time", () => {
  const body = `${"License: https://a.example/\n".repeat(10_000)}${"User-agent: x\nDisallow: /\n".repeat(10_000)}`;
  expect(parse(body, { maxBytes: 2 ** 24 }).agent("y").fields).toHaveLength(10_000);
});
