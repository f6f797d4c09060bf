/** Warnings about the directives of a site. Parsers warn and never throw for their input. */

/** Stable codes of warnings. */
export type MetaWarningCode =
  /** The name is not a directive: ignored. */
  | "unknown-directive"
  /** A directive that needs a value has none: ignored. */
  | "missing-value"
  /** The value is invalid: the directive is ignored. */
  | "invalid-value"
  /** A directive that takes no value has one: the value is ignored. */
  | "unexpected-value"
  /** The date has no time zone: read as UTC. */
  | "no-time-zone"
  /** RFC 822 does not define the time zone of the date: read as UTC (RFC 5322 §4.3). */
  | "unknown-time-zone"
  /** An agent follows a comma: two joined header fields, or a mistake. */
  | "agent-after-comma"
  /** The text before the colon is not a product token. */
  | "invalid-agent"
  /** A Robots-Tag header is not a structured field list, or is too long: the whole field is ignored. */
  | "invalid-field"
  /** There are too many directives: the rest is not read. */
  | "too-many-directives"
  /** indexifembedded without noindex has no effect. */
  | "no-effect"
  /** robots.txt disallows the page, so crawlers never see its directives. */
  | "never-seen";

/** A warning about one directive or value. */
export interface MetaWarning {
  readonly code: MetaWarningCode;
  /** For people; the text may change. */
  readonly message: string;
  /** The directive or value as written, at most 100 characters. */
  readonly text: string;
}

/** Bounds the memory that warnings about hostile values take. */
const MAX_TEXT_LENGTH = 100;

export const excerptOf = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;

export const warningOf = (code: MetaWarningCode, text: string, message: string): MetaWarning => ({
  code,
  message,
  text: excerptOf(text),
});
