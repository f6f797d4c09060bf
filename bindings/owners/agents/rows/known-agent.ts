/** What is known about a crawler. */
import type { DialectName } from "../../../core/index.ts";
import type { AgentPurpose } from "./purposes.ts";

/** Whether the operator documents that the crawler obeys Crawl-delay. */
export type CrawlDelaySupport = "obeyed" | "ignored" | "unknown";

/** Whether the operator still sends the crawler; a renamed one has the new token here. */
export type AgentStatus = "active" | "retired" | `renamed to ${string}`;

/**
 * How sure a row is. `page`: a copy of the operator's page was read. `listed`: two independent lists of robots.txt tokens name
 * it, or a list or an earlier version of this table that cites the operator's page; no copy of the page was read. `header`: the token is known from User-Agent headers alone. `caller`: a row of your own.
 */
export type AgentConfidence = "page" | "listed" | "header" | "caller";

/** A crawler, as its operator describes it. */
export interface KnownAgent {
  /** The product token that it looks for in robots.txt. */
  readonly token: string;
  readonly operator: string;
  readonly purpose: AgentPurpose;
  /** Other purposes that its pages serve: CCBot archives, and its archive is used for training. */
  readonly alsoFor: readonly AgentPurpose[];
  /** The tokens that it looks for next, in order, if no group names `token`. */
  readonly fallback: readonly string[];
  /** Whether it ignores the group for `*`. Such a crawler is allowed everything unless a group names it. */
  readonly ignoresStar: boolean;
  /** Whether its operator says that it may ignore robots.txt altogether, as fetchers for users often do. */
  readonly ignoresRobots: boolean;
  readonly crawlDelay: CrawlDelaySupport;
  readonly status: AgentStatus;
  /** The dialect that the operator documents; `rfc9309` if it documents none. */
  readonly dialect: DialectName;
  /** The page of the operator, or the list, that says so. */
  readonly source: string;
  readonly confidence: AgentConfidence;
  /** The day on which the row was compared with its source, as YYYY-MM-DD. */
  readonly checked: string;
  /** Operators' habits and contested facts that no other field can say. */
  readonly note?: string;
}

/** What holds for a crawler unless its row says otherwise. */
export const usualHabits: Pick<
  KnownAgent,
  "alsoFor" | "fallback" | "ignoresStar" | "ignoresRobots" | "crawlDelay" | "status" | "dialect"
> = {
  alsoFor: [],
  fallback: [],
  ignoresStar: false,
  ignoresRobots: false,
  crawlDelay: "unknown",
  status: "active",
  dialect: "rfc9309",
};

/** A row of your own: only the token is required. The purpose is `other` and the dialect `rfc9309` unless you say otherwise. */
export interface AgentRow extends Partial<Omit<KnownAgent, "token">> {
  readonly token: string;
}

/** Parsers end the token of a line at the first space (RFC 9309 §2.2.1), so a file writes `Kangaroo` for `Kangaroo Bot`. */
export const productToken = (token: string): string => /^\S+/.exec(token)?.[0] ?? token;
