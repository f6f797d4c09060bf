/** bindings/owners/agents/crawlers.json is the one source of what is known of crawlers, and everything that answers for them agrees. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answersQuestions } from "../../../bindings/owners/agents/answers-questions.ts";
import { crowdsBetween } from "../../../bindings/owners/agents/audiences.ts";
import {
  findAgent,
  habitsOf,
  headerAgents,
  identityOf,
  knownAgents,
  resolveAgent,
} from "../../../bindings/owners/agents/index.ts";
import * as lists from "../../../bindings/owners/lint/agent-lists.ts";
import { lint } from "../../../bindings/owners/lint/index.ts";
import { faultsOf } from "../../../scripts/crawlers.mjs";
import { root } from "../../support/documents.ts";

interface Row {
  token: string;
  [key: string]: unknown;
}

const text = readFileSync(`${root}/bindings/owners/agents/crawlers.json`, "utf8");
const source = (): { operators: { name: string; habits?: object[]; crawlers: Row[] }[] } => JSON.parse(text);
const everyRow = [...knownAgents, ...headerAgents];
const findingsFor = (token: string) => lint(`User-agent: ${token}\nDisallow: /a\n`);

/** The faults of the table in which one row has other members. */
function faultsWith(token: string, changes: object): readonly string[] {
  const changed = source();
  const row = changed.operators.flatMap(({ crawlers }) => crawlers).find((one) => one.token === token)!;
  Object.assign(row, changes);
  return faultsOf(root, changed);
}

it("the table has no fault", () => expect(faultsOf(root, source())).toEqual([]));

describe("a row cannot be written if its facts disagree", () => {
  it.each([
    ["a note about answers, and no answers", "ProRataInc", { answers: false }],
    ["a crawler for searches that does not say whether it answers", "Googlebot", { answers: undefined }],
    ["an answer by a crawler for training", "GPTBot", { answers: true }],
    ["a permission that sends requests", "Google-Extended", { identity: "common-crawlers" }],
    ["an identity that its operator does not have", "GPTBot", { identity: "claude-bots" }],
    ["an old name with a product", "msnbot", { products: ["Bing"] }],
    ["an old name that answers unlike the new one", "Google-NotebookLM", { answers: false }],
    ["a fallback that is not a row", "Googlebot-Image", { fallback: ["UnheardOf"] }],
    ["a token of another row", "GPTBot", { token: "ccbot" }],
    ["a product of another operator", "GPTBot", { products: ["ChatGPT", "Claude"] }],
    ["the same purpose twice", "CCBot", { alsoFor: ["archive"] }],
    ["a name for it that is a token", "Googlebot", { alsoWritten: ["applebot"] }],
    ["a purpose that nobody knows", "GPTBot", { purpose: "unheard-of" }],
    ["no source", "GPTBot", { source: undefined }],
    ["a usual value", "GPTBot", { ignoresStar: false }],
  ])("%s", (_, token, changes) => expect(faultsWith(token, changes)).not.toEqual([]));

  it("a habit about Crawl-delay that does not hold for all crawlers of the operator", () => {
    const changed = source();
    changed.operators.find(({ name }) => name === "Amazon")!.habits = [
      {
        topic: "crawl-delay",
        habit: "Crawl-delay is not supported.",
        confidence: "report",
        checked: "2026-11-22",
        source: "https://a.example",
      },
    ];
    expect(faultsOf(root, changed)).toEqual([expect.stringContaining("does not say of which crawler")]);
  });
});

describe("the answers about a crawler agree", () => {
  it("a crawler whose note is about answers or assistants counts as one that answers", () => {
    const said = everyRow.filter(
      ({ purpose, note = "" }) => /search|user/.test(purpose) && /answers|assistant/.test(note),
    );
    expect(said.length).toBeGreaterThan(2);
    for (const { token } of said) expect(answersQuestions, token).toContain(token);
  });

  it.each(["ProRataInc", "KlaviyoAIBot", "LinkupBot"])("a site that loses %s loses an assistant", (token) => {
    const crowd = crowdsBetween("", "").find(({ rows }) => rows.includes(findAgent(token)!));
    expect(crowd?.audience.id).toBe("answers");
  });

  it("AmazonAdBot obeys Crawl-delay, and the habit of the others does not contradict it", () => {
    expect(findAgent("AmazonAdBot")!.crawlDelay).toBe("obeyed");
    for (const { topic, habit } of habitsOf(findAgent("AmazonAdBot")!))
      if (topic === "crawl-delay") expect(habit).toContain("Amazonbot");
  });

  it("an identity is one of the operator", () => {
    for (const { token, operator } of everyRow) expect(identityOf(token)?.operator ?? operator).toBe(operator);
  });
});

describe("lint knows what the table knows", () => {
  const known = knownAgents.filter(({ token }) => !token.includes(" "));

  it("spells a token as its operator does", () => {
    for (const token of lists.wellKnownAgents) expect(findAgent(token)?.token).toBe(token);
    expect(findingsFor("Bingbots")).toMatchObject([{ message: "this is not bingbot; did you mean it?" }]);
  });

  it("proposes a token that is still sent for an old name, or none", () => {
    for (const today of Object.values(lists.retiredAgents).filter(Boolean))
      expect(findAgent(today)?.status).toBe("active");
  });

  it("reports old names, all of them, and takes no token for a misspelling of another", () => {
    for (const { token, status } of known) {
      const codes = findingsFor(token).map(({ code }) => code);
      expect(codes.includes("retired-agent"), token).toBe(status !== "active");
      expect(codes, token).not.toContain("misspelt-agent");
    }
  });

  it("accepts unusual characters in the tokens of the table", () => {
    for (const { token } of known)
      expect(
        findingsFor(token).map(({ code }) => code),
        token,
      ).not.toContain("agent-not-a-token");
  });

  it("knows who ignores Crawl-delay, and who falls back to another token", () => {
    const ignoring = knownAgents.filter(({ crawlDelay }) => crawlDelay === "ignored");
    expect(lists.ignoringDelay).toEqual(ignoring.map(({ token }) => token.toLowerCase()));
    for (const { token, fallback } of known.filter((row) => row.fallback.length > 0))
      expect(lists.fallbackFamilies[fallback[0]!], token).toContain(token.toLowerCase());
  });

  it("proposes a crawler of the company that somebody names", () => {
    for (const [name, token] of Object.entries(lists.familyNames)) {
      const { crawlers } = resolveAgent(name);
      expect(
        crawlers?.map((row) => row.token),
        name,
      ).toContain(token);
    }
  });
});
