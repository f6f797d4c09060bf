/** The answer to "what does my file tell Google, Bing and every AI crawler?": a sentence, a line of detail, five tiles. */

import type { Finding } from "../bindings/owners/lint/index.ts";
import type { Outcome } from "./outcome.ts";
import type { CrawlerRow, Overview, Reach } from "./protocol.ts";
import { pluralise } from "./words.ts";

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
  { rows, rules, differences }: Overview,
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
    sentence: fileSentence(google!, bing!, rules, differences, rows),
    more: `${trainingSentence(training)} ${problemSentence(findings)}`.trim(),
    tiles: [
      searchTile("Google Search", google!),
      { ...searchTile("Bing", bing!), ...(sameReach(google!.reach, bing!.reach) && sameDetail(google!, bing!)) },
      trainingTile(training),
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
      ...withoutAction(trainingTile(training)),
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

/** The largest loss comes first; then what only one of the two may fetch. */
function fileSentence(
  google: CrawlerRow,
  bing: CrawlerRow,
  rules: number,
  differences: Overview["differences"],
  rows: readonly CrawlerRow[],
): string {
  if (rules === 0) return "Every crawler may fetch everything, because the file has no rules.";
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

const sameReach = (a: Reach, b: Reach): boolean =>
  a.base === b.base &&
  a.count === b.count &&
  a.mayHaveMore === b.mayHaveMore &&
  a.except.join("\n") === b.except.join("\n");

function reachText({ base, count, mayHaveMore }: Reach): string {
  const more = mayHaveMore ? " and perhaps more" : "";
  if (base && count === 0)
    return mayHaveMore ? "may crawl your site, perhaps not all of it" : "may crawl your whole site";
  if (base) return `may crawl your site, except ${pluralise(count, "path")}${more}`;
  if (count === 0) return mayHaveMore ? "may fetch nothing, or little" : "may fetch nothing";
  return `may fetch only ${pluralise(count, "path")}${more}`;
}

/** Names that never crawl: they only permit a use of pages that another crawler fetches. */
export const isPermission = ({ purpose }: CrawlerRow): boolean => purpose === "permission";
const isCrawler = (row: CrawlerRow): boolean => !isPermission(row);

function trainingSentence(training: readonly CrawlerRow[]): string {
  const crawlers = training.filter(isCrawler);
  const { refused, partly } = sharesOf(crawlers);
  if (refused === crawlers.length) return "No AI training crawler may fetch anything.";
  if (refused === 0)
    return `All ${crawlers.length} AI training crawlers may fetch ${partly === 0 ? "everything" : "pages"}.`;
  return `${refused} of ${crawlers.length} AI training crawlers may fetch nothing.`;
}

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

/** "Google-Extended and 4 more: use permitted." */
export function permissionText(rows: readonly CrawlerRow[]): string {
  const permitted = rows.filter(({ access }) => access !== "refused");
  const refused = rows.filter(({ access }) => access === "refused");
  return [said(permitted, "use permitted"), said(refused, "use refused")].filter((one) => one !== "").join(" ");
}

function said(rows: readonly CrawlerRow[], what: string): string {
  const [first] = rows;
  if (first === undefined) return "";
  return `${first.token}${rows.length === 1 ? "" : ` and ${rows.length - 1} more`}: ${what}.`;
}

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

function reachValue({ base, count, mayHaveMore }: Reach): Pick<Tile, "tone" | "value"> {
  if (count === 0 && mayHaveMore) return { tone: "partly", value: "Perhaps not everything" };
  if (count === 0) return base ? { tone: "allowed", value: "Everything" } : { tone: "refused", value: "Nothing" };
  return { tone: "partly", value: `${base ? "All but" : "Only"} ${pluralise(count, "path")}` };
}

const searchTile = (title: string, { reach }: CrawlerRow): Tile => ({
  title,
  href: "#crawlers/search",
  ...reachValue(reach),
  detail: reachDetail(reach),
});

const SHOWN = 3;

/** "/cart and /search are refused. /cart/help is allowed." */
function reachDetail({ base, except, count, back, mayHaveMore }: Reach): string {
  if (count === 0 && mayHaveMore) return "The file has too many patterns to say more.";
  if (count === 0) return base ? "Nothing is refused." : "Every path is refused.";
  const first = named(except, count, base ? "refused" : "allowed");
  return back.length === 0 ? first : `${first} ${named(back, back.length, base ? "allowed" : "refused")}`;
}

function named(patterns: readonly string[], count: number, verdict: string): string {
  const shown = patterns.slice(0, SHOWN).map(short);
  const rest = count - shown.length;
  const list = rest > 0 ? `${shown.join(", ")} and ${rest.toLocaleString("en")} more` : joined(shown);
  return `${list} ${count === 1 ? "is" : "are"} ${verdict}.`;
}

const short = (pattern: string): string => (pattern.length > 40 ? `${pattern.slice(0, 39)}…` : pattern);
const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

const sameDetail = (google: CrawlerRow, bing: CrawlerRow): Pick<Tile, "detail"> => ({
  detail:
    google.group !== undefined && google.group === bing.group && google.line === bing.line
      ? "It obeys the same group as Google."
      : "The same as Google.",
});

/** Whom an owner keeps out of these is a choice, not a mistake: no tone warns. */
function countTile(rows: readonly CrawlerRow[]): Pick<Tile, "tone" | "icon" | "value" | "shares"> {
  const shares = sharesOf(rows);
  const { refused, partly, allowed } = shares;
  if (allowed === rows.length) return { tone: "allowed", value: "Everything", shares };
  if (refused === rows.length) return { tone: "partly", icon: "refused", value: "Nothing", shares };
  if (partly === rows.length) return { tone: "partly", value: "Not everything", shares };
  const first = refused > 0 ? `Nothing for ${refused}` : `Not everything for ${partly}`;
  return { tone: "partly", value: `${first} of ${rows.length}`, shares };
}

function trainingTile(rows: readonly CrawlerRow[]): Tile {
  const crawlers = rows.filter(isCrawler);
  const shares = sharesOf(crawlers);
  const open = shares.refused < crawlers.length;
  return {
    title: "AI training",
    href: "#crawlers/training",
    ...countTile(crawlers),
    detail: `${sharesText(shares)}. ${permissionText(rows.filter(isPermission))}`,
    ...(open && { action: "block-training" as const }),
  };
}

/** If the file treats all of them alike, the tile says how. */
function answersTile(rows: readonly CrawlerRow[]): Tile {
  const free = rows.filter(({ mayIgnore }) => mayIgnore).length;
  const ignoring = free === 0 ? "" : ` ${free} may ignore robots.txt when a person asks.`;
  const alike = rows.every(({ reach }) => sameReach(reach, rows[0]!.reach));
  const value = alike ? reachValue(rows[0]!.reach) : countTile(rows);
  const detail = `${alike ? `Holds for all ${rows.length}` : sharesText(sharesOf(rows))}.${ignoring}`;
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
  const detail = fixes === 0 ? "" : ` ${pluralise(fixes, "fix keeps", "fixes keep")} every verdict.`;
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
