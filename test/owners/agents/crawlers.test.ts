/** The table as data, dist/crawlers.json: it fits its schema, has every row, and the scripts compare it with others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import {
  type AgentPurpose,
  agentsFor,
  headerAgents,
  identityOf,
  type KnownAgent,
  knownAgents,
  type OperatorHabit,
  operatorHabits,
  purposes,
  resolveAgent,
} from "../../../bindings/owners/agents/index.ts";
import { buildRobotsTxt } from "../../../bindings/owners/lint/index.ts";
import { changedRows, missingHeaders, missingTokens } from "../../../scripts/agents-compare.mjs";

interface Table {
  readonly date: string;
  readonly crawlers: readonly (KnownAgent & { readonly writeAs: string; readonly identity?: object })[];
  readonly habits: readonly OperatorHabit[];
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const table = read("dist/crawlers.json") as Table;

describe("crawlers.json", () => {
  it("fits its schema", () => {
    const validate = new Ajv2020({ allErrors: true }).compile(read("dist/crawlers.schema.json"));
    expect(validate(table) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...table, crawlers: [{ ...table.crawlers[0], purpose: "unheard-of" }] })).toBe(false);
  });

  it("has every row and every habit, and what a file writes for each token", () => {
    const rows = [...knownAgents, ...headerAgents].map((row) => ({
      writeAs: resolveAgent(row.token).tokens[0],
      ...row,
    }));
    expect(table.crawlers.map(({ identity: _, ...row }) => row)).toEqual(rows);
    expect(table.habits).toEqual(operatorHabits);
  });

  it("has how requests of a crawler can be recognised", () => {
    const identified = table.crawlers.filter(({ identity }) => identity !== undefined);
    expect(identified.map(({ token }) => token)).toEqual(
      [...knownAgents, ...headerAgents].map(({ token }) => token).filter((token) => identityOf(token) !== undefined),
    );
    expect(table.crawlers.find(({ token }) => token === "Googlebot")?.identity).toMatchObject({
      suffixes: ["googlebot.com", "google.com"],
      confidence: "page",
    });
  });

  it("is dated by its newest row, and the page of changes has a section with this date at its top", () => {
    const dates = [...table.crawlers, ...table.habits].map(({ checked }) => checked).sort();
    expect(table.date).toBe(dates.at(-1));
    const changes = readFileSync(join(root, "docs/crawlers-changes.md"), "utf8");
    expect(/^## (.*)$/m.exec(changes)?.[1]).toBe(table.date);
  });

  it("every token that robots.txt files use can be written to one that lints without errors", () => {
    const agents = table.crawlers.filter(({ confidence }) => confidence !== "header").map(({ writeAs }) => writeAs);
    expect(buildRobotsTxt({ groups: [{ agents, disallow: "/" }] })).toContain("User-agent: Kangaroo\n");
  });

  it.each(Object.keys(purposes) as AgentPurpose[])("buildRobotsTxt accepts agentsFor(%j)", (purpose) => {
    const agents = agentsFor(purpose);
    const text = buildRobotsTxt({ groups: [{ agents, disallow: "/" }] });
    const rules = parse(text);
    for (const { token } of agents) expect(rules.isAllowed("/", resolveAgent(token).tokens[0]!)).toBe(false);
  });
});

describe("scripts/agents-compare.mjs", () => {
  it("names tokens of ai.robots.txt that no row has, and not the versions of those that we have", () =>
    expect(
      missingTokens({ GPTBot: {}, "MistralAI-User/1.0": {}, gptbot: {}, UnheardOfBot: {}, "http://x.example": {} }),
    ).toEqual(["UnheardOfBot", "http://x.example"]));

  it("names entries of crawler-user-agents that neither their pattern nor their headers make known", () =>
    expect(
      missingHeaders([
        { pattern: "Googlebot\\/", instances: [] },
        {
          pattern: "[cC]rawlerOfBing",
          instances: ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
        },
        { pattern: "UnheardOf Bot", instances: ["UnheardOf Bot/1.0"], tags: ["seo"] },
      ]),
    ).toEqual([{ name: "UnheardOf Bot", tags: ["seo"] }]));
});

describe("scripts/agents-compare.mjs --old", () => {
  const row = {
    token: "A",
    operator: "B",
    fallback: [],
    confidence: "listed",
    checked: "2026-01-01",
    source: "https://a.example",
  };
  const of = (...crawlers: object[]) => ({ crawlers });

  it.each([
    ["a new row", of(), of(row), ["| A | B | new, listed |"]],
    ["a row that is gone", of(row), of(), ["| A | B | removed |"]],
    ["what a row says", of(row), of({ ...row, fallback: ["C"] }), ["| A | B | fallback none → C |"]],
    ["a note", of(row), of({ ...row, note: "x" }), ["| A | B | note |"]],
    ["an identity", of(row), of({ ...row, identity: { lists: [] } }), ["| A | B | identity |"]],
    ["not a date or a source", of(row), of({ ...row, checked: "2026-02-01", source: "https://b.example" }), []],
  ])("%s", (_, old, now, lines) => expect(changedRows(old, now)).toEqual(lines));
});
