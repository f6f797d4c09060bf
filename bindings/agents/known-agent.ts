/** What is known about a crawler. */

/** What a crawler fetches pages for. */
export type AgentPurpose =
  | "search"
  | "training"
  | "user-request"
  | "permission"
  | "ads"
  | "archive"
  | "preview"
  | "seo"
  | "data"
  | "other";

/** Every purpose with its meaning, in the order of reports. */
export const purposes: Readonly<Record<AgentPurpose, string>> = {
  search: "indexes pages for a search engine or for AI answers",
  training: "collects pages to train AI models",
  "user-request": "fetches a page because a user asked for it",
  permission: "never crawls: the token only permits or refuses a use of pages that another crawler fetches",
  ads: "checks pages for advertising",
  archive: "keeps copies of pages, for everyone or for research",
  preview: "fetches shared links to show a preview",
  seo: "analyses sites and links for their owners and competitors",
  data: "collects data or mentions for customers",
  other: "other products of the operator",
};

/** A crawler, as its operator describes it. */
export interface KnownAgent {
  /** The product token that it looks for in robots.txt. */
  readonly token: string;
  readonly operator: string;
  readonly purpose: AgentPurpose;
  /** The tokens that it looks for next, in order, if no group names `token`. */
  readonly fallback: readonly string[];
  /** Whether it ignores the group for `*`. Such a crawler is allowed everything unless a group names it. */
  readonly ignoresStar: boolean;
  /** Whether its operator says that it may ignore robots.txt altogether, as fetchers for users often do. */
  readonly ignoresRobots: boolean;
  /** The page of the operator that says so. */
  readonly source: string;
}
