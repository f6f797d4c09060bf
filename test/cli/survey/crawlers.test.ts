/** The crawlers of `robots-wasm survey`: the table, a file of more, and a choice among them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crawlersWith, selectedCrawlers } from "../../../bindings/cli/survey/crawlers.ts";
import { knownAgents } from "../../../bindings/owners/agents/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-crawlers-"));

function fileOf(text: string): string {
  writeFileSync(join(folder, "crawlers.ndjson"), text);
  return join(folder, "crawlers.ndjson");
}

it("without a file, the table", () => expect(crawlersWith(undefined)).toBe(knownAgents));

it("adds crawlers after the table, and replaces those of the same token", () => {
  const all = crawlersWith(fileOf('{"token":"OwnBot"}\n\n{"token":"gptbot","purpose":"search"}\n'));
  expect(all.length).toBe(knownAgents.length + 1);
  expect(all.slice(-2)).toMatchObject([
    { token: "OwnBot", purpose: "other", operator: "", fallback: [], ignoresStar: false },
    { token: "gptbot", purpose: "search" },
  ]);
  expect(all.filter(({ token }) => token.toLowerCase() === "gptbot")).toHaveLength(1);
});

itEach<[text: string, message: string]>("refuses a file, and says why: %j", (text, message) =>
  expect(() => crawlersWith(fileOf(text))).toThrow(message),
);

describe("chooses", () => {
  const tokensOf = (...rest: Parameters<typeof selectedCrawlers> extends [unknown, ...infer R] ? R : never): string[] =>
    selectedCrawlers(knownAgents, ...rest).map(({ token }) => token);

  it("by name, in the order given, each once", () =>
    expect(tokensOf(["ccbot", "GPTBot", "CCBot"], undefined)).toEqual(["CCBot", "GPTBot"]));
  it("by purpose", () => expect(tokensOf(undefined, ["training"])).toContain("GPTBot"));
  it("by both", () => expect(tokensOf(["CCBot", "GPTBot"], ["training"])).toEqual(["GPTBot"]));
  it("refuses an unknown name", () => expect(() => tokensOf(["GPTBott"], undefined)).toThrow("did you mean GPTBot?"));
  it("refuses a choice that leaves none", () =>
    expect(() => tokensOf(["GPTBot"], ["ads"])).toThrow("expected --agent and --purpose that leave a crawler"));
});
