/** The answer to "what does my file tell Google, Bing and every AI crawler?": a sentence, a line of detail, five tiles. */

import { enumerated, firstAndOthers, pluralise } from "../bindings/owners/editor/wording.ts";
import type { Finding } from "../bindings/owners/lint/index.ts";
import type { Outcome } from "./outcome.ts";
import type { CrawlerRow, Overview, Reach } from "./protocol.ts";
import { countText, reachDetail, reachText, sameReach, short } from "./reach-text.ts";

export type Tone = "allowed" | "refused" | "partly" | "warn" | "muted";

export interface Shares {
  readonly refused: number;
  readonly partly: number;
  readonly allowed: number;
}

export interface Tile {
  readonly title: string;
  readonly href: string;
  readonly tone: Tone;
  /** Default: the one of the tone. */
  readonly icon?: "warn" | "refused";
  readonly value: string;
  readonly detail: string;
  readonly shares?: Shares;
  /** What a button of the tile offers. */
  readonly action?: "block-training";
}

export interface Answer {
  readonly sentence: string;
  readonly more: string;
  readonly tiles: readonly Tile[];
}

/** @param findings undefined while the linter runs */
export function answerOf(
  { rows, rules, differences, noTraining }: Overview,
  findings: readonly Finding[] | undefined,
  outcome: Outcome | undefined,
): Answer {
  const [google, bing] = ["Googlebot", "bingbot"].map((token) => rows.find((row) => row.token === token)!);
  const training = rows.filter(({ section, isActive }) => section === "training" && isActive);
  const decides = outcome?.decides ?? "file";
  const answers = rows.filter(({ answers, isActive }) => answers && isActive);
  if (decides !== "file")
    return { sentence: statusSentence(outcome!), more: "", tiles: statusTiles(google!, bing!, training, answers) };
  return {
    sentence: rules === 0 ? noRulesSentence(findings) : fileSentence(google!, bing!, differences, rows),
    more: `${trainingSentence(training, google!)} ${problemSentence(findings)}`.trim(),
    tiles: [
      googleTile(google!, rows),
      { ...searchTile("Bing", bing!), ...(sameReach(google!.reach, bing!.reach) && sameDetail(google!, bing!)) },
      trainingTile(training, google!, noTraining),
      answersTile(answers),
      problemTile(findings),
    ],
  };
}

function statusSentence({ decides, because, stopsGoogle }: Outcome): string {
  if (decides === "refuse") return `No crawler should fetch anything now, because ${because}.`;
  if (stopsGoogle) return `Google stops now. Every other crawler may fetch everything, because ${because}.`;
  return `Every crawler may fetch everything, because ${because}.`;
}

/** The status decides: what each tile says is true for as long as the status lasts. */
function statusTiles(
  google: CrawlerRow,
  bing: CrawlerRow,
  training: readonly CrawlerRow[],
  answers: readonly CrawlerRow[],
): readonly Tile[] {
  const failed = bing.access === "refused";
  const ignoring = answers.filter(({ mayIgnore }) => mayIgnore).length;
  // Nobody chose it.
  const tone = failed && { tone: "refused" as const };
  const free = "No rules apply.";
  const part = google.access === "refused" ? "Google’s stop now, the others have no rules." : free;
  return [
    {
      ...searchTile("Google Search", google),
      detail: google.access === "refused" ? "For 12 hours, then its last copy." : free,
    },
    { ...searchTile("Bing", bing), detail: failed ? "The standard asks for this." : free },
    {
      ...withoutAction(trainingTile(training, google, undefined)),
      ...tone,
      detail: failed ? "While the error lasts." : "Nothing tells them to stay away.",
    },
    {
      ...answersTile(answers),
      ...countTile(answers),
      ...tone,
      detail: failed ? `${ignoring} may ignore robots.txt.` : part,
    },
    noFileTile(failed),
  ];
}

/** There is no file to insert rules into. */
const withoutAction = ({ action: _, ...tile }: Tile): Tile => tile;

/** A rule above the first user-agent line is for nobody. */
const noRulesSentence = (findings: readonly Finding[] | undefined): string =>
  `Every crawler may fetch everything, because ${
    findings?.some(({ code }) => code === "rule-outside-group")
      ? "no line names a crawler before the rules"
      : "the file has no rules"
  }.`;

/** The largest loss comes first; then what only one of the two may fetch. */
function fileSentence(
  google: CrawlerRow,
  bing: CrawlerRow,
  differences: Overview["differences"],
  rows: readonly CrawlerRow[],
): string {
  if (sameReach(google.reach, bing.reach))
    return `${withOthers("Google and Bing", google, rows)} ${reachText(google.reach)}.`;
  const named = [
    { row: google, name: "Google" },
    { row: bing, name: "Bing" },
  ].sort((a, b) => lossOf(b.row) - lossOf(a.row));
  if (named.some(({ row }) => lossOf(row) === NOTHING_LEFT) || differences.length === 0)
    return named.map(({ row, name }) => `${withOthers(name, row, rows)} ${reachText(row.reach)}.`).join(" ");
  return differences.map(differenceText).join(" ");
}

/** "Google may fetch /cart, Bing may not." */
const differenceText = ({ path, google }: Overview["differences"][number]): string =>
  `${google ? "Google" : "Bing"} may fetch ${short(path)}, ${google ? "Bing" : "Google"} may not.`;

const NOTHING_LEFT = 2;
const lossOf = ({ access }: CrawlerRow): number => ({ allowed: 0, partly: 1, refused: NOTHING_LEFT })[access];

/** "Bing and 239 others": a group that refuses everything to one refuses it to all that obey it. */
function withOthers(name: string, row: CrawlerRow, rows: readonly CrawlerRow[]): string {
  if (row.access !== "refused" || name.includes(" and ")) return name;
  const others = rows.filter(
    (one) =>
      one !== row && one.isActive && one.access === "refused" && one.line === row.line && one.group === row.group,
  ).length;
  return others === 0 ? name : `${name} and ${pluralise(others, "other")}`;
}

/** Names that never crawl: they only permit a use of pages that another crawler fetches. */
export const isPermission = ({ purpose }: CrawlerRow): boolean => purpose === "permission";
const isCrawler = (row: CrawlerRow): boolean => !isPermission(row);

/** "1 of 20 AI training crawlers is blocked: GPTBot." */
function trainingSentence(training: readonly CrawlerRow[], google: CrawlerRow): string {
  const crawlers = training.filter(isCrawler);
  const blocked = crawlers.filter(({ access }) => access === "refused").map(({ token }) => token);
  const all = `All ${crawlers.length} AI training crawlers`;
  if (blocked.length === crawlers.length) return `${all} are blocked.`;
  if (blocked.length > 0)
    return `${blocked.length} of ${crawlers.length} AI training crawlers ${blocked.length === 1 ? "is" : "are"} blocked: ${namesText(blocked)}.`;
  const [{ reach }] = crawlers as [CrawlerRow];
  if (crawlers.some((row) => !sameReach(row.reach, reach))) return `No AI training crawler is blocked completely.`;
  return `${all} ${sameAsGoogle(reach, google)}.`;
}

const SHOWN_NAMES = 3;

const namesText = (names: readonly string[]): string => enumerated(names, SHOWN_NAMES);

/** Three numbers, those that are not 0: "1 may fetch nothing, 18 some paths, 1 everything". */
export function sharesText({ refused, partly, allowed }: Shares): string {
  const parts = [
    [refused, "nothing"],
    [partly, "some paths"],
    [allowed, "everything"],
  ] as const;
  const [first, ...rest] = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return first === undefined ? "" : [first.replace(" ", " may fetch "), ...rest].join(", ");
}

/** Two numbers for one URL: "20 may not fetch this URL, 3 may". */
export function urlSharesText({ refused, allowed }: Shares): string {
  if (refused === 0) return `${allowed} may fetch this URL`;
  return `${refused} may not fetch this URL${allowed === 0 ? "" : `, ${allowed} may`}`;
}

/** "No rule forbids Google-Extended and 4 others to train on your pages." A statement of use may still ask them not to. */
export function permissionText(rows: readonly CrawlerRow[]): string {
  const permitted = rows.filter(({ access }) => access !== "refused");
  const refused = rows.filter(({ access }) => access === "refused");
  return [
    permitted.length === 0 ? "" : `No rule forbids ${withCount(permitted)} to train on your pages.`,
    refused.length === 0 ? "" : `${withCount(refused)} may not train on your pages.`,
  ]
    .filter((one) => one !== "")
    .join(" ");
}

const withCount = (rows: readonly CrawlerRow[]): string => firstAndOthers(rows.map(({ token }) => token));

const linesOf = (findings: readonly Finding[]): number => new Set(findings.map(({ line }) => line)).size;
const withSeverity = (findings: readonly Finding[], severity: string): readonly Finding[] =>
  findings.filter((finding) => finding.severity === severity);

function problemSentence(findings: readonly Finding[] | undefined): string {
  if (findings === undefined) return "";
  const [errors, warnings] = [withSeverity(findings, "error"), withSeverity(findings, "warning")];
  if (errors.length > 0) return `${pluralise(linesOf(errors), "line has mistakes", "lines have mistakes")}.`;
  return warnings.length > 0
    ? `${pluralise(linesOf(warnings), "line deserves", "lines deserve")} a look.`
    : "No mistakes.";
}

export function sharesOf(rows: readonly CrawlerRow[]): Shares {
  const count = (access: string): number => rows.filter((row) => row.access === access).length;
  return { refused: count("refused"), partly: count("partly"), allowed: count("allowed") };
}

function reachValue(reach: Reach): Pick<Tile, "tone" | "value"> {
  const { base, count, hasHome, mayHaveMore } = reach;
  if (count === 0 && mayHaveMore) return { tone: "partly", value: "Perhaps not everything" };
  if (count === 0) return base ? { tone: "allowed", value: "Everything" } : { tone: "refused", value: "Nothing" };
  const rules = countText({ ...reach, count: count - (hasHome ? 1 : 0) });
  const home = count === 1 ? "your home page" : `your home page and ${rules}`;
  return { tone: "partly", value: `${base ? "All, except" : "Only"} ${hasHome ? home : rules}` };
}

const searchTile = (title: string, { reach }: CrawlerRow): Tile => ({
  title,
  href: "#crawlers/search",
  ...reachValue(reach),
  detail: reachDetail(reach),
});

/** Other crawlers of Google that bring visitors, by what people know of them. */
const PARTS: Readonly<Record<string, string>> = {
  "Googlebot-Image": "Google Images",
  "Googlebot-Video": "Google’s video results",
  "Googlebot-News": "Google News",
  "AdsBot-Google": "Google Ads",
  "Storebot-Google": "Google Shopping",
};

/** What is refused to a part of Google, and not to Googlebot. */
function googleTile(google: CrawlerRow, rows: readonly CrawlerRow[]): Tile {
  const tile = searchTile("Google Search", google);
  const parts = rows.filter(
    ({ token, access, reach }) =>
      token in PARTS &&
      (access === "refused" || (access === "partly" && google.access === "allowed")) &&
      !sameReach(reach, google.reach),
  );
  if (parts.length === 0 || google.access === "refused") return tile;
  const detail = parts.map((row) => `${PARTS[row.token]} ${reachText(row.reach)}.`).join(" ");
  const value = google.access === "allowed" ? { tone: "partly" as const, value: "Not everything" } : {};
  return { ...tile, ...value, detail: `${detail} ${google.access === "allowed" ? "" : tile.detail}`.trim() };
}

const sameDetail = (google: CrawlerRow, bing: CrawlerRow): Pick<Tile, "detail"> => ({
  detail:
    google.group !== undefined && google.group === bing.group && google.line === bing.line
      ? "It obeys the same group as Google."
      : "The same as Google.",
});

/** Whom an owner keeps out of these is a choice, not a mistake: no tone warns. */
function countTile(rows: readonly CrawlerRow[]): Pick<Tile, "tone" | "icon" | "value" | "shares"> {
  const shares = sharesOf(rows);
  const { refused, partly } = shares;
  if (refused === rows.length) return { tone: "partly", icon: "refused", value: "All blocked", shares };
  const value = refused === 0 ? "None blocked" : `${refused} of ${rows.length} blocked`;
  return { tone: refused + partly === 0 ? "allowed" : "partly", value, shares };
}

/** "All 20 may crawl your site, except the same 34 rules." */
function alikeText(rows: readonly CrawlerRow[], google: CrawlerRow): string {
  const [{ reach }] = rows as [CrawlerRow];
  if (rows.some((row) => !sameReach(row.reach, reach))) return `${sharesText(sharesOf(rows))}.`;
  return `All ${rows.length} ${sameAsGoogle(reach, google)}.`;
}

/** The sentence of the page has said which rules. */
const sameAsGoogle = (reach: Reach, google: CrawlerRow): string =>
  reach.base && reach.count > 1 && sameReach(reach, google.reach)
    ? `may crawl your site, except the same ${countText(reach)}`
    : reachText(reach);

function trainingTile(rows: readonly CrawlerRow[], google: CrawlerRow, noTraining: number | undefined): Tile {
  const crawlers = rows.filter(isCrawler);
  const counted = countTile(crawlers);
  const refused = rows.some((row) => isPermission(row) && row.access === "refused");
  const asks = noTraining === undefined ? "" : ` Line ${noTraining} asks not to train on your pages.`;
  return {
    title: "AI training",
    href: "#crawlers/training",
    ...counted,
    ...(counted.tone === "allowed" && (refused || asks !== "") && { tone: "partly" as const }),
    detail: `${alikeText(crawlers, google)} ${permissionText(rows.filter(isPermission))}${asks}`,
    ...(counted.shares!.refused < crawlers.length && { action: "block-training" as const }),
  };
}

/** If the file treats all of them alike, the tile says how. */
function answersTile(rows: readonly CrawlerRow[]): Tile {
  const free = rows.filter(({ mayIgnore }) => mayIgnore).length;
  const ignoring = free === 0 ? "" : ` ${free} of them may fetch a page anyway when a person asks for it.`;
  const alike = rows.every(({ reach }) => sameReach(reach, rows[0]!.reach));
  const value = alike ? reachValue(rows[0]!.reach) : countTile(rows);
  const detail = `${alike ? `The same for all ${rows.length}` : sharesText(sharesOf(rows))}.${ignoring}`;
  return { title: "AI search and assistants", href: "#crawlers/answers", ...value, detail };
}

const aboutProblems = (tone: Tone, value: string, detail: string): Tile => ({
  title: "Problems",
  href: "#problems",
  tone,
  value,
  detail,
});

function problemTile(findings: readonly Finding[] | undefined): Tile {
  if (findings === undefined) return aboutProblems("muted", "Checking…", "");
  const [errors, warnings] = [withSeverity(findings, "error"), withSeverity(findings, "warning")];
  const fixes = findings.filter(({ fix }) => fix !== undefined).length;
  const detail = fixes === 0 ? "" : ` ${pluralise(fixes, "line")} can be written better; nothing else changes.`;
  if (errors.length > 0) {
    const mistakes = pluralise(errors.length, "mistake");
    return { ...aboutProblems("refused", mistakes, `${pluralise(linesOf(errors), "line")}.${detail}`), icon: "warn" };
  }
  if (warnings.length > 0) return aboutProblems("warn", pluralise(warnings.length, "warning"), `No mistakes.${detail}`);
  const notes = findings.length === 0 ? "No notes either." : `${pluralise(findings.length, "note")}.`;
  return aboutProblems("allowed", "None", notes);
}

const noFileTile = (failed: boolean): Tile =>
  aboutProblems(failed ? "refused" : "muted", failed ? "The fetch failed" : "None", "There is no file to check.");
