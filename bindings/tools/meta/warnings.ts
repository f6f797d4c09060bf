/** What is wrong or doubtful in what a site says. Warnings have stable codes; input never makes a parser throw. */

/** Stable codes of what is wrong or doubtful in what a site says. */
export type WarningCode =
  /** The name is no directive: ignored. */
  | "unknown-directive"
  /** A directive that needs a value has none: ignored. */
  | "missing-value"
  /** The value cannot be read: the directive is ignored. */
  | "invalid-value"
  /** A directive that takes no value has one: the value is ignored. */
  | "unexpected-value"
  /** The date names no time zone: taken as UTC. */
  | "no-time-zone"
  /** The date's time zone is none that RFC 822 defines: taken as UTC (RFC 5322 §4.3). */
  | "unknown-time-zone"
  /** An agent after a comma: two joined header fields, or a mistake. */
  | "agent-after-comma"
  /** The text before the colon cannot be a product token. */
  | "invalid-agent"
  /** More directives than are kept: the rest is not read. */
  | "too-many-directives"
  /** indexifembedded without noindex. */
  | "no-effect"
  /** The page may not be crawled, so crawlers never see these directives. */
  | "never-seen";

/** What is wrong or doubtful, and where. */
export interface Warning {
  readonly code: WarningCode;
  /** A sentence for people. */
  readonly message: string;
  /** What it is about, as written, at most 100 characters. */
  readonly text: string;
}

/** Keeps a hostile value from being copied into every report about it. */
const MAX_TEXT_LENGTH = 100;

export const excerptOf = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;

export const warningOf = (code: WarningCode, text: string, message: string): Warning => ({
  code,
  message,
  text: excerptOf(text),
});
