/** What a change means for each audience, in the words of a site's owner. The command line and the tester say the same. */
import { formatNumber, pluralise } from "../../base/numbers.ts";
import { type AudienceChange, type ChangedPages, gains, loses, type Responsible } from "./audience-changes.ts";

/** Whether an audience loses pages, gains some, may do either, or neither. */
export type ChangeTone = "lost" | "gained" | "unsure" | "same";

/** What a change means for one audience, in words. */
export interface AudienceText {
  readonly title: string;
  readonly tone: ChangeTone;
  /** "loses 212 of 4,310 pages", "nothing changes" */
  readonly says: string;
  /** "25 of 25 refused everything, before 19"; empty if that does not change. */
  readonly counts: string;
  readonly by?: Responsible;
  /** Whether all that is said of the audience before is true of this one. */
  readonly isLikeBefore: boolean;
}

const pages = (count: number): string => pluralise(count, "page");

/** @param total the number of URLs, if a list was given */
export function audienceTexts(changes: readonly AudienceChange[], total?: number): readonly AudienceText[] {
  const texts = changes.map((change) => textOf(change, total));
  return texts.map((text, i) => ({ ...text, isLikeBefore: i > 0 && isLike(text, texts[i - 1]!) }));
}

const isLike = (one: AudienceText, other: AudienceText): boolean =>
  one.tone !== "same" && one.says === other.says && one.counts === other.counts && one.by?.line === other.by?.line;

function textOf(change: AudienceChange, total: number | undefined): AudienceText {
  const { audience, lost, gained, mayChange } = change;
  const by = (loses(change) ? lost : gained).examples[0]?.by;
  return {
    title: audience.title,
    tone: loses(change) ? "lost" : gains(change) ? "gained" : mayChange ? "unsure" : "same",
    says: saysOf(change, total),
    counts: countsOf(change),
    ...(by && { by }),
    isLikeBefore: false,
  };
}

function saysOf(change: AudienceChange, total: number | undefined): string {
  const parts = [
    ...(loses(change) ? [sideText("loses", change.lost, change.crawlers, total)] : []),
    ...(gains(change) ? [sideText("gains", change.gained, change.crawlers, total)] : []),
    ...(change.mayChange ? ["may change elsewhere: the search for examples was ended"] : []),
  ];
  if (parts.length > 0) return parts.join("; ");
  const nothing = total === undefined ? "nothing changes" : "no listed page changes";
  return change.ignoresStar ? `${nothing} (ignores groups for *)` : nothing;
}

function sideText(verb: "loses" | "gains", side: ChangedPages, crawlers: number, total: number | undefined): string {
  const { whole, tokens, pages: count, examples } = side;
  const some = whole.length > 0 ? whole : tokens;
  const who = some.length === crawlers ? "" : `, for ${listed(some)}`;
  if (whole.length > 0) return `${verb} your whole site${who}`;
  if (count !== undefined) return `${verb} ${formatNumber(count)} of ${pages(total ?? count)}${who}`;
  return `${verb} ${examples[0]?.url ?? "pages"}${examples.length > 1 ? " and more" : ""}${who}`;
}

/** "Bingbot", "A and B", "A and 3 others" */
export function listed(names: readonly string[]): string {
  const [first = "", second] = names;
  if (names.length < 2) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${formatNumber(names.length - 1)} others`;
}

function countsOf({ refused: [before, after], crawlers, audience }: AudienceChange): string {
  if (before === after || audience.isSales) return "";
  return `${after} of ${crawlers} refused everything, before ${before}`;
}

/** Where the responsible line stands: "line 14", or "line 22 removed". */
export const placeOf = ({ line, isRemoved }: Responsible): string => `line ${line}${isRemoved ? " removed" : ""}`;

/** Whether a new version is safe to publish, in words. */
export interface Headline {
  readonly verdict: "unsafe" | "look" | "safe";
  readonly title: string;
  /** The largest loss; empty if nobody loses anything. */
  readonly loss: string;
}

/**
 * The answer to "is it safe to publish?".
 * @param mistakes the new version has and the old one has not
 */
export function headlineOf(changes: readonly AudienceChange[], mistakes: number): Headline {
  const losing = changes.filter(loses);
  const unsure = changes.some(({ mayChange, audience }) => mayChange && audience.isSales);
  const loss = lossOf(changes);
  if (losing.some(({ audience }) => audience.isSales) || mistakes > 0)
    return { verdict: "unsafe", title: "Not safe yet.", loss };
  if (unsure) return { verdict: "look", title: "Look before you publish.", loss };
  if (losing.length > 0) return { verdict: "safe", title: "Safe, if you mean it.", loss };
  return { verdict: "safe", title: "Safe to publish.", loss };
}

/** The worst first: "Bing and 239 others lose your whole site." What is probably a mistake is worse than what is a choice. */
export function lossOf(changes: readonly AudienceChange[]): string {
  const sales = changes.filter((change) => change.audience.isSales && loses(change));
  const isWhole = (sales.length > 0 ? sales : changes).some(({ lost }) => lost.whole.length > 0);
  const tokensOf = ({ lost }: AudienceChange): readonly string[] => (isWhole ? lost.whole : lost.tokens);
  const losing = changes.filter((change) => tokensOf(change).length > 0);
  const [first] = losing;
  if (first === undefined) return "";
  const all = losing.flatMap(tokensOf).length;
  // The title of an audience stands for all of its crawlers.
  const own = tokensOf(first);
  const [name, named] = own.length === first.crawlers ? [first.audience.title, own.length] : [own[0]!, 1];
  const who =
    all === named ? name : `${name} and ${formatNumber(all - named)} ${all === named + 1 ? "other" : "others"}`;
  return `${who} ${all === named ? "loses" : "lose"} ${isWhole ? "your whole site" : lostPages(losing)}.`;
}

function lostPages(losing: readonly AudienceChange[]): string {
  const [{ lost }] = losing as [AudienceChange];
  if (lost.pages !== undefined) return pages(lost.pages);
  return lost.examples[0]?.url ?? "pages";
}
