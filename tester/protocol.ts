/** What the page asks its worker, and what it answers. Everything here survives structured cloning. */

import type { DialectName, Reason } from "../bindings/index.ts";
import type {
  AgentAccess,
  AgentPurpose,
  AudienceRow,
  Headline,
  OperatorHabit,
  VerdictShift,
  VerdictShifts,
  VersionComparison,
} from "../bindings/owners/agents/index.ts";
import type { Completion, Diagnostic, Hover, Position, QuickFix } from "../bindings/owners/editor/internal.ts";
import type { Finding, LintResponse } from "../bindings/owners/lint/index.ts";

/** What decides: the text of a file, or the status of a fetch that gave no file. */
export type Source = { readonly kind: "file"; readonly text: string } | StatusSource;

/** A status gives every crawler one verdict, but for those of dialects that read it differently, as Google reads 429. */
export interface StatusSource {
  readonly kind: "status";
  readonly allowed: boolean;
  readonly unlike: Readonly<Partial<Record<DialectName, boolean>>>;
}

/** The part of the site that a crawler may fetch. */
export interface Reach {
  /** Whether a path that no rule singles out is allowed. */
  readonly base: boolean;
  /** The patterns that differ from the base, those that match the most first; `count` counts all. */
  readonly except: readonly string[];
  readonly count: number;
  /** Whether the home page itself differs; then the first pattern is about it. */
  readonly hasHome: boolean;
  /** Exceptions to the exceptions: allowed below a refused path, or refused below an allowed one. */
  readonly back: readonly string[];
  /** Whether there may be more exceptions: the search for examples was ended. */
  readonly mayHaveMore: boolean;
}

/** What the file tells one crawler: about the whole site, or about one URL. */
export interface CrawlerRow {
  readonly token: string;
  readonly operator: string;
  readonly purpose: AgentPurpose;
  readonly section: Section;
  readonly access: AgentAccess;
  readonly mayIgnore: boolean;
  /** Whether its operator still sends it under this name. */
  readonly isActive: boolean;
  /** The rule that decides, as `Disallow: /cart`. */
  readonly rule?: string;
  readonly line?: number;
  /** The user-agent line that was obeyed, as written. */
  readonly group?: string;
  /** For `partly`, a path that is refused; absent where the search for one was ended. */
  readonly example?: string;
  readonly notes: readonly string[];
  readonly reach: Reach;
  /** Whether it is counted by the tile "AI search and assistants". */
  readonly answers: boolean;
}

/** The sections of the list of crawlers. */
export type Section = Exclude<AgentPurpose, "permission">;

/** A path that one of the two may fetch and the other may not. */
export interface SearchDifference {
  readonly path: string;
  readonly google: boolean;
}

export interface Overview {
  readonly rows: readonly CrawlerRow[];
  /** The crawler that the filter names, if the table does not have it. */
  readonly unknown?: CrawlerRow;
  /** The crawlers of the company or the product that the filter names. */
  readonly named?: readonly string[];
  /** Where Google and Bing differ, an example for each direction. */
  readonly differences: readonly SearchDifference[];
  /** Where a status decides: operators that read statuses in a way of their own. */
  readonly habits: readonly Pick<OperatorHabit, "operator" | "habit">[];
  /** The line that asks not to train models on the pages of the site, if there is one. */
  readonly noTraining?: number;
  readonly groups: number;
  readonly rules: number;
  /** Whether the file is longer than crawlers must read. */
  readonly truncated: boolean;
}

/** The verdict of one crawler on one URL. */
export interface Verdict {
  readonly name: string;
  readonly allowed: boolean;
  readonly reason: Reason;
  readonly rule?: string;
  readonly line?: number;
}

/** A rule of the group that matches the URL. */
export interface Candidate {
  readonly line: number;
  readonly text: string;
  /** Octets of the pattern in canonical form: the longer pattern wins. */
  readonly octets: number;
}

export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** A verdict, and what else its operator says. */
export interface CrawlerVerdict extends Verdict {
  /** Whether its operator lets it ignore robots.txt. */
  readonly mayIgnore: boolean;
  /** What the groups for `*` say, which the crawler ignores: the verdict of the protocol. */
  readonly ignored?: Verdict;
}

export interface Why extends CrawlerVerdict {
  /** Whether the crawler is in the table. */
  readonly isKnown: boolean;
  readonly dialect: DialectName;
  readonly assumed: readonly string[];
  /** Whether a group names the crawler, the groups for `*` apply, or none. */
  readonly chosenBy: "named" | "star" | "none" | "status";
  /** The token that a group names; another than the first if the crawler falls back. */
  readonly named?: string;
  readonly groups: readonly Lines[];
  readonly candidates: readonly Candidate[];
  /** The path that crawlers request, if they do not request it as it was typed: `/a%20b` for `/a b`. */
  readonly requested?: string;
  /** Before the path, the matched part, and the rest. */
  readonly marked: readonly [string, string, string];
  readonly others: readonly Verdict[];
  readonly readings: readonly { readonly dialect: DialectName; readonly allowed: boolean; readonly line?: number }[];
}

/** A URL that belongs to another host, so that this file says nothing about it. */
export interface OtherHost {
  readonly fileHost: string;
  readonly urlHost: string;
}

/** A text that no crawler can request. */
export interface NotUrl {
  readonly notUrl: string;
}

/** The answer to a question about one URL. */
export type Answered = Why | OtherHost | NotUrl | Company;

export const isVerdict = (one: Answered | undefined): one is Why => one !== undefined && "reason" in one;

/** A company or a product: what each of its crawlers may do. */
export interface Company {
  readonly company: string;
  readonly crawlers: readonly CompanyCrawler[];
}

export interface CompanyCrawler extends CrawlerVerdict {
  readonly purpose: AgentPurpose;
}

export type ListFilter = "all" | "refused" | "differ" | "others" | "invalid";

export interface ListProgress {
  /** Of the list that was sent last. */
  readonly id: number;
  readonly agents: readonly string[];
  readonly total: number;
  readonly decided: number;
  readonly batches: number;
  readonly counts: Readonly<Record<ListFilter, number>>;
  /** Hosts that are not the file's, the most frequent first. */
  readonly hosts: readonly { readonly host: string; readonly count: number }[];
  /** Whether the list was read as lines, CSV or a sitemap. */
  readonly format: "lines" | "csv" | "sitemap" | "sitemap index";
  /** Why the sitemap was not read to its end. */
  readonly problem?: string;
}

export interface UrlListText extends Pick<ListProgress, "format" | "problem"> {
  readonly urls: readonly string[];
}

export interface ListRow {
  readonly url: string;
  /** One a crawler; empty if there are more than MAX_COLUMNS, or the row has no verdict. */
  readonly cells: readonly { readonly allowed: boolean; readonly line?: number }[];
  readonly refusedBy: number;
}

/** With more crawlers, one column says for how many the URL is refused. */
export const MAX_COLUMNS = 4;

export type Shift = VerdictShift;
/** What an edit changes, by example. */
export type EditEffect = VerdictShifts;

/** Whether a new version is safe to publish. */
export interface Publishing {
  readonly headline: Headline;
  readonly rows: readonly AudienceRow[];
  /** Lines besides Allow and Disallow that differ, each in words. */
  readonly fields: VersionComparison["fields"];
  /** Mistakes of the new version that the old one has not. */
  readonly mistakes: readonly Finding[];
  /** Absent without a list. */
  readonly pages?: {
    readonly counted: number;
    /** URLs of other hosts than this, and lines that are not URLs: left out. */
    readonly others: number;
    readonly host: string;
    readonly invalid: number;
    /** Whether it lists sitemaps, not pages. */
    readonly isIndex: boolean;
    /** Why the list was not read to its end. */
    readonly problem?: string;
  };
}

export interface Mended extends EditEffect {
  readonly text: string;
  readonly applied: number;
}

export interface UseRow {
  readonly use: "search" | "ai-input" | "train-ai";
  readonly allowed: boolean;
  readonly line?: number;
  readonly text: string;
  readonly count: number;
  readonly names: readonly string[];
  readonly conflict: boolean;
}

/** Crawlers that may fetch something and that their operator still sends; for the writer of rules. */
export interface OpenCrawlers {
  readonly open: readonly Pick<CrawlerRow, "token" | "operator" | "section" | "answers">[];
  /** How many crawlers the file refuses entirely. */
  readonly refused: number;
}

export interface UsageView extends OpenCrawlers {
  readonly uses: readonly UseRow[];
  readonly silent: number;
  readonly licences: readonly { readonly line?: number; readonly url: string; readonly note: string }[];
  readonly delays: readonly { readonly line: number; readonly text: string; readonly agents: string }[];
  /** `isRead`: some crawlers read a line that has a problem. */
  readonly sitemaps: readonly {
    readonly line: number;
    readonly url: string;
    readonly problem?: string;
    readonly isRead: boolean;
  }[];
  /** Contradictions, a sentence each. */
  readonly contradictions: readonly { readonly title: string; readonly text: string; readonly offersRules: boolean }[];
}

export interface GeneratedRules {
  readonly rules: string;
  readonly file: string;
  /** The first line of the rules in the new file. */
  readonly line: number;
  /** Crawlers that the file already names, and the lines of theirs that the new file does not have. */
  readonly moved: readonly string[];
  readonly removed: readonly number[];
  /** Why no rules were made: in every place they would change the verdict of another crawler. */
  readonly problem?: string;
}

export interface ReadingRow {
  readonly url: string;
  readonly agent: string;
  readonly verdicts: readonly { readonly dialect: DialectName; readonly allowed: boolean; readonly line?: number }[];
  readonly reasons: readonly string[];
}

export interface Readings {
  readonly rows: readonly ReadingRow[];
  readonly compared: number;
}

export interface Resource {
  readonly url: string;
  readonly kind: "page" | "script" | "style" | "image" | "frame" | "font" | "other" | "preview";
  /** For Googlebot. */
  readonly verdict: "allowed" | "refused" | "other host" | "not a URL";
  readonly line?: number;
  /** Crawlers of services that show link previews and may not fetch it: of the page, and of the image that it names. */
  readonly hiddenFrom?: readonly string[];
}

/** A version of the file, and its address if that is known. */
export interface EditedFile {
  readonly file: string;
  readonly url?: string;
}

/** What is wrong in the file, and what mends it. */
export interface Shown {
  readonly diagnostics: readonly Diagnostic[];
  readonly fixes: readonly QuickFix[];
}

/** What the worker is asked, by name. */
export interface Requests {
  overview: {
    readonly ask: { readonly source: Source; readonly url?: string; readonly name?: string };
    readonly answer: Overview;
  };
  /** With a response, also what is wrong with how the file was served. */
  lint: { readonly ask: EditedFile & { readonly response?: LintResponse }; readonly answer: readonly Finding[] };
  /** What the editor marks in the file. */
  shown: { readonly ask: EditedFile; readonly answer: Shown };
  hover: { readonly ask: EditedFile & { readonly position: Position }; readonly answer: Hover | undefined };
  complete: { readonly ask: EditedFile & { readonly position: Position }; readonly answer: readonly Completion[] };
  /** The file with every fix, or with every repair too. */
  mend: { readonly ask: EditedFile & { readonly repairs: boolean }; readonly answer: Mended };
  /** The verdicts that an edit changes. */
  shifts: { readonly ask: { readonly before: string; readonly after: string }; readonly answer: EditEffect };
  why: {
    readonly ask: { readonly source: Source; readonly site: string; readonly name: string; readonly url: string };
    readonly answer: Answered;
  };
  list: {
    readonly ask: {
      readonly source: Source;
      readonly site: string;
      readonly agents: readonly string[];
      /** Without it, the last list is decided again. */
      readonly text?: string;
    };
    readonly answer: ListProgress;
  };
  rows: {
    readonly ask: { readonly filter: ListFilter; readonly from: number; readonly count: number };
    readonly answer: { readonly id: number; readonly from: number; readonly rows: readonly ListRow[] };
  };
  csv: { readonly ask: { readonly filter: ListFilter }; readonly answer: string };
  usage: { readonly ask: EditedFile; readonly answer: UsageView };
  rules: {
    /** With `allow`, the crawlers are let in instead of refused. */
    readonly ask: { readonly file: string; readonly tokens: readonly string[]; readonly allow?: boolean };
    readonly answer: GeneratedRules;
  };
  starRules: { readonly ask: { readonly file: string; readonly line: number }; readonly answer: string };
  publish: {
    readonly ask: {
      readonly before: string;
      readonly after: string;
      readonly urls?: string;
      readonly site?: string;
    };
    readonly answer: Publishing;
  };
  readings: {
    readonly ask: { readonly file: string; readonly urls: readonly string[]; readonly names: readonly string[] };
    readonly answer: Readings;
  };
  resources: {
    readonly ask: {
      readonly source: Source;
      readonly site: string;
      readonly urls: readonly Omit<Resource, "verdict">[];
    };
    readonly answer: readonly Resource[];
  };
}

export type RequestName = keyof Requests;

export interface Message<N extends RequestName = RequestName> {
  readonly id: number;
  readonly name: N;
  readonly ask: Requests[N]["ask"];
}

export type Reply =
  | { readonly id: number; readonly answer: Requests[RequestName]["answer"] }
  | { readonly id: number; readonly error: string }
  /** A list is decided in batches: each ends with its progress. */
  | { readonly progress: ListProgress };
