/** Reads logs of JSON objects, one a line. The User-Agent header is found in the bytes first: lines of people need no parsing. */
import { wrongValue } from "../../base/errors.ts";
import { ByteCache } from "./byte-cache.ts";
import { OBJECT, OBJECT_END } from "./characters.ts";
import type { Crawler } from "./crawlers.ts";
import {
  firstValue,
  hasKeyTwice,
  type JsonValues,
  type Make,
  objectOf,
  ParsedValues,
  type Path,
  SkimmedValues,
} from "./json-values.ts";
import { KeyFinder } from "./key-finder.ts";
import type { Line } from "./line.ts";
import {
  AMBIGUOUS,
  addressOf,
  type FindCrawler,
  hostOf,
  type LineReader,
  MESSAGE,
  PERSON,
  type ReadLine,
  requestOf,
  UNREADABLE,
} from "./request.ts";
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

/** A message of the server between requests has this instead of a request. */
const MESSAGE_KEY = "msg";
/** Caddy writes two lines for a request that failed: one of this logger, and one for the request. */
const LOGGER = "logger";
const ERRORS = "http.log.error";

/** What is made of the texts that lines repeat. */
const makes: Partial<Readonly<Record<Member, Make>>> = {
  // A client can make what proxies pass on: a text that is not an address identifies nobody.
  address: (text) => addressOf(text) ?? text,
  host: hostOf,
  method: (text) => text,
};

export class JsonReader implements LineReader {
  readonly #paths: Readonly<Record<Member, readonly Path[]>>;
  readonly #message: Path;
  readonly #error: Path;
  readonly #agent: KeyFinder;
  readonly #skimmed: SkimmedValues;
  /** How many requests had a User-Agent header, and how many none. */
  #headers = 0;
  #nameless = 0;

  constructor(format: JsonFormat) {
    const all = [...new Set([...members.flatMap((member) => format[member] ?? []), MESSAGE_KEY, LOGGER])];
    const pathOf = (path: string, make?: Make): Path => ({
      ...{ number: all.indexOf(path), keys: path.split("."), make, made: make && new ByteCache(make) },
    });
    const pathsOf = (member: Member): Path[] => (format[member] ?? []).map((path) => pathOf(path, makes[member]));
    this.#paths = Object.fromEntries(members.map((one) => [one, pathsOf(one)])) as Record<Member, Path[]>;
    this.#message = pathOf(MESSAGE_KEY);
    this.#error = pathOf(LOGGER, (logger) => (logger.startsWith(ERRORS) ? logger : undefined));
    this.#agent = new KeyFinder(format.agent[0]!);
    this.#skimmed = new SkimmedValues(all);
  }

  get lacksHeaders(): boolean {
    return this.#nameless > 0 && this.#headers === 0;
  }

  read(line: Line, find: FindCrawler): ReadLine {
    const header = this.#agent;
    const isFound = header.find(line);
    const crawler = isFound ? find.at(line, header.from, header.end) : undefined;
    if (isFound) this.#headers++;
    if (isFound && crawler === undefined && isBraced(line) && header.isOnly(line)) return PERSON;
    if (this.#skimmed.read(line)) {
      const isSame = isFound && this.#skimmed.startOf(this.#paths.agent[0]!) === header.from;
      return this.#request(this.#skimmed, isSame ? crawler : undefined, find);
    }
    const text = line.toString();
    const object = objectOf(text);
    if (object === undefined) return UNREADABLE;
    const read = this.#request(new ParsedValues(object), undefined, find);
    return typeof read === "object" && hasKeyTwice(text) ? AMBIGUOUS : read;
  }

  /** @param known whose header stands in the line; undefined if it is not known yet */
  #request(values: JsonValues, known: Crawler | undefined, find: FindCrawler): ReadLine {
    const paths = this.#paths;
    const method = firstValue(paths.method, values);
    const target = firstValue(paths.target, values);
    // Servers write their own messages between requests.
    if (method === undefined && target === undefined && typeof values.at(this.#message) === "string") return MESSAGE;
    if (typeof values.at(this.#error) === "string") return MESSAGE;
    const time = anyTime(firstValue(paths.time, values));
    const status = firstValue(paths.status, values);
    if (Number.isNaN(time) || target === undefined || status === undefined) return UNREADABLE;
    const crawler = known ?? this.#crawlerNamed(firstValue(paths.agent, values), find);
    if (crawler === undefined) return PERSON;
    const bytes = firstValue(paths.bytes, values);
    return requestOf(crawler, {
      time,
      address: textOr(firstValue(paths.address, values)),
      host: textOr(firstValue(paths.host, values)),
      method: String(method ?? "GET"),
      target: textOr(target),
      status: Number(status),
      signatureAgent: textOr(firstValue(paths.signature, values)),
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

const isBraced = ({ bytes, at, end }: Line): boolean => bytes[at] === OBJECT && bytes[end - 1] === OBJECT_END;
