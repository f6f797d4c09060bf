/** To add a crawler, one row is enough: in a copy of the tree, everything that knows crawlers knows a new one. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { freshClone } from "../../../support/clone.ts";
import { root } from "../../../support/documents.ts";

const ROW = {
  token: "NovelBot",
  products: ["Novel Search"],
  purpose: "search",
  answers: true,
  fallback: ["Googlebot"],
  crawlDelay: "ignored",
  identity: "novel",
  oftenWritten: true,
  alsoWritten: ["novel"],
  ifBlocked: "Novel readers miss your pages.",
  confidence: "page",
  checked: "2026-11-28",
  source: "https://novel.example/bot",
};
const LIST = { file: "novelbot.json", url: "https://novel.example/novelbot.json" };
const CHECKED = { confidence: "page", checked: "2026-11-28", source: "https://novel.example/bot" };
const OPERATOR = {
  name: "Novel",
  habits: [{ topic: "cache", habit: "Changes take effect after an hour.", ...CHECKED }],
  identities: { novel: { lists: [LIST], suffixes: ["novel.example"], ...CHECKED } },
  crawlers: [
    ROW,
    { token: "OldNovelBot", purpose: "search", answers: true, status: "renamed to NovelBot", ...CHECKED },
  ],
};

/** What the build makes of other sources, which it does not make again. */
const COMPILED = ["base/characters", "core/layout", "core/engine/module/bytes", "owners/lint/codes"].map(
  (name) => `bindings/${name}.ts`,
);

/** What the tests call, from the sources of the copy. */
const ENTRY = `
export * as agents from "./bindings/owners/agents/index.ts";
export { crowdsBetween } from "./bindings/owners/agents/audiences.ts";
export { lint } from "./bindings/owners/lint/index.ts";
export { command } from "./bindings/cli/agents.ts";
export { overviewOf } from "./tester/work/crawlers.ts";
export { crawlerPages } from "./docs/.vitepress/build/crawlers.mts";
`;

// biome-ignore lint/suspicious/noExplicitAny: the copy has the types of the sources
let copy: any;
// biome-ignore lint/suspicious/noExplicitAny: the same
let scripts: any;

beforeAll(async () => {
  const folder = await freshClone();
  for (const file of COMPILED) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const table = join(folder, "bindings/owners/agents/crawlers.json");
  const source = JSON.parse(readFileSync(table, "utf8"));
  writeFileSync(table, JSON.stringify({ ...source, operators: [...source.operators, OPERATOR] }));
  scripts = await import(pathToFileURL(join(folder, "scripts/crawlers.mjs")).href);
  scripts.writeTables(folder);
  const outfile = join(folder, "copy.mjs");
  const alias = {
    "#wasm": "./bindings/core/engine/module/inline.ts",
    "robots-wasm/agents": "./bindings/owners/agents/index.ts",
  };
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  const how = { bundle: true, format: "esm", platform: "node", logLevel: "error" } as const;
  await build({
    ...how,
    stdin: { contents: ENTRY, resolveDir: folder },
    absWorkingDir: folder,
    alias,
    banner,
    outfile,
  });
  copy = await import(pathToFileURL(outfile).href);
}, 120_000);

describe("robots-wasm/agents", () => {
  it("resolves its token, its header, its operator and its product", () => {
    const { resolveAgent } = copy.agents;
    expect(resolveAgent("novelbot")).toMatchObject({ tokens: ["NovelBot", "Googlebot"], assumed: [] });
    expect(resolveAgent("Mozilla/5.0 (compatible; NovelBot/1.0)").agent).toMatchObject({ operator: "Novel" });
    for (const name of ["Novel", "novel search"])
      expect(resolveAgent(name).crawlers).toMatchObject([{ token: "NovelBot" }]);
  });

  it("reports it, by purpose, with its habits and its identity", () => {
    const { reportAgents, agentsFor, habitsOf, findAgent, identityOf } = copy.agents;
    expect(reportAgents("User-agent: NovelBot\nDisallow: /").at(-2)).toMatchObject({
      token: "NovelBot",
      access: "refused",
    });
    expect(agentsFor("search")).toContainEqual(findAgent("NovelBot"));
    expect(habitsOf(findAgent("NovelBot"))).toMatchObject([{ topic: "cache" }]);
    expect(identityOf("NovelBot")).toMatchObject({ tokens: ["NovelBot"], lists: [LIST] });
  });

  it("verifies it by its list", () => {
    const list = copy.agents.parseAddressList(
      '{"creationTime":"2026-11-01","prefixes":[{"ipv4Prefix":"192.0.2.0/28"}]}',
    );
    const facts = { lists: { [LIST.file]: list }, at: new Date("2026-11-10T00:00:00Z") };
    expect(copy.agents.verifyCrawler({ userAgent: "NovelBot/1", address: "192.0.2.1" }, facts).identity).toBe(
      "verified",
    );
  });

  it("counts it as an assistant that a site may lose", () => {
    const crowds = copy.crowdsBetween("", "") as { audience: { id: string }; rows: object[] }[];
    expect(crowds.find(({ audience }) => audience.id === "answers")!.rows).toContainEqual(
      copy.agents.findAgent("NovelBot"),
    );
  });
});

describe("lint", () => {
  const messagesFor = (token: string, field = "Disallow: /a"): string[] =>
    copy.lint(`User-agent: ${token}\n${field}\nDisallow: /b`).map(({ message }: { message: string }) => message);

  it.each([
    ["NovelBots", "this is not NovelBot; did you mean it?"],
    ["novel", "no crawler looks for novel; did you mean NovelBot?"],
    ["OldNovelBot", "OldNovelBot is called NovelBot today"],
  ])("%s: %s", (token, message) => expect(messagesFor(token)).toContain(message));

  it("knows that it ignores Crawl-delay", () =>
    expect(messagesFor("NovelBot", "Crawl-delay: 5").join()).toContain("NovelBot"));
});

it("crawlers.json has it, and is dated by it", () => {
  const { date, crawlers, habits } = scripts.crawlersFrom(copy.agents);
  expect(date).toBe("2026-11-28");
  expect(crawlers.find(({ token }: { token: string }) => token === "NovelBot")).toMatchObject({
    writeAs: "NovelBot",
    identity: { lists: [LIST.url] },
  });
  expect(habits.at(-1)).toMatchObject({ operator: "Novel" });
});

it("the tester and the page of the crawler have it", () => {
  const { rows } = copy.overviewOf({ source: { kind: "file", text: "" } });
  expect(rows.at(-2)).toMatchObject({ token: "NovelBot", section: "search", answers: true });
  expect(copy.crawlerPages().at(-2).markdown).toContain("Novel readers miss your pages.");
});

it("the command line prints it", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await copy.command.run([join(root, "docs/agents.md"), "--agent", "NovelBot"]);
  const written = write.mock.calls.join("");
  write.mockRestore();
  expect(written).toContain("NovelBot");
});
