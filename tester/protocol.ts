/** What the page asks its workers, and what they answer. Everything here survives structured cloning. */
import type { DialectName, Reason, Rule } from "../bindings/index.ts";
import type { DialectDifference, VersionDifference } from "../bindings/tools/diff/index.ts";
import type { Finding, VerdictChange } from "../bindings/tools/lint/index.ts";
import type { Trace } from "../bindings/tools/trace/index.ts";

/** Which rows of the table are shown. */
export type Filter = "all" | "allowed" | "refused" | "differs" | "invalid";

/** The inputs of the page that decide verdicts. A message carries the ones that changed; the worker keeps the rest. */
export interface Inputs {
  readonly file: string;
  readonly dialect: DialectName;
  /** Product tokens, one column each. A token may list fallbacks: `Googlebot-Image Googlebot`. */
  readonly agents: readonly string[];
  /** One URL or path a line. */
  readonly urls: string;
  readonly filter: Filter;
  /** From 0. */
  readonly page: number;
}

export interface Cell {
  readonly allowed: boolean;
  readonly reason: Reason;
  /** The rule that decided; with the reason "rule" only. */
  readonly rule?: Rule;
}

export interface Row {
  /** The line of the URL list, from 1. */
  readonly line: number;
  readonly url: string;
  /** One per agent; empty when the line is not a URL. */
  readonly cells: readonly Cell[];
}

export interface AgentSummary {
  readonly agent: string;
  /** Whether a group names the agent, not only `*`. */
  readonly named: boolean;
  readonly allowed: number;
  readonly refused: number;
  /** Why the agent cannot be used. The other columns are answered all the same. */
  readonly error?: string;
}

export interface Verdicts {
  readonly agents: readonly AgentSummary[];
  /** Lines in the URL list, empty ones left out. */
  readonly total: number;
  /** Lines that are neither an absolute URL nor a path. */
  readonly invalid: number;
  /** Lines that the filter lets through. */
  readonly matching: number;
  /** At most PAGE_ROWS of them. */
  readonly rows: readonly Row[];
  /** Whether the file is longer than the parser reads. */
  readonly truncated: boolean;
  readonly sitemaps: readonly string[];
}

export const PAGE_ROWS = 100;

/** Work that is done for the panel that is open. */
export interface Requests {
  verdicts: { readonly ask: Partial<Inputs>; readonly answer: Verdicts };
  /** The whole table as a file. */
  table: { readonly ask: { readonly format: "csv" | "json" }; readonly answer: string };
  lint: { readonly ask: { readonly file: string; readonly dialect: DialectName }; readonly answer: readonly Finding[] };
  /** The file with all fixes, which keep every verdict. */
  fix: { readonly ask: { readonly file: string; readonly dialect: DialectName }; readonly answer: string };
  /** The verdicts that a repair changes. */
  changes: {
    readonly ask: { readonly before: string; readonly after: string; readonly dialect: DialectName };
    readonly answer: readonly VerdictChange[];
  };
  trace: {
    readonly ask: {
      readonly file: string;
      readonly dialect: DialectName;
      readonly agent: string;
      readonly url: string;
    };
    readonly answer: Trace;
  };
  dialects: {
    readonly ask: { readonly file: string; readonly agent: string; readonly urls: readonly string[] };
    readonly answer: readonly DialectDifference[];
  };
  versions: {
    readonly ask: {
      readonly before: string;
      readonly after: string;
      readonly dialect: DialectName;
      readonly agent: string;
      readonly urls: readonly string[];
    };
    readonly answer: readonly VersionDifference[];
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
  | { readonly id: number; readonly error: string };
