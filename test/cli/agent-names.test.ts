/** Names of crawlers that users type: what they mean, what is said of them, and which are refused. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentRowsNamed, typedCrawler, typedCrawlers } from "../../bindings/cli/agent-names.ts";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

it.each(["", " ", ",", "A,", ",A", "A,,B", "A, ,B"])("%j has an empty token", (typed) =>
  expect(() => typedCrawler(typed)).toThrow("expected --agent with a product token; got an empty one"),
);

it.each(["Mozilla/5.0 (X11; Linux x86_64)", "Opera/9.80", "mozilla"])("%s is the header of no crawler", (typed) =>
  expect(() => typedCrawler(typed)).toThrow("expected --agent with a product token, or the header of a crawler"),
);

/** Names are told once in a process, so each row has another. */
it.each<[typed: string, tokens: string[], says: string]>([
  ["ShopBot", ["ShopBot"], ""],
  [" ShopBot2 ", ["ShopBot2"], ""],
  ["Googlebot", ["Googlebot"], ""],
  ["googlebot", ["Googlebot"], ""],
  ["GPTBot,  ShopBot", ["GPTBot", "ShopBot"], ""],
  ["Googlebot-Image", ["Googlebot-Image", "Googlebot"], "looks for Googlebot-Image, then for Googlebot"],
  ["ShopBot/2.1", ["ShopBot"], "looks for ShopBot"],
  ["Mozilla/5.0 (compatible; ShopBot3/1.0)", ["ShopBot3"], "looks for ShopBot3"],
])("%s means %j: %s", (typed, tokens, says) => {
  expect(typedCrawler(typed).tokens).toEqual(tokens);
  expect(typedCrawler(typed).tokens).toEqual(tokens);
  expect(said.length).toBe(says === "" ? 0 : 1);
  expect(said.join()).toContain(says);
});

it("a company means each of its crawlers", () => {
  expect(typedCrawlers("OpenAI").map(({ tokens }) => tokens[0])).toContain("GPTBot");
  expect(agentRowsNamed("OpenAI").map(({ token }) => token)).toContain("GPTBot");
});

it.each<[typed: string, token: string, fallback: string[]]>([
  ["GPTBot", "GPTBot", []],
  ["GPTBot,ShopBot", "GPTBot", ["ShopBot"]],
  ["ShopBot4", "ShopBot4", []],
  ["ShopBot4,ShopBot5", "ShopBot4", ["ShopBot5"]],
])("%s is one row: %s, then %j", (typed, token, fallback) => {
  const [row, ...others] = agentRowsNamed(typed);
  expect([row!.token, row!.fallback, others]).toEqual([token, fallback, []]);
});
