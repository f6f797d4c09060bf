/**
 * Reads lines of a pattern in the words of nginx (`log_format`, nginx.org/r/log_format) or Apache (`LogFormat`,
 * httpd.apache.org/docs/2.4/mod/mod_log_config.html). What follows the last variable of the pattern is left aside.
 */
import { SPACE } from "../../base/characters.ts";
import { wrongValue } from "../../base/errors.ts";
import { ByteCache } from "./byte-cache.ts";
import { BACKSLASH, TILDE } from "./characters.ts";
import type { Crawler } from "./crawlers.ts";
import { Finder } from "./finder.ts";
import type { Line } from "./line.ts";
import {
  addressOf,
  type FindCrawler,
  hostOf,
  type LineReader,
  type LineValues,
  PERSON,
  type ReadLine,
  requestOf,
  UNREADABLE,
} from "./request.ts";
import { anyTime, Clock, digitsIn, textOfBytes } from "./values.ts";

/** What a variable means to us. */
type Meaning =
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
const own: Readonly<Record<string, Meaning>> = { peer: "peer", vhost: "vhost" };

interface Step {
  readonly meaning: Meaning;
  /** What ends the value; empty at the end of the line. */
  readonly end: Uint8Array;
  /** Whether it stands in quotes, in which the log escapes quotes. */
  readonly isQuoted: boolean;
}

export const COMBINED =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';
export const VHOST_COMBINED: string = `$vhost ${COMBINED}`;
/** docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html */
export const ALB =
  '$type $time_iso8601 $elb $peer $backend $t1 $t2 $t3 $status $backend_status $received $bytes_sent "$request" "$http_user_agent"';

const VARIABLE = /\$\{?(\w+)\}?|%(?:[!\d,]*)[<>]?(\{[^}]+\}[a-zA-Z]|[a-zA-Z%])/g;

/**
 * @param text may have quotes as in the files of Apache: `\"%r\"`
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless it has an address, a time, a request, a status, and a User-Agent header
 */
export function patternReader(text: string): LineReader {
  const pattern = text.replaceAll('\\"', '"');
  const variables = Array.from(pattern.matchAll(VARIABLE));
  const first = variables[0]?.index ?? pattern.length;
  const steps = variables.map((variable, i) => stepOf(pattern, variable, variables[i + 1]?.index));
  checkPattern(pattern, steps);
  return new PatternReader(pattern.slice(0, first) + (isBracketed(variables[0]) ? "[" : ""), steps);
}

/** Apache writes brackets around `%t`. */
const isBracketed = (variable: RegExpMatchArray | undefined): boolean => variable?.[2] === "t";

function stepOf(pattern: string, variable: RegExpMatchArray, next: number | undefined): Step {
  const [text, ofNginx, ofApache] = variable;
  const from = variable.index! + text.length;
  const literal = pattern.slice(from, next);
  const opens = next !== undefined && /^%[!\d,<>]*t/.test(pattern.slice(next)) ? "[" : "";
  const meaning = (ofNginx === undefined ? apache[headerName(ofApache!)] : (own[ofNginx] ?? nginx[ofNginx])) ?? "other";
  const end = `${isBracketed(variable) ? "]" : ""}${literal}${opens}`;
  return { meaning, end: bytesOf(end), isQuoted: end.startsWith('"') };
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

type Parts = Pick<LineValues, "method" | "target" | "isPlain">;

class PatternReader implements LineReader {
  readonly #start: Uint8Array;
  readonly #steps: readonly Step[];
  readonly #agent: number;
  readonly #stepOf: Partial<Record<Meaning, number>>;
  /** Where the values of the line start and end in the block, two numbers for each step. */
  readonly #places: Int32Array;
  readonly #quotes: Finder = new Finder('"');
  readonly #backslashes: Finder = new Finder("\\");
  readonly #clock: Clock = new Clock((text) => anyTime(unescaped(text)));
  /** Logs repeat addresses and hosts, so each is made once. */
  readonly #addresses: ByteCache<string | undefined>;
  readonly #hosts: ByteCache<string | undefined> = new ByteCache((text) => hostOf(unescaped(text)));

  constructor(start: string, steps: readonly Step[]) {
    this.#start = bytesOf(start);
    this.#agent = steps.findIndex(({ meaning }) => meaning === "agent");
    const last = steps.findLastIndex(({ meaning }) => meaning !== "other");
    this.#steps = steps.slice(0, last + 1);
    this.#places = new Int32Array(2 * this.#steps.length);
    this.#stepOf = Object.fromEntries(this.#steps.map(({ meaning }, i) => [meaning, i]));
    const hasPort = this.#stepOf.address === undefined;
    this.#addresses = new ByteCache((text) => addressOf(unescaped(hasPort ? text.replace(/:\d+$/, "") : text)));
  }

  read(line: Line, find: FindCrawler): ReadLine {
    if (!this.#split(line)) return UNREADABLE;
    const crawler = this.#crawlerOf(line, find);
    if (crawler === undefined) return PERSON;
    return requestOf(crawler, this.#valuesIn(line));
  }

  #crawlerOf(line: Line, find: FindCrawler): Crawler | undefined {
    const [from, end] = [this.#places[2 * this.#agent]!, this.#places[2 * this.#agent + 1]!];
    const backslash = this.#backslashes.in(line, from);
    const isPlain = backslash < 0 || backslash >= end;
    return isPlain ? find.at(line, from, end) : find.named(unescaped(line.text.slice(from, end)));
  }

  /** Finds the values. @returns false unless the line has the form of the pattern */
  #split(line: Line): boolean {
    if (!line.has(this.#start, line.at)) return false;
    const places = this.#places;
    let at = line.at + this.#start.length;
    for (let i = 0; i < this.#steps.length; i++) {
      const step = this.#steps[i]!;
      const isLast = i === this.#steps.length - 1;
      const found = step.isQuoted ? this.#endOfQuoted(line, at, step, isLast) : endOfBare(line, at, step, isLast);
      if (found < 0) return false;
      places[2 * i] = at;
      places[2 * i + 1] = found;
      at = found + step.end.length;
    }
    return true;
  }

  /** A quote behind a backslash is part of the value. */
  #endOfQuoted(line: Line, from: number, { end }: Step, isLast: boolean): number {
    let at = this.#quotes.in(line, from);
    while (at >= 0 && isEscaped(line.bytes, from, at)) at = this.#quotes.in(line, at + 1);
    return isLast || line.has(end, at) ? at : -1;
  }

  /** The value of a step; undefined if the pattern does not have the step. */
  #value({ text }: Line, step: number | undefined): string | undefined {
    return step === undefined ? undefined : unescaped(text.slice(this.#places[2 * step], this.#places[2 * step + 1]));
  }

  #valuesIn(line: Line): LineValues {
    const steps = this.#stepOf;
    const parts = steps.request === undefined ? this.#partsOf(line) : this.#requestIn(line, steps.request);
    // Without a spread, which takes 2 µs here.
    return {
      method: parts.method,
      target: parts.target,
      isPlain: parts.isPlain,
      time: this.#timeIn(line),
      address: this.#kept(line, steps.address ?? steps.peer, this.#addresses),
      host: this.#kept(line, steps.host ?? steps.vhost, this.#hosts),
      status: this.#numberIn(line, steps.status),
      bytes: this.#numberIn(line, steps.bytes),
      signatureAgent: this.#value(line, steps.signature),
    };
  }

  /** Digits are read where they stand: cutting a text for them takes five times as long. */
  #numberIn(line: Line, step: number | undefined): string | number | undefined {
    if (step === undefined) return undefined;
    const number = digitsIn(line.bytes, this.#places[2 * step]!, this.#places[2 * step + 1]!);
    return number < 0 ? this.#value(line, step) : number;
  }

  #partsOf(line: Line): Parts {
    const { target, method, query } = this.#stepOf;
    return {
      method: this.#value(line, method) ?? "GET",
      target: textOfBytes(this.#value(line, target)! + (this.#value(line, query) ?? "")),
      isPlain: false,
    };
  }

  #requestIn(line: Line, step: number): Parts {
    const plain = plainRequest(line, this.#places[2 * step]!, this.#places[2 * step + 1]!);
    if (plain !== undefined) return plain;
    const request = this.#value(line, step)!;
    const [target, query] = [targetIn(request), this.#value(line, this.#stepOf.query) ?? ""];
    return {
      method: methodIn(request),
      target: target === undefined ? undefined : textOfBytes(target + query),
      isPlain: false,
    };
  }

  #timeIn(line: Line): number {
    const step = this.#stepOf.time!;
    return this.#clock.at(line, this.#places[2 * step]!, this.#places[2 * step + 1]!);
  }

  #kept<Value>(line: Line, step: number | undefined, values: ByteCache<Value>): Value | undefined {
    return step === undefined ? undefined : values.get(line, this.#places[2 * step]!, this.#places[2 * step + 1]!);
  }
}

/** Where a value without quotes ends: at the end's text, and the last one at least at a space. */
function endOfBare(line: Line, from: number, { end }: Step, isLast: boolean): number {
  const { bytes } = line;
  for (let at = from; at < line.end; at++) if (bytes[at] === end[0] && line.has(end, at)) return at;
  return isLast ? endOfWord(line, from) : -1;
}

function endOfWord({ bytes, end }: Line, from: number): number {
  let at = from;
  while (at < end && bytes[at] !== SPACE) at++;
  return at;
}

function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && bytes[at - backslashes - 1] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const ESCAPE = /\\(?:x([\da-fA-F]{2})|(.))/g;
const LETTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", v: "\v", b: "\b", f: "\f" };

/** Decodes the escapes of nginx (`\x22`) and Apache (`\"`). */
export const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replace(ESCAPE, (_, hex: string | undefined, letter: string) =>
        hex === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;

/** The most frequent ones. Texts that are cut from lines would have to be hashed again and again. */
const METHODS = ["GET", "HEAD", "POST"] as const;
const VERSION_LENGTH = " HTTP/1.1".length;

/** The parts of most requests: a path of characters that every reader shows as they are. Undefined for other text. */
function plainRequest({ text, bytes }: Line, from: number, end: number): Parts | undefined {
  const method = METHODS.find((one) => text.startsWith(one, from));
  const targetEnd = end - VERSION_LENGTH;
  if (method === undefined || !text.startsWith(" HTTP/", targetEnd)) return undefined;
  const targetFrom = from + method.length + 1;
  if (bytes[targetFrom - 1] !== SPACE) return undefined;
  if (targetFrom >= targetEnd || !isPlain(bytes, targetFrom, targetEnd)) return undefined;
  return { method, target: text.slice(targetFrom, targetEnd), isPlain: true };
}

function isPlain(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE || byte > TILDE || byte === BACKSLASH) return false;
  }
  return true;
}

/** Of `GET /path HTTP/1.1`; empty in other text, such as the bytes of a TLS handshake. */
const methodIn = (request: string): string => /^[!#$%&'*+.^`|~\w-]{1,32}(?= )/.exec(request)?.[0] ?? "";

/** Of `GET /path HTTP/1.1`; undefined in other text. HTTP/0.9 has no version. */
function targetIn(request: string): string | undefined {
  const from = request.indexOf(" ") + 1;
  const end = request.lastIndexOf(" HTTP/");
  const target = request.slice(from, end < from ? undefined : end);
  return from < 2 || target === "" || methodIn(request) === "" ? undefined : target;
}
