/**
 * What the tester says of 40 real files and 70 made ones, held against `explain`, `diffVersions` and the fields: a sentence of a headline, a
 * tile, a row, a list, Compare, a block of rules or a crawler's page that a sampled verdict contradicts fails. What a crawler that ignores
 * the groups for `*` does is in `fetchedAnyway`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type DialectName, diffVersions, parse, type RobotsTxt, usageOf } from "../../../bindings/index.ts";
import { findAgent, knownAgents, resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { fetchedAnyway } from "../../../bindings/owners/agents/internal.ts";
import { addGroups, examplePath, lint } from "../../../bindings/owners/lint/index.ts";
import { crawlerPages } from "../../../docs/.vitepress/build/crawlers.mts";
import { answerOf, isPermission } from "../../../tester/answer.ts";
import type { CrawlerRow, Publishing } from "../../../tester/protocol.ts";
import { overviewOf } from "../../../tester/work/crawlers.ts";
import { publishingOf } from "../../../tester/work/publishing.ts";
import { rulesAgainst } from "../../../tester/work/rules.ts";
import { UrlList } from "../../../tester/work/url-list.ts";
import { whyOf } from "../../../tester/work/why.ts";
import { realFiles } from "../../support/shared.ts";
import { sized } from "../../support/sized.ts";
import { call } from "../cli/process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-sentences-"));
const file = join(folder, "robots.txt");
afterAll(() => rmSync(folder, { recursive: true }));

interface NamedFile {
  readonly host: string;
  readonly text: string;
}

/** One of a hundred, or all of them once a week: 40 files. */
const real: readonly NamedFile[] = [...realFiles(sized(97, 1))].map(({ host, bytes }) => ({
  host,
  text: new TextDecoder().decode(bytes),
}));

/** Every rule below in a group of each of these: 70 files. */
const RULES = [
  "Disallow:",
  "Disallow: /",
  "Disallow: /p",
  "Disallow: /$",
  "Allow: /$\nDisallow: /",
  "Disallow: /c\nAllow: /c/d",
  "Disallow: /*?s=\nDisallow: /a/",
  "Disallow: /a\nDisallow: /a\nAllow: /a",
  "Disalow: /typo\nDisallow /colon",
  "Content-Signal: search=yes, ai-train=no\nDisallow: /x",
  "Disallow: /größe/\nDisallow: /a b/",
  "Crawl-delay: 10",
  "Disallow: *\nAllow: /shop*",
  "Disallow: /robots.txt\nDisallow: /index.html",
];
const GROUPS = [
  "User-agent: *",
  "User-agent: Googlebot\nUser-agent: bingbot",
  "User-agent: GPTBot\nUser-agent: Google-Extended",
  "User-agent: Googlebot-Image\nUser-agent: AdsBot-Google",
  "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot",
];
const made: readonly NamedFile[] = GROUPS.flatMap((group, g) =>
  RULES.map((rules, r) => ({ host: `group ${g}, rules ${r}`, text: `${group}\n${rules}\n` })),
);

/** Paths that no rule of the file is likely to single out, the home page, and one or two for each pattern. */
const sampled = (robots: RobotsTxt): readonly string[] =>
  [
    ...new Set([
      "/qzx",
      "/qzx/page.html?q=1",
      "/",
      ...robots.groups
        .flatMap(({ rules }) => rules.flatMap(({ pattern }) => [examplePath(pattern), `${examplePath(pattern)}q`]))
        .slice(0, sized(200, 2000)),
    ]),
  ].filter((path) => !/^\/robots\.txt(?:\?|$)/.test(path));

/** What `explain` says, and whether the crawler fetches. */
class Explained {
  readonly #files = new Map<DialectName, RobotsTxt>();
  readonly #verdicts = new Map<string, ReadonlyMap<string, boolean>>();
  readonly #text: string;
  readonly paths: readonly string[];

  constructor(text: string, paths?: readonly string[]) {
    this.#text = text;
    this.paths = paths ?? sampled(this.in("google"));
  }

  in(dialect: DialectName): RobotsTxt {
    const robots = this.#files.get(dialect) ?? parse(this.#text, { dialect });
    this.#files.set(dialect, robots);
    return robots;
  }

  fetches(token: string, path: string): boolean {
    const { tokens, dialect } = resolveAgent(token);
    const rules = this.in(dialect).agent(tokens);
    return rules.explain(path).allowed || fetchedAnyway(findAgent(token), rules) !== undefined;
  }

  /** Crawlers with the same rules share them. */
  of(token: string): ReadonlyMap<string, boolean> {
    const { tokens, dialect } = resolveAgent(token);
    const rules = this.in(dialect).agent(tokens);
    const anyway = fetchedAnyway(findAgent(token), rules) !== undefined;
    const key = `${dialect} ${anyway} ${rules.rules.map(({ line }) => line).join()}`;
    const known =
      this.#verdicts.get(key) ?? new Map(this.paths.map((path) => [path, anyway || rules.explain(path).allowed]));
    this.#verdicts.set(key, known);
    return known;
  }
}

const allowedIn = (verdicts: ReadonlyMap<string, boolean>): number => [...verdicts.values()].filter(Boolean).length;

/** What a sentence about one crawler claims that is wrong. */
function contradiction(says: string, verdicts: ReadonlyMap<string, boolean>): string | undefined {
  const all = verdicts.size;
  const allowed = allowedIn(verdicts);
  if (/whole site|^Everything$|Nothing is refused/.test(says) && allowed < all) return "not everything";
  if (/may fetch nothing|^Nothing$|Every path is refused/.test(says) && allowed > 0) return "not nothing";
  const isOnly = /^Only|only/.test(says);
  if (/except|only|Only/.test(says) && verdicts.get("/qzx") === isOnly) return "another base";
  if (/your home page/.test(says) && verdicts.get("/") !== isOnly) return "the home page";
  const prefix = /(?:everything that|only what) begins with (\S+?)\.?$/.exec(says)?.[1];
  if (prefix === undefined || prefix.endsWith("…")) return undefined;
  const wrong = [...verdicts].find(([path, verdict]) => path.startsWith(prefix) && verdict !== isOnly);
  return wrong === undefined ? undefined : `begins with ${prefix}: ${wrong[0]}`;
}

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.…]) (?=[A-Z\d/])/);

const SUBJECTS: readonly (readonly [subject: RegExp, tokens: readonly string[]])[] = [
  [/^Google and Bing /, ["Googlebot", "bingbot"]],
  [/^Google Images /, ["Googlebot-Image"]],
  [/^Google’s video results /, ["Googlebot-Video"]],
  [/^Google News /, ["Googlebot-News"]],
  [/^Google Ads /, ["AdsBot-Google"]],
  [/^Google Shopping /, ["Storebot-Google"]],
  [/^Google (?:and \d+ others? )?may (?:crawl|fetch (?!\/))/, ["Googlebot"]],
  [/^Bing (?:and \d+ others? )?may (?:crawl|fetch (?!\/))/, ["bingbot"]],
];

function checkSentences(text: string, explained: Explained, others: readonly string[] = []): void {
  for (const says of sentencesOf(text)) {
    const [, tokens] = SUBJECTS.find(([subject]) => subject.test(says)) ?? [undefined, others];
    for (const token of tokens) expect(contradiction(says, explained.of(token)), `${says} (${token})`).toBeUndefined();
  }
  for (const [, may, path, not] of text.matchAll(/(Google|Bing) may fetch (\/\S*), (Google|Bing) may not\./g)) {
    if (path!.endsWith("…")) continue;
    const tokenOf = (name: string): string => (name === "Google" ? "Googlebot" : "bingbot");
    expect([explained.fetches(tokenOf(may!), path!), explained.fetches(tokenOf(not!), path!)], text).toEqual([
      true,
      false,
    ]);
  }
}

/** "3 of 20 AI training crawlers are blocked: GPTBot, ClaudeBot and CCBot." */
function checkBlocked(says: string, rows: readonly CrawlerRow[], explained: Explained): void {
  const blocked = rows.filter(({ token }) => allowedIn(explained.of(token)) === 0).map(({ token }) => token);
  const [, count, total, names = ""] =
    /^(\d+) of (\d+) AI training crawlers (?:is|are) blocked: (.*)\.$/.exec(says.split(/(?<=\.) /)[0]!) ?? [];
  if (count === undefined) {
    expect(/are blocked\./.test(says), says).toBe(blocked.length === rows.length);
    return;
  }
  expect([Number(count), Number(total)], says).toEqual([blocked.length, rows.length]);
  for (const name of names.replace(/ and \d+ more$/, "").split(/, | and /)) expect(blocked, says).toContain(name);
}

function checkRows(rows: readonly CrawlerRow[], explained: Explained): void {
  for (const { token, access, example } of rows) {
    const verdicts = explained.of(token);
    if (access === "allowed") expect(allowedIn(verdicts), `${token} ${access}`).toBe(verdicts.size);
    if (access === "refused") expect(allowedIn(verdicts), `${token} ${access}`).toBe(0);
    if (example !== undefined) expect(explained.fetches(token, example), example).toBe(false);
    expect(access === "partly" && example === undefined, `${token} may be partly refused`).toBe(false);
  }
}

async function checkList(text: string, explained: Explained): Promise<void> {
  const agents = ["Googlebot", "bingbot", "GPTBot"];
  const list = new UrlList();
  const urls = [...explained.paths];
  list.start({ source: { kind: "file", text }, site: "", agents }, { format: "lines", urls });
  for (const _ of list.batches());
  const refusals = urls.map((path) => agents.filter((token) => !explained.of(token).get(path)).length);
  expect(list.progress().counts).toMatchObject({
    all: urls.length,
    refused: refusals.filter((count) => count > 0).length,
    differ: refusals.filter((count) => count > 0 && count < agents.length).length,
  });
  const { rows } = list.rows({ filter: "all", from: 0, count: urls.length });
  expect(rows.map(({ refusedBy }) => refusedBy)).toEqual(refusals);
  expect(rows.map(({ cells }) => cells.filter(({ allowed }) => !allowed).length)).toEqual(refusals);
}

/** Rules against the training crawlers that are open: they are refused, and no verdict of another crawler changes. */
function checkBlock(text: string, rows: readonly CrawlerRow[]): void {
  const chosen = rows.filter((row) => row.section === "training" && row.isActive && row.access !== "refused");
  const made = rulesAgainst({ file: text, tokens: chosen.map(({ token }) => token) });
  if (made.problem !== undefined || chosen.length === 0) {
    expect(made.file).toBe(text);
    return;
  }
  const [before, after] = [new Explained(text), new Explained(made.file, new Explained(text).paths)];
  const names = new Set(chosen.flatMap(({ token }) => resolveAgent(token).tokens[0]!.toLowerCase()));
  for (const { token, dialect } of knownAgents) {
    const { tokens } = resolveAgent(token);
    if (names.has(tokens[0]!.toLowerCase())) expect(allowedIn(after.of(token)), token).toBe(0);
    else if (!tokens.some((one) => names.has(one.toLowerCase())))
      expect(diffVersions(text, made.file, tokens, before.paths, { dialect }), token).toEqual([]);
  }
}

/** Another version of the file, and what Compare says of the change. */
async function checkCompare(before: string, after: string): Promise<void> {
  const { headline, rows, fields }: Publishing = await publishingOf({ before, after });
  const paths = [...new Set([...new Explained(before).paths, ...new Explained(after).paths])];
  const [old, now] = [new Explained(before, paths), new Explained(after, paths)];
  const changed = (token: string): string | undefined =>
    paths.find((path) => old.of(token).get(path) !== now.of(token).get(path));
  const google = rows.find(({ id }) => id === "google")!;
  if (google.says === "nothing changes") expect(changed("Googlebot"), google.says).toBeUndefined();
  const bing = rows.find(({ id }) => id === "bing")!;
  if (/^loses your whole site/.test(bing.says)) expect(allowedIn(now.of("bingbot")), bing.says).toBe(0);
  if (bing.says === "nothing changes") expect(changed("bingbot"), bing.says).toBeUndefined();
  for (const { isLost, url } of bing.examples)
    expect([old.fetches("bingbot", url), now.fetches("bingbot", url)]).toEqual([isLost, !isLost]);
  if (headline.title !== "Safe to publish.") return;
  const names = [...old.in("rfc9309").groups, ...now.in("rfc9309").groups].flatMap(({ agents }) => agents);
  const plain = names.filter((name) => /^[\w-]+$/.test(name));
  const active = knownAgents.filter(({ status }) => status === "active").map(({ token }) => token);
  for (const token of new Set([...active, ...plain]))
    expect(
      paths.find((path) => old.of(token).get(path) && !now.of(token).get(path)),
      `${headline.title} ${token}`,
    ).toBeUndefined();
  const said = (text: string): unknown => {
    const robots = parse(text);
    const { fields: own, crawlDelay } = robots.agent("ExampleBot");
    return [robots.sitemaps, crawlDelay, usageOf(own, "/", "train-ai").allowed];
  };
  expect([said(after), fields]).toEqual([said(before), []]);
}

describe("files (real ones only with the shared folder)", () => {
  it.each([...real, ...made])("$host: rows, headline and tiles", { timeout: 600_000 }, ({ text }) => {
    const explained = new Explained(text);
    const overview = overviewOf({ source: { kind: "file", text } });
    checkRows(overview.rows, explained);
    const { sentence, more, tiles } = answerOf(overview, lint(text), undefined);
    const training = overview.rows.filter((row) => row.section === "training" && row.isActive);
    const crawlers = training.filter((row) => !isPermission(row));
    checkSentences(sentence, explained);
    checkBlocked(more, crawlers, explained);
    for (const [i, token] of ["Googlebot", "bingbot"].entries()) {
      const { value, detail } = tiles[i]!;
      expect(contradiction(value, explained.of(token)), `${value} ${token}`).toBeUndefined();
      if (detail !== "The same as Google." && detail !== "It obeys the same group as Google.")
        checkSentences(detail, explained, [token]);
    }
    expect(tiles[2]!.shares!.refused).toBe(crawlers.filter(({ token }) => allowedIn(explained.of(token)) === 0).length);
    for (const [, name] of tiles[2]!.detail.matchAll(/(?:^|\. )(\S+)(?: and \d+ others?)? may not train/g))
      expect(allowedIn(explained.of(name!)), tiles[2]!.detail).toBe(0);
    const asks = /Line (\d+) asks/.exec(tiles[2]!.detail)?.[1];
    if (asks !== undefined) expect(text.split("\n")[Number(asks) - 1]).toMatch(/train/i);
  });

  it.each([...real.filter((_, i) => i % sized(4, 1) === 0), ...made])(
    "$host: the list, the block and Compare",
    { timeout: 600_000 },
    async ({ text }) => {
      await checkList(text, new Explained(text));
      checkBlock(text, overviewOf({ source: { kind: "file", text } }).rows);
      await checkCompare(text, `${text}\n# only a comment\n`);
      await checkCompare(text, text.replace(/^(?:sitemap|crawl-delay|content-signal)\b.*$/gim, ""));
      await checkCompare(text, text.replace(/^disallow:.*$/im, "Disallow: /qz"));
      await checkCompare(text, "User-agent: *\nDisallow: /\n");
      await checkCompare(text, `User-agent: SomeBot\nDisallow: /qz\n\n${text}`);
    },
  );

  it("explain and the tester say both verdicts of crawlers that ignore the groups for *", {
    timeout: 600_000,
  }, async () => {
    const ignoring = overviewOf({ source: { kind: "file", text: "User-agent: *\nDisallow: /" } }).rows.filter(
      ({ access }) => access === "allowed",
    );
    expect(ignoring.length).toBeGreaterThan(20);
    for (const { text } of real.filter((_, i) => i % 8 === 0)) {
      writeFileSync(file, text);
      const path = sampled(parse(text))[3] ?? "/qzx";
      for (const { token } of ignoring.filter((_, i) => i % 6 === 0)) await bothAgree(text, token, path);
    }
  });
});

it("the page of a crawler says lines that refuse it, and whether it obeys the groups for *", () => {
  for (const { agent, markdown } of crawlerPages()) {
    const lines = /```\n(User-agent: [^`]*)```/.exec(markdown)![1]!;
    const refused = new Explained(`${lines}\n\nUser-agent: *\nDisallow: /cart\n`);
    expect(allowedIn(refused.of(agent.token)), agent.token).toBe(0);
    const { body, problem } = addGroups("User-agent: *\nDisallow: /cart\n", [
      { agents: /User-agent: (.*)/.exec(lines)![1]!, disallow: "/" },
    ]);
    expect([problem, new TextDecoder().decode(body).startsWith(lines)], agent.token).toEqual([undefined, true]);
    const obeys = !new Explained("User-agent: *\nDisallow: /\n").fetches(agent.token, "/qzx");
    expect(/it obeys the group for `\*`/.test(markdown), agent.token).toBe(obeys);
  }
});

/** The command, the answer of the tester, and the readings that it says give the other answer. */
async function bothAgree(text: string, token: string, path: string): Promise<void> {
  const { dialect, tokens } = resolveAgent(token);
  const { code, out } = await call(["explain", file, "--agent", token, "--dialect", dialect, "--json", path]);
  const said = JSON.parse(out);
  expect(code).toBe(said.allowed ? 0 : 1);
  const why = whyOf({ source: { kind: "file", text }, site: "", name: token, url: path });
  if (!("allowed" in why)) throw new Error("expected a verdict");
  expect(why.allowed).toBe(said.allowed || said.fetchedAnyway !== undefined);
  if (why.ignored !== undefined) expect(why.ignored.allowed).toBe(said.allowed);
  for (const { dialect, allowed } of why.readings) {
    const rules = parse(text, { dialect }).agent(tokens);
    expect(allowed).toBe(rules.isAllowed(path) || fetchedAnyway(findAgent(token), rules) !== undefined);
  }
}
