/** One request of a crawler, as a line of an access log has it. */
import { withoutMapping } from "../../base/addresses.ts";
import { BRACKET, SLASH } from "../../base/characters.ts";
import type { Crawler } from "./crawlers.ts";
import type { Line } from "./line.ts";
import { printableTarget } from "./values.ts";

export interface LogRequest {
  readonly crawler: Crawler;
  /** Since 1970-01-01T00:00:00Z. Most logs have whole seconds. */
  readonly timeMs: number;
  readonly address: string;
  /** In lower case, without a default port; undefined where the log has no hosts. */
  readonly host: string | undefined;
  readonly method: string;
  /** The request target as it was sent; undefined for a line without one. */
  readonly target: string | undefined;
  /** 0 where no answer was logged. */
  readonly status: number;
  /** The size of the answer; undefined where the log does not say. */
  readonly bytes: number | undefined;
  /** The Signature-Agent header, where the log has it. */
  readonly signatureAgent: string | undefined;
}

/** A line that is not a request of a crawler. */
export const PERSON = 0;
export const UNREADABLE = 1;

export type ReadLine = LogRequest | typeof PERSON | typeof UNREADABLE;

/** Finds the crawler that a User-Agent header names. */
export interface FindCrawler {
  /** @param header as bytes, one a character, with the log's escapes decoded */
  named(header: string): Crawler | undefined;
  /** The same for a header without escapes in the block of a line. */
  at(line: Line, from: number, end: number): Crawler | undefined;
}

export const finderOf = (named: FindCrawler["named"]): FindCrawler => ({
  named,
  at: ({ text }, from, end) => named(text.slice(from, end)),
});

export interface LineReader {
  /**
   * Reads a line. The User-Agent header comes first: nothing else is read of lines that no crawler sent.
   * @param line is valid until the next one is read
   */
  read(line: Line, find: FindCrawler): ReadLine;
  /** Whether it has read requests, and none had a User-Agent header. Undefined for formats that always have one. */
  readonly lacksHeaders?: boolean;
}

/** The values of a line as texts, of which each format knows some. */
export interface LineValues {
  readonly time: number;
  /** As `addressOf` gives it. */
  readonly address: string | undefined;
  /** As `hostOf` gives it. */
  readonly host?: string | undefined;
  readonly method: string;
  readonly target: string | undefined;
  /** Whether the target is known to be printable. */
  readonly isPlain?: boolean | undefined;
  readonly status: string | number | undefined;
  readonly bytes?: string | number | undefined;
  readonly signatureAgent?: string | undefined;
}

/** The request of a line. */
export function requestOf(crawler: Crawler, values: LineValues): LogRequest | typeof UNREADABLE {
  const { time: timeMs, address, method, status, bytes, signatureAgent, target, isPlain } = values;
  if (address === undefined || !(Math.abs(timeMs) <= MAX_TIME_MS)) return UNREADABLE;
  const isOriginForm = target === undefined || target.charCodeAt(0) === SLASH;
  const absolute = isOriginForm ? undefined : absoluteForm(target);
  const host = absolute === undefined ? values.host : hostOf(absolute.host);
  if (host === NO_HOST) return UNREADABLE;
  const size = bytes === undefined || bytes === "" ? Number.NaN : Number(bytes);
  return {
    crawler,
    timeMs,
    address,
    host,
    method,
    target: isOriginForm ? target && (isPlain ? target : printableTarget(target)) : absolute?.target,
    status: Number(status) || 0,
    bytes: size >= 0 ? size : undefined,
    signatureAgent: signatureAgent === "-" || signatureAgent === "" ? undefined : signatureAgent,
  };
}

/** Such as a host and an address, in a line of another format. In a list of proxies, a comma stands before the space. */
const TWO_VALUES = /[^,] /;

/** Without brackets and without the mapping of IPv4 to IPv6; undefined if the text is not an address. */
export const addressOf = (text: string): string | undefined =>
  TWO_VALUES.test(text) ? undefined : withoutMapping(text.charCodeAt(0) === BRACKET ? text.slice(1, -1) : text);

/** The longest time from 1970 that a Date holds. */
const MAX_TIME_MS = 8.64e15;

/** The absolute form of a target names the host (RFC 9112 §3.2.2). */
function absoluteForm(text: string): Readonly<Record<"target" | "host", string>> | undefined {
  const [, host, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  return { host, target: printableTarget(rest.startsWith("/") ? rest : `/${rest}`) };
}

/** Returned if the text is not a host. */
const NO_HOST = "";
/** Characters that a host cannot have: with `a/` as the host of `/x`, a URL would have the path `//x`. The engine ends a host at `;` too. */
const BEYOND_HOST = /[\0- /\\?#;]/;

/** In lower case, without the user and a default port. Undefined if the log has no host; empty if the text is not a host. */
export function hostOf(text: string | undefined): string | undefined {
  if (text === undefined || text === "" || text === "-") return undefined;
  const host = text.slice(text.lastIndexOf("@") + 1).replace(/:(?:80|443)?$/, "");
  return BEYOND_HOST.test(host) ? NO_HOST : host.toLowerCase();
}
