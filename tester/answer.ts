/** The answer to "what does my file tell Google, Bing and every AI crawler?": a sentence, a line of detail, five tiles. */
import type { Finding } from "../bindings/tools/lint/index.ts";
import type { Outcome } from "./outcome.ts";
import type { CrawlerRow, Overview, Reach } from "./protocol.ts";

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
  readonly icon?: "warn";
  readonly value: string;
  readonly detail: string;
  readonly shares?: Shares;
}

export interface Answer {
  readonly sentence: string;
  readonly more: string;
  readonly tiles: readonly Tile[];
}

/** @param findings undefined while the linter runs */
export function answerOf(
  { rows, rules }: Overview,
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
    sentence: fileSentence(google!, bing!, rules),
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
  const free = "No rules apply.";
  return [
    {
      ...searchTile("Google Search", google),
      detail: google.access === "refused" ? "For 12 hours, then its last copy." : free,
    },
    { ...searchTile("Bing", bing), detail: failed ? "The standard asks for this." : free },
    { ...trainingTile(training), detail: failed ? "While the error lasts." : "Nothing tells them to stay away." },
    { ...answersTile(answers), ...countTile(answers), detail: failed ? `${ignoring} may ignore robots.txt.` : free },
    noFileTile(failed),
  ];
}

function fileSentence({ reach: google }: CrawlerRow, { reach: bing }: CrawlerRow, rules: number): string {
  if (rules === 0) return "Every crawler may fetch everything, because the file has no rules.";
  if (sameReach(google, bing)) return `Google and Bing ${reachText(google)}.`;
  return `Google ${reachText(google)}. Bing ${reachText(bing)}.`;
}

const sameReach = (a: Reach, b: Reach): boolean =>
  a.base === b.base &&
  a.count === b.count &&
  a.mayHaveMore === b.mayHaveMore &&
  a.except.join("\n") === b.except.join("\n");

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

function reachText({ base, count, mayHaveMore }: Reach): string {
  const more = mayHaveMore ? " and perhaps more" : "";
  if (base && count === 0)
    return mayHaveMore ? "may crawl your site, perhaps not all of it" : "may crawl your whole site";
  if (base) return `may crawl your site, except ${counted(count, "path")}${more}`;
  if (count === 0) return mayHaveMore ? "may fetch nothing, or little" : "may fetch nothing";
  return `may fetch only ${counted(count, "path")}${more}`;
}

function trainingSentence(training: readonly CrawlerRow[]): string {
  const { refused } = sharesOf(training);
  if (refused === training.length) return "No AI training crawler may fetch anything.";
  if (refused === 0) return `All ${training.length} AI training crawlers may fetch pages.`;
  return `${refused} of ${training.length} AI training crawlers may fetch nothing.`;
}

const linesOf = (findings: readonly Finding[]): number => new Set(findings.map(({ line }) => line)).size;
const withSeverity = (findings: readonly Finding[], severity: string): readonly Finding[] =>
  findings.filter((finding) => finding.severity === severity);

function problemSentence(findings: readonly Finding[] | undefined): string {
  if (findings === undefined) return "";
  const [errors, warnings] = [withSeverity(findings, "error"), withSeverity(findings, "warning")];
  if (errors.length > 0) return `${counted(linesOf(errors), "line has mistakes", "lines have mistakes")}.`;
  return warnings.length > 0
    ? `${counted(linesOf(warnings), "line deserves", "lines deserve")} a look.`
    : "No mistakes.";
}

export function sharesOf(rows: readonly CrawlerRow[]): Shares {
  const count = (access: string): number => rows.filter((row) => row.access === access).length;
  return { refused: count("refused"), partly: count("partly"), allowed: count("allowed") };
}

function reachValue({ base, count, mayHaveMore }: Reach): Pick<Tile, "tone" | "value"> {
  if (count === 0 && mayHaveMore) return { tone: "partly", value: "Perhaps not everything" };
  if (count === 0) return base ? { tone: "allowed", value: "Everything" } : { tone: "refused", value: "Nothing" };
  return { tone: "partly", value: `${base ? "All but" : "Only"} ${counted(count, "path")}` };
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

function countTile(rows: readonly CrawlerRow[]): Pick<Tile, "tone" | "value" | "shares"> {
  const shares = sharesOf(rows);
  const { refused, partly, allowed } = shares;
  if (refused > 0) return { tone: "refused", value: `${refused} of ${rows.length} refused`, shares };
  if (partly > 0) return { tone: "partly", value: `${partly} of ${rows.length} partly`, shares };
  return { tone: "allowed", value: `${allowed} of ${rows.length} allowed`, shares };
}

function trainingTile(rows: readonly CrawlerRow[]): Tile {
  const { refused, partly } = sharesOf(rows);
  const others = rows.length - refused;
  const detail =
    others === 0
      ? "None of them may fetch a page."
      : refused > 0
        ? `${others} ${others === 1 ? "other" : "others"} may fetch pages.`
        : partly > 0
          ? "They may fetch all other pages."
          : "Nothing tells them to stay away.";
  return { title: "AI training", href: "#crawlers/training", ...countTile(rows), detail };
}

/** If the file treats all of them alike, the tile says how. */
function answersTile(rows: readonly CrawlerRow[]): Tile {
  const free = rows.filter(({ mayIgnore }) => mayIgnore).length;
  const ignoring = free === 0 ? "" : ` ${free} may ignore robots.txt when a person asks.`;
  const alike = rows.every(({ reach }) => sameReach(reach, rows[0]!.reach));
  const value = alike ? reachValue(rows[0]!.reach) : countTile(rows);
  const detail = alike ? `Holds for all ${rows.length}.${ignoring}` : ignoring.trim();
  return { title: "AI search and assistants", href: "#crawlers/answers", ...value, detail };
}

function problemTile(findings: readonly Finding[] | undefined): Tile {
  const tile = { title: "Problems", href: "#problems" };
  if (findings === undefined) return { ...tile, tone: "muted", value: "Checking…", detail: "" };
  const [errors, warnings] = [withSeverity(findings, "error"), withSeverity(findings, "warning")];
  const fixes = findings.filter(({ fix }) => fix !== undefined).length;
  const detail = fixes === 0 ? "" : `${counted(fixes, "fix keeps", "fixes keep")} every verdict.`;
  if (errors.length > 0)
    return {
      ...tile,
      tone: "refused",
      icon: "warn",
      value: counted(errors.length, "mistake"),
      detail: `${counted(linesOf(errors), "line")}. ${detail}`.trim(),
    };
  if (warnings.length > 0)
    return {
      ...tile,
      tone: "warn",
      value: counted(warnings.length, "warning"),
      detail: `No mistakes. ${detail}`.trim(),
    };
  return {
    ...tile,
    tone: "allowed",
    value: "None",
    detail: findings.length === 0 ? "No notes either." : `${counted(findings.length, "note")}.`,
  };
}

const noFileTile = (failed: boolean): Tile => ({
  title: "Problems",
  href: "#problems",
  tone: failed ? "refused" : "muted",
  value: failed ? "The fetch failed" : "None",
  detail: "There is no file to check.",
});
