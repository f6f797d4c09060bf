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
  /** Whether the answer is one of `host`: an absolute URL may name another one than the log has (RFC 9112 §3.2.2). */
  readonly isOfHost: boolean;
  /** 0 where no answer was logged. */
  readonly status: number;
  /** The size of the answer; undefined where the log does not say. */
  readonly bytes: number | undefined;
  /** The Signature-Agent header, where the log has it. */
  readonly signatureAgent: string | undefined;
}

/** A request that no crawler sent. */
export const PERSON = 0;
export const UNREADABLE = 1;
/** A line that can be read in several ways, which is never evidence. */
export const AMBIGUOUS = 2;
/** A line of the server's own, between requests. */
export const MESSAGE = 3;

export type ReadLine = LogRequest | typeof PERSON | typeof UNREADABLE | typeof AMBIGUOUS | typeof MESSAGE;

/** Finds the crawler that a User-Agent header names. */
export interface FindCrawler {
  /** @param header as bytes, one a character, with the log's escapes decoded */
  named(header: string): Crawler | undefined;
  /** Finds the crawler that a header without escapes names, in the block of a line. */
  at(line: Line, from: number, end: number): Crawler | undefined;
  /** Called after a line of the last header that was looked up, if no crawler sent it. */
  countPerson(): void;
}

export const finderOf = (named: FindCrawler["named"]): FindCrawler => ({
  named,
  at: ({ text }, from, end) => named(text.slice(from, end)),
  countPerson: () => {},
});

/** Takes each header for that of a crawler. */
export const anybody: FindCrawler = finderOf(() => ({}) as Crawler);

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
  const { time: timeMs, address, method, bytes, signatureAgent } = values;
  const status = statusOf(values.status);
  if (address === undefined || Number.isNaN(status) || !(Math.abs(timeMs) <= MAX_TIME_MS)) return UNREADABLE;
  const host = hostIn(values);
  const size = bytes === undefined || bytes === "" ? Number.NaN : bytes === "-" ? 0 : Number(bytes);
  return {
    crawler,
    timeMs,
    address,
    host: host === NO_HOST ? undefined : host,
    method,
    // Nothing is judged if the client named a host that cannot be one.
    target: host === NO_HOST ? undefined : targetIn(values),
    isOfHost: isOriginForm(values.target ?? "") || host === hostOf(absoluteForm(values.target ?? "")?.host),
    status,
    bytes: size >= 0 ? size : undefined,
    signatureAgent: signatureAgent === "-" || signatureAgent === "" ? undefined : signatureAgent,
  };
}

const isOriginForm = (target: string): boolean => target.charCodeAt(0) === SLASH;

/** The log knows better than the client which host was asked. */
const hostIn = ({ host, target }: LineValues): string | undefined =>
  host !== undefined || target === undefined || isOriginForm(target) ? host : hostOf(absoluteForm(target)?.host);

function targetIn({ target, isPlain }: LineValues): string | undefined {
  if (target === undefined || (isPlain && isOriginForm(target))) return target;
  return isOriginForm(target) ? printableTarget(target) : absoluteForm(target)?.target;
}

/** 0 without an answer; NaN for other text. */
function statusOf(status: string | number | undefined): number {
  if (status === "-" || status === undefined) return 0;
  return typeof status === "number" || /^-?\d+$/.test(status) ? Math.max(Number(status), 0) : Number.NaN;
}

/** Whether a text is one word; of a list, which proxies write, the last one. */
export function isAddressText(text: string): boolean {
  const space = text.lastIndexOf(" ");
  return space < text.length - 1 && (space < 0 || text[space - 1] === ",");
}

/** Without brackets and without the mapping of IPv4 to IPv6; undefined if the text is not an address or a name. */
export const addressOf = (text: string): string | undefined =>
  isAddressText(text)
    ? withoutMapping(text.charCodeAt(0) === BRACKET ? text.replace(/^\[(.*)\]$/, "$1") : text)
    : undefined;

/** The longest time from 1970 that a Date holds. */
const MAX_TIME_MS = 8.64e15;

/** The absolute form of a target names the host (RFC 9112 §3.2.2). */
function absoluteForm(text: string): Readonly<Record<"target" | "host", string>> | undefined {
  const [, host, rest] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  return { host, target: printableTarget(rest.startsWith("/") ? rest : `/${rest}`) };
}

/** Returned if the text is not a host. */
const NO_HOST = "";
/** Characters that a host cannot have: with `a/` as the host of `/x`, a URL would have the path `//x`. The engine ends a host at `;` too. */
const BEYOND_HOST = /[\0- /\\?#;@]/;

const DEFAULT_PORTS: readonly string[] = [":", ":80", ":443"];

/** In lower case, without the dot of the root and a default port. Undefined if the log has no host; empty if the text is not a host. */
export function hostOf(text: string | undefined): string | undefined {
  if (text === undefined || text === "" || text === "-") return undefined;
  const host = text.replace(/\.?(:\d*)?$/, (_, port = ":") => (DEFAULT_PORTS.includes(port) ? "" : port));
  return BEYOND_HOST.test(host) ? NO_HOST : host.toLowerCase();
}
