/** What a new version of a file means for each audience: who loses pages, who gains some, and the line that is responsible. */
import { parse } from "../../core/deciding.ts";
import type { DialectName, Rule } from "../../core/index.ts";
import { type Difference, ruleText } from "../../core/parsing.ts";
import { reportAgents } from "./agents-report.ts";
import { type Audience, type Crowd, crowdsBetween } from "./audiences.ts";
import { FileChange, type Side } from "./file-change.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/** The line that changed a verdict: of the new file, or, if `isRemoved`, one of the old file that the new one does not have. */
export interface Responsible {
  readonly line: number;
  /** As written: `Disallow: /products/a`. */
  readonly rule: string;
  readonly isRemoved: boolean;
}

/** A page whose verdict changes. */
export interface ChangedPage {
  /** As given, or a path that was made as an example. */
  readonly url: string;
  /** Absent if no rule decides, because no group applies any more. */
  readonly by?: Responsible;
}

/** Pages that an audience loses, or gains. */
export interface ChangedPages {
  /** How many of the given URLs; absent if none were given. */
  readonly pages?: number;
  /** The crawlers for which a page is known to change. */
  readonly tokens: readonly string[];
  /** Crawlers for which the whole site changes: they may fetch nothing afterwards, or could fetch nothing before. */
  readonly whole: readonly string[];
  /** The first pages: one for each responsible line, then more. */
  readonly examples: readonly ChangedPage[];
}

export interface AudienceChange {
  readonly audience: Audience;
  readonly crawlers: number;
  /** How many may fetch nothing, before and after. */
  readonly refused: readonly [before: number, after: number];
  readonly lost: ChangedPages;
  readonly gained: ChangedPages;
  /** Whether more may change than the examples show: the search for them was ended. Never with given URLs. */
  readonly mayChange: boolean;
  /** Whether the groups for `*` change, which every crawler of the audience ignores. */
  readonly ignoresStar: boolean;
}

export interface ChangeOptions {
  /** Pages of the site, to count. Without them, examples are made from the rules of both files. */
  readonly urls?: readonly string[];
  /** Default: all known crawlers by audience, and those that the files name. */
  readonly crowds?: readonly Crowd[];
  /** For all crawlers. Default: the one that the operator of each documents. */
  readonly dialect?: DialectName;
}

/** Examples that are kept for each audience. */
const MAX_EXAMPLES = 20;

export function audienceChanges(
  before: string | Uint8Array,
  after: string | Uint8Array,
  { urls, crowds = crowdsBetween(before, after), dialect }: ChangeOptions = {},
): readonly AudienceChange[] {
  const change = new FileChange(before, after, dialect);
  const access = wholeSites([before, after], crowds, dialect);
  const known = new Map<readonly Difference[], Outcome>();
  const outcomeFor = (row: KnownAgent): Outcome => {
    const differences = change.differencesFor(row);
    if (differences.length === 0) return NOTHING;
    const outcome = known.get(differences) ?? outcomeOf(change.sidesFor(row), differences, urls);
    known.set(differences, outcome);
    return outcome;
  };
  return crowds.map((crowd) => changeOf(crowd, crowd.rows.map(outcomeFor), access, change, urls !== undefined));
}

/** What changes for one crawler. Crawlers with the same rules share it, whatever the lines of these rules. */
interface Outcome {
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  readonly mayChange: boolean;
}

const NOTHING: Outcome = { lost: [], gained: [], mayChange: false };

function outcomeOf(
  [before, after]: readonly [Side, Side],
  differences: readonly Difference[],
  urls: readonly string[] | undefined,
): Outcome {
  const examples = differences.flatMap(({ path }) => path ?? []);
  const searched = urls ?? examples;
  const [was, is] = [before.allows(searched), after.allows(searched)];
  const changed = (allowed: 0 | 1): string[] => searched.filter((_, i) => was[i] !== is[i] && is[i] === allowed);
  return {
    lost: changed(0),
    gained: changed(1),
    mayChange: urls === undefined && examples.length < differences.length,
  };
}

/** A rule that the old version has too did not change the verdict: a rule that is gone did. */
function pageOf(url: string, [before, after]: readonly [Side, Side]): ChangedPage {
  const { rule } = after.explain(url);
  if (rule !== undefined && rule.pattern !== "" && !before.has(rule)) return { url, by: responsible(rule, false) };
  const removed = before.explain(url).rule;
  return removed === undefined ? { url } : { url, by: responsible(removed, true) };
}

const responsible = (rule: Rule, isRemoved: boolean): Responsible => ({
  line: rule.line,
  rule: ruleText(rule),
  isRemoved,
});

/** By token, whether it may fetch nothing: before and after. */
type WholeSites = ReadonlyMap<string, readonly [before: boolean, after: boolean]>;

function wholeSites(
  bodies: readonly (string | Uint8Array)[],
  crowds: readonly Crowd[],
  dialect: DialectName | undefined,
): WholeSites {
  const rows = crowds.flatMap((crowd) => crowd.rows);
  const [was, is] = bodies.map((body) => reportAgents(dialect === undefined ? body : parse(body, { dialect }), rows));
  return new Map(rows.map(({ token }, i) => [token, [was![i]!.access === "refused", is![i]!.access === "refused"]]));
}

function changeOf(
  { audience, rows, isCut = false }: Crowd,
  outcomes: readonly Outcome[],
  access: WholeSites,
  change: FileChange,
  isCounted: boolean,
): AudienceChange {
  const refused = rows.map(({ token }) => access.get(token)!);
  const tokensWhere = (takes: (i: number) => boolean): string[] =>
    rows.filter((_, i) => takes(i)).map(({ token }) => token);
  const wholes = (before: boolean): string[] =>
    tokensWhere((i) => refused[i]![0] === before && refused[i]![1] === !before);
  // Most crawlers of an audience obey the same group: one of them says which lines are responsible.
  const firsts = new Map(outcomes.map((outcome, i) => [outcome, rows[i]!]).reverse() as [Outcome, KnownAgent][]);
  const sum = (kind: "lost" | "gained"): ChangedPages => {
    const whole = wholes(kind === "gained");
    const pages = [...firsts].flatMap(([outcome, row]) => {
      const sides = change.sidesFor(row);
      const isWhole = whole.includes(row.token);
      return outcome[kind].map((url) => ({ page: pageOf(url, sides), isWhole }));
    });
    return {
      ...(isCounted && { pages: new Set([...firsts.keys()].flatMap((one) => one[kind])).size }),
      tokens: tokensWhere((i) => outcomes[i]![kind].length > 0),
      whole,
      examples: byLine(pages),
    };
  };
  return {
    audience,
    crawlers: rows.length,
    refused: [refused.filter(([was]) => was).length, refused.filter(([, is]) => is).length],
    lost: sum("lost"),
    gained: sum("gained"),
    mayChange: isCut || outcomes.some(({ mayChange }) => mayChange),
    ignoresStar: rows.every(({ ignoresStar }) => ignoresStar),
  };
}

/** First one page for each line, those of a whole site and of most pages before others. More pages of these lines follow. */
function byLine(pages: readonly { readonly page: ChangedPage; readonly isWhole: boolean }[]): readonly ChangedPage[] {
  const found = new Map<string, { readonly all: Map<string, ChangedPage>; count: number }>();
  for (const { page, isWhole } of pages) {
    const key = page.by === undefined ? page.url : `${page.by.isRemoved} ${page.by.line}`;
    const known = found.get(key) ?? { all: new Map<string, ChangedPage>(), count: 0 };
    known.count += isWhole ? WHOLE_SITE : 1;
    if (known.all.size < MAX_EXAMPLES) known.all.set(page.url, known.all.get(page.url) ?? page);
    found.set(key, known);
  }
  const lines = [...found.values()].sort((a, b) => b.count - a.count).map(({ all }) => [...all.values()]);
  return [...lines.map(([first]) => first!), ...lines.flatMap(([, ...more]) => more)].slice(0, MAX_EXAMPLES);
}

/** More than any list has pages. */
const WHOLE_SITE = 1e9;

/** Whether anyone loses a page, as far as is known. */
export const loses = ({ lost }: AudienceChange): boolean => lost.tokens.length > 0 || lost.whole.length > 0;
export const gains = ({ gained }: AudienceChange): boolean => gained.tokens.length > 0 || gained.whole.length > 0;
