/**
 * Patterns in the words of nginx (`log_format`, nginx.org/r/log_format) or Apache (`LogFormat`,
 * httpd.apache.org/docs/2.4/mod/mod_log_config.html), as steps from value to value.
 */
import { wrongValue } from "../../base/errors.ts";

/** What a variable means to us. */
export type Meaning =
  | "address"
  | "peer"
  | "host"
  | "vhost"
  | "time"
  | "request"
  | "method"
  | "target"
  | "query"
  | "status"
  | "bytes"
  | "agent"
  | "signature"
  /** The server made it, and it has no spaces. */
  | "word"
  /** A client may have made it. */
  | "other";

const nginx: Readonly<Record<string, Meaning>> = {
  remote_addr: "address",
  http_x_forwarded_for: "other",
  host: "host",
  http_host: "host",
  server_name: "host",
  time_local: "time",
  time_iso8601: "time",
  msec: "time",
  request: "request",
  request_method: "method",
  request_uri: "target",
  status: "status",
  body_bytes_sent: "bytes",
  bytes_sent: "bytes",
  http_user_agent: "agent",
  http_signature_agent: "signature",
};

const apache: Readonly<Record<string, Meaning>> = {
  ...{
    h: "address",
    a: "address",
    v: "host",
    V: "host",
    t: "time",
    r: "request",
    m: "method",
    U: "target",
    q: "query",
  },
  ...{ s: "status", b: "bytes", B: "bytes", O: "bytes" },
  "{host}i": "host",
  "{user-agent}i": "agent",
  "{signature-agent}i": "signature",
};

/** Names of our own, for the patterns of this program. */
const own: Readonly<Record<string, Meaning>> = { peer: "peer", vhost: "vhost", word: "word" };

export interface Step {
  readonly meaning: Meaning;
  /** What ends the value; empty at the end of the line. */
  readonly end: Uint8Array;
  /** Whether it stands in quotes, in which the log escapes quotes. */
  readonly isQuoted: boolean;
  /** Whether a client may have written the text that ends it into it. */
  readonly isFree: boolean;
}

/** What a line of a pattern begins with, and its values. */
export interface Pattern {
  readonly start: Uint8Array;
  readonly steps: readonly Step[];
}

/** Servers make these values. */
const MADE: ReadonlySet<Meaning> = new Set(["time", "status", "bytes", "method", "word"]);

export const COMBINED =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';
export const VHOST_COMBINED: string = `$vhost ${COMBINED}`;
/** docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html */
export const ALB =
  '$word $time_iso8601 $word $peer $word $word $word $word $status $word $word $bytes_sent "$request" "$http_user_agent"';

const VARIABLE = /\$\{?(\w+)\}?|%(?:[!\d,]*)[<>]?(\{[^}]+\}[a-zA-Z]|[a-zA-Z%])/g;

/**
 * @param text may have quotes as in the files of Apache: `\"%r\"`
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless it has an address, a time, a request, a status, and a User-Agent header
 */
export function patternOf(text: string): Pattern {
  const pattern = text.replaceAll('\\"', '"');
  const variables = Array.from(pattern.matchAll(VARIABLE));
  const first = variables[0]?.index ?? pattern.length;
  const steps = variables.map((variable, i) => stepOf(pattern, variable, variables[i + 1]?.index));
  checkPattern(pattern, steps);
  const start = bytesOf(pattern.slice(0, first) + (isBracketed(variables[0]) ? "[" : ""));
  const last = steps.findLastIndex(({ meaning }) => !isLeftAside(meaning));
  // Where a value of a client ends, the values behind it say.
  return { start, steps: steps[last]!.isFree ? steps : steps.slice(0, last + 1) };
}

const isLeftAside = (meaning: Meaning): boolean => meaning === "other" || meaning === "word";

/** Apache writes brackets around `%t`. */
const isBracketed = (variable: RegExpMatchArray | undefined): boolean => variable?.[2] === "t";

function stepOf(pattern: string, variable: RegExpMatchArray, next: number | undefined): Step {
  const [text, ofNginx, ofApache] = variable;
  const from = variable.index! + text.length;
  const literal = pattern.slice(from, next);
  const opens = next !== undefined && /^%[!\d,<>]*t/.test(pattern.slice(next)) ? "[" : "";
  const meaning = (ofNginx === undefined ? apache[headerName(ofApache!)] : (own[ofNginx] ?? nginx[ofNginx])) ?? "other";
  const end = `${isBracketed(variable) ? "]" : ""}${literal}${opens}`;
  const isQuoted = end.startsWith('"');
  return { meaning, end: bytesOf(end), isQuoted, isFree: !isQuoted && !MADE.has(meaning) };
}

/** Names of headers may be written in any case. */
const headerName = (ofApache: string): string => ofApache.replace(/^\{.*\}/, (name) => name.toLowerCase());

function checkPattern(pattern: string, steps: readonly Step[]): void {
  const has = (...meanings: Meaning[]): boolean => steps.some(({ meaning }) => meanings.includes(meaning));
  const lacks = [
    ...(has("address", "peer") ? [] : ["the client's address"]),
    ...(has("time") ? [] : ["the time"]),
    ...(has("request", "target") ? [] : ["the request"]),
    ...(has("status") ? [] : ["the status"]),
    ...(has("agent") ? [] : ["the User-Agent header"]),
  ];
  if (lacks.length > 0)
    throw wrongValue("pattern", "variables for a request", `${pattern}, without ${lacks.join(", ")}`);
  const joined = steps.slice(0, -1).find(({ end }) => end.length === 0);
  if (joined !== undefined) throw wrongValue("pattern", "text between variables", pattern);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
