/** What a change means for each audience, in the words of a site's owner. The command line and the tester say the same. */
import { enumerated, firstAndOthers, formatNumber, pluralise } from "../../base/numbers.ts";
import { type AudienceChange, type ChangedPages, gains, loses, type Responsible } from "./audience-changes.ts";
import type { FieldChange } from "./field-changes.ts";

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
  const texts = changes.map((change) => audienceText(change, total));
  let first = 0;
  return texts.map((text, i) => {
    const isLikeBefore = i > 0 && isLike(text, texts[i - 1]!);
    if (!isLikeBefore) first = i;
    return { ...text, isLikeBefore, ...(isLikeBefore && { says: `${text.says}, as ${texts[first]!.title}` }) };
  });
}

const isLike = (one: AudienceText, other: AudienceText): boolean =>
  one.tone !== "same" && one.says === other.says && one.counts === other.counts && one.by?.line === other.by?.line;

function audienceText(change: AudienceChange, total: number | undefined): AudienceText {
  const { audience, lost, gained, mayChange } = change;
  const by = (loses(change) ? lost : gained).examples[0]?.by;
  return {
    title: audience.title,
    tone: loses(change) ? "lost" : gains(change) ? "gained" : mayChange ? "unsure" : "same",
    says: changeSays(change, total),
    counts: countsOf(change),
    ...(by && { by }),
    isLikeBefore: false,
  };
}

/** Letting in a crawler that an owner may want to keep out is a change of permission: it comes first. */
function changeSays(change: AudienceChange, total: number | undefined): string {
  const lost = loses(change) ? [sideText("loses", change.lost, change.crawlers, total)] : [];
  const gained = gains(change) ? [sideText("gains", change.gained, change.crawlers, total)] : [];
  const parts = [
    ...(isLetIn(change)
      ? [`${firstAndOthers(change.gained.whole)} may fetch your whole site now`, ...lost]
      : [...lost, ...gained]),
    ...(change.mayChange ? ["may change elsewhere: the search for examples was ended"] : []),
  ];
  if (parts.length > 0) return parts.join("; ");
  const nothing = total === undefined ? "nothing changes" : "no listed page changes";
  return change.ignoresStar ? `${nothing} (ignores groups for *)` : nothing;
}

/** Whether a crawler of an audience that owners often refuse could fetch nothing before. */
const isLetIn = ({ audience, gained }: AudienceChange): boolean => !audience.isSales && gained.whole.length > 0;

function sideText(verb: "loses" | "gains", side: ChangedPages, crawlers: number, total: number | undefined): string {
  const { whole, tokens, pages: count, examples } = side;
  const some = whole.length > 0 ? whole : tokens;
  const who = some.length === crawlers ? "" : `, for ${firstAndOthers(some)}`;
  if (whole.length > 0) return `${verb} your whole site${who}`;
  if (count !== undefined) return `${verb} ${formatNumber(count)} of ${pages(total ?? count)}${who}`;
  return `${verb} ${pageText(examples)}${examples.length > 1 ? " and more" : ""}${who}`;
}

const pageText = ([first]: ChangedPages["examples"]): string =>
  first === undefined ? "pages" : first.url === "/" ? "your home page" : first.url;

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
  /** The largest loss, or else what changes besides; empty if nothing does. */
  readonly loss: string;
}

/** What else a version changes, besides who may fetch what. */
export interface OtherChanges {
  /** Mistakes that the new version has and the old one has not. */
  readonly mistakes: number;
  readonly fields: readonly FieldChange[];
  /** Whether the list of pages was not read to its end. */
  readonly isCut?: boolean;
}

/** The answer to "is it safe to publish?". It is not "safe" where anything that counts differs, or may differ. */
export function headlineOf(changes: readonly AudienceChange[], others: OtherChanges): Headline {
  const { mistakes, fields, isCut = false } = others;
  const losing = changes.filter(loses);
  const letIn = changes.filter(isLetIn).flatMap(({ gained }) => gained.whole);
  const loss = [
    lossOf(changes),
    letIn.length === 0 ? "" : `${firstAndOthers(letIn)} may fetch your whole site now.`,
    fields.length === 0 ? "" : `${keysText(fields)} ${fields.length === 1 ? "changes" : "change"}.`,
    isCut ? "Not all of your pages were counted." : "",
  ]
    .filter((one) => one !== "")
    .join(" ");
  if (losing.some(({ audience }) => audience.isSales) || mistakes > 0)
    return { verdict: "unsafe", title: "Not safe yet.", loss };
  if (changes.some(({ mayChange }) => mayChange) || fields.length > 0 || isCut)
    return { verdict: "look", title: "Look before you publish.", loss };
  if (losing.length + letIn.length > 0) return { verdict: "safe", title: "Safe, if you mean it.", loss };
  return { verdict: "safe", title: "Safe to publish.", loss };
}

/** A field as files spell it: `Crawl-delay`. */
const spelled = (key: string): string =>
  key.charAt(0).toUpperCase() + key.slice(1).replace(/-signal$|-usage$/, capital);
const capital = (text: string): string => text.slice(0, 1) + text.charAt(1).toUpperCase() + text.slice(2);

const keysText = (fields: readonly FieldChange[]): string =>
  enumerated([...new Set(fields.map(({ key }) => spelled(key)))]);

/** "Crawl-delay: 1 becomes 60, for bingbot and 270 others" */
export function fieldText({ key, removed, added, tokens }: FieldChange): string {
  const who = tokens.length === 0 ? "" : `, for ${firstAndOthers(tokens)}`;
  const [old, now] = [removed, added].map((values) => values.map((value) => value || "(nothing)").join(", "));
  if (removed.length > 0 && added.length > 0) return `${spelled(key)}: ${old} becomes ${now}${who}`;
  return `${spelled(key)} ${added.length > 0 ? `added: ${now}` : `removed: ${old}`}${who}`;
}

/** The worst first: "Bing and 239 others could no longer fetch any page." What is probably a mistake is worse than what is a choice. */
export function lossOf(changes: readonly AudienceChange[]): string {
  const sales = changes.filter((change) => change.audience.isSales && loses(change));
  const isWhole = (sales.length > 0 ? sales : changes).some(({ lost }) => lost.whole.length > 0);
  const tokensOf = ({ lost }: AudienceChange): readonly string[] => (isWhole ? lost.whole : lost.tokens);
  const losing = changes.filter((change) => tokensOf(change).length > 0);
  const [first] = losing;
  if (first === undefined) return "";
  const all = losing.flatMap(tokensOf);
  // The title of an audience stands for all of its crawlers.
  const own = tokensOf(first);
  const [name, named] = own.length === first.crawlers ? [first.audience.title, own.length] : [own[0]!, 1];
  const others = all.length - named;
  const who = others === 0 ? name : `${name} and ${others === 1 ? all[named]! : `${formatNumber(others)} others`}`;
  if (losing.every(({ audience }) => audience.id === "permissions")) return `${who} may no longer use your pages.`;
  if (isWhole) return `${who} could no longer fetch any page.`;
  return `${who} ${others === 0 ? "loses" : "lose"} ${lostPages(losing)}.`;
}

function lostPages(losing: readonly AudienceChange[]): string {
  const [{ lost }] = losing as [AudienceChange];
  if (lost.pages !== undefined) return pages(lost.pages);
  return pageText(lost.examples);
}
