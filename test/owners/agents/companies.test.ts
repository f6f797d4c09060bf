/** Companies and products: the crawlers that people mean by their names. */
import { describe, expect, it } from "vitest";
import { products } from "../../../bindings/owners/agents/companies.ts";
import { knownAgents, resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const crawlersFor = (name: string): string[] | undefined => resolveAgent(name).crawlers?.map(({ token }) => token);

describe("the name of a company or a product gives its crawlers", () => {
  itEach<[name: string, tokens: string[]]>(
    "the name of a company or a product gives its crawlers: %j: %j",
    (name, tokens) => expect(crawlersFor(name)).toEqual(tokens),
  );

  it("Google, and only crawlers that are still sent", () => {
    expect(crawlersFor("Google")).toContain("Googlebot");
    for (const { status } of resolveAgent("Google").crawlers!) expect(status).toBe("active");
  });

  it.each(["Googlebot", "WhatsApp", "ExampleBot", "unknown", "x", "*"])("but not %j", (name) =>
    expect(crawlersFor(name)).toBeUndefined(),
  );
});

it("the tokens of such a name stay what was typed", () => {
  expect(resolveAgent("OpenAI")).toMatchObject({
    tokens: ["OpenAI"],
    dialect: "rfc9309",
    assumed: [expect.stringContaining("its crawlers are GPTBot")],
  });
});

it("every product names crawlers of the table that are still sent", () => {
  const active = new Set(knownAgents.filter(({ status }) => status === "active").map(({ token }) => token));
  for (const [name, tokens] of Object.entries(products))
    for (const token of tokens) expect(active.has(token), `${name}: ${token}`).toBe(true);
});
