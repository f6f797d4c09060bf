/** Reads logs of JSON objects, one a line. The User-Agent header is found in the bytes first: lines of people need no parsing. */
import { wrongValue } from "../../base/errors.ts";
import { ByteCache } from "./byte-cache.ts";
import type { Crawler } from "./crawlers.ts";
import type { Line } from "./line.ts";
import { type FindCrawler, type LineReader, PERSON, type ReadLine, requestOf, UNREADABLE } from "./request.ts";
import { Skimmer } from "./skim.ts";
import { anyTime } from "./values.ts";

const members = ["time", "address", "host", "method", "target", "status", "bytes", "agent", "signature"] as const;
type Member = (typeof members)[number];

/** The paths of keys at which a value stands, the best first. A list stands for its first element. */
type JsonFormat = Partial<Readonly<Record<Member, readonly string[]>>> & {
  readonly [Name in (typeof required)[number]]: readonly string[];
};

const required = ["time", "address", "target", "agent", "status"] as const;

export type JsonFormatName = "caddy" | "traefik" | "cloudflare" | "vercel";

export const jsonFormats: Readonly<Record<JsonFormatName, JsonFormat>> = {
  // caddyserver.com/docs/json/apps/http/servers/logs/
  caddy: {
    ...{ time: ["ts"], address: ["request.client_ip", "request.remote_ip"], host: ["request.host"] },
    ...{ method: ["request.method"], target: ["request.uri"], status: ["status"], bytes: ["size"] },
    ...{ agent: ["request.headers.User-Agent"], signature: ["request.headers.Signature-Agent"] },
  },
  // doc.traefik.io/traefik/observability/access-logs: headers are kept only if they are asked for.
  traefik: {
    ...{ time: ["StartUTC", "time"], address: ["ClientHost"], host: ["RequestHost"], method: ["RequestMethod"] },
    ...{ target: ["RequestPath"], status: ["DownstreamStatus"], bytes: ["DownstreamContentSize"] },
    ...{ agent: ["request_User-Agent"], signature: ["request_Signature-Agent"] },
  },
  // developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
  cloudflare: {
    ...{ time: ["EdgeStartTimestamp"], address: ["ClientIP"], host: ["ClientRequestHost"] },
    ...{ method: ["ClientRequestMethod"], target: ["ClientRequestURI"], status: ["EdgeResponseStatus"] },
    ...{ bytes: ["EdgeResponseBytes"], agent: ["ClientRequestUserAgent"] },
  },
  // vercel.com/docs/drains/reference/logs
  vercel: {
    ...{ time: ["proxy.timestamp", "timestamp"], address: ["proxy.clientIp"], host: ["proxy.host"] },
    ...{ method: ["proxy.method"], target: ["proxy.path"], status: ["proxy.statusCode"], agent: ["proxy.userAgent"] },
  },
};

/**
 * The reader of `json:time=ts,address=ip,…`. A key may lead into objects: `request.uri`.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) for an unknown or a missing member
 */
export function namedJsonReader(text: string): LineReader {
  const pairs = text.split(",").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const wrong = pairs.find(([name, key]) => !members.some((one) => one === name) || key === "");
  if (wrong !== undefined) throw wrongValue("keys", `pairs of ${members.join(", ")} and a key`, wrong.join("="));
  const format = Object.fromEntries(pairs.map(([name, key]) => [name, [key]]));
  const missing = required.filter((name) => format[name] === undefined);
  if (missing.length > 0) throw wrongValue("keys", `keys for ${required.join(", ")}`, `none for ${missing.join(", ")}`);
  return new JsonReader(format as unknown as JsonFormat);
}

type Json = Readonly<Record<string, unknown>>;

/** A message of the server between requests has this instead of a request. */
const MESSAGE = "msg";
/** Caddy writes a request that failed twice: as an error, and as a request. */
const LOGGER = "logger";
const ERRORS = "http.log.error";

/** Reads a value of a line by the number of its path. */
type ValueAt = (path: number) => unknown;

export class JsonReader implements LineReader {
  readonly #paths: readonly string[];
  /** For each member, the numbers of its paths. */
  readonly #pathsOf: Readonly<Record<Member, readonly number[]>>;
  readonly #agent: KeyFinder;
  readonly #skimmer: Skimmer;
  /** How many requests had a User-Agent header, and how many none. */
  #headers = 0;
  #nameless = 0;
  /** Texts that lines repeat. */
  readonly #texts: ByteCache<string> = new ByteCache((text) => text);

  constructor(format: JsonFormat) {
    this.#paths = [...members.flatMap((member) => format[member] ?? []), MESSAGE, LOGGER];
    const numbers = (member: Member): number[] => (format[member] ?? []).map((path) => this.#paths.indexOf(path));
    this.#pathsOf = Object.fromEntries(members.map((one) => [one, numbers(one)])) as Record<Member, number[]>;
    this.#agent = new KeyFinder(format.agent[0]!);
    this.#skimmer = new Skimmer(this.#paths);
  }

  get lacksHeaders(): boolean {
    return this.#nameless > 0 && this.#headers === 0;
  }

  read(line: Line, find: FindCrawler): ReadLine {
    const { text } = line;
    const header = this.#agent;
    const isFound = header.find(text);
    const crawler = isFound ? find.at(line, header.from, header.end) : undefined;
    if (isFound) this.#headers++;
    const isPerson = isFound && crawler === undefined && header.isOnly(text);
    if (isPerson && text.startsWith("{") && text.endsWith("}")) return PERSON;
    if (this.#skimmer.skim(line)) {
      const isSame = isFound && this.#skimmer.starts[this.#pathsOf.agent[0]!] === header.from;
      return this.#request((path) => this.#skimmed(line, path), isSame ? crawler : undefined, find);
    }
    const object = objectOf(text);
    if (object === undefined) return UNREADABLE;
    return this.#request((path) => valueIn(object, this.#paths[path]!), undefined, find);
  }

  /** A value that was skimmed, which has no escapes. */
  #skimmed(line: Line, path: number): unknown {
    const { starts, ends, isText } = this.#skimmer;
    const [from, end] = [starts[path]!, ends[path]!];
    if (from < 0) return undefined;
    if (isText[path] === 0) return Number(line.text.slice(from, end));
    return this.#isRepeated(path) ? this.#texts.get(line, from, end) : line.text.slice(from, end);
  }

  #isRepeated(path: number): boolean {
    const { address, host, method } = this.#pathsOf;
    return address.includes(path) || host.includes(path) || method.includes(path);
  }

  /** @param known whose header stands in the line; undefined if it is not known yet */
  #request(valueAt: ValueAt, known: Crawler | undefined, find: FindCrawler): ReadLine {
    const of = (member: Member): unknown => firstOf(this.#pathsOf[member], valueAt);
    const [method, target] = [of("method"), of("target")];
    const time = anyTime(of("time"));
    // Servers write their own messages between requests.
    if (method === undefined && target === undefined && typeof valueAt(this.#paths.length - 2) === "string")
      return PERSON;
    if (textOr(valueAt(this.#paths.length - 1))?.startsWith(ERRORS)) return PERSON;
    if (Number.isNaN(time) || target === undefined) return UNREADABLE;
    const crawler = known ?? this.#crawlerNamed(of("agent"), find);
    if (crawler === undefined) return PERSON;
    const bytes = of("bytes");
    return requestOf(crawler, {
      time,
      address: textOr(of("address")),
      host: textOr(of("host")),
      method: String(method ?? "GET"),
      target: textOr(target),
      status: Number(of("status")),
      signatureAgent: textOr(of("signature")),
      bytes: typeof bytes === "number" ? bytes : undefined,
    });
  }

  #crawlerNamed(agent: unknown, find: FindCrawler): Crawler | undefined {
    if (typeof agent !== "string") this.#nameless++;
    else this.#headers++;
    return typeof agent === "string" ? find.named(Buffer.from(agent).toString("latin1")) : undefined;
  }
}

const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function firstOf(paths: readonly number[], valueAt: ValueAt): unknown {
  for (const path of paths) {
    const value = valueAt(path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The value at a path; of a list, its first element. */
function valueIn(object: Json, path: string): unknown {
  let value: unknown = object;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Json)[key];
  }
  return Array.isArray(value) ? value[0] : value;
}

/** Finds the text at a key, wherever it stands, if it has no escapes. */
class KeyFinder {
  readonly #key: string;
  /** A letter that few keys have: V8 searches for one character ten times as fast as for more. */
  readonly #letter: string;
  readonly #letterAt: number;
  from = 0;
  end = 0;

  constructor(path: string) {
    this.#key = `"${path.slice(path.lastIndexOf(".") + 1)}":`;
    this.#letterAt = Math.max(this.#key.search(/[A-Z]/), 1);
    this.#letter = this.#key.charAt(this.#letterAt);
  }

  find(line: string): boolean {
    const key = this.#indexOfKey(line, 0);
    if (key < 0) return false;
    const value = key + this.#key.length;
    const quote = line.charCodeAt(value) === LIST ? value + 1 : value;
    if (line.charCodeAt(quote) !== QUOTE) return false;
    this.from = quote + 1;
    this.end = line.indexOf('"', this.from);
    const backslash = line.indexOf("\\", this.from);
    return this.end >= 0 && (backslash < 0 || backslash > this.end);
  }

  /** Whether the key that was found is the only one of its name: another one may be the right one. */
  isOnly(line: string): boolean {
    return this.#indexOfKey(line, this.end) < 0;
  }

  #indexOfKey(line: string, from: number): number {
    let at = line.indexOf(this.#letter, from);
    while (at >= 0 && !line.startsWith(this.#key, at - this.#letterAt)) at = line.indexOf(this.#letter, at + 1);
    return at < 0 ? -1 : at - this.#letterAt;
  }
}

const LIST = 91;
const QUOTE = 34;

function objectOf(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(/[\x80-\xff]/.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line);
    return typeof value === "object" && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
