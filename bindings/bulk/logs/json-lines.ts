/** Reads logs of JSON objects, one a line. The User-Agent header is found in the bytes first: most lines need no parsing. */
import { wrongValue } from "../../base/errors.ts";
import {
  type FindCrawler,
  type LineReader,
  type LineValues,
  PERSON,
  type ReadLine,
  requestOf,
  UNREADABLE,
} from "./request.ts";
import { anyTime } from "./values.ts";

type Json = Readonly<Record<string, unknown>>;

interface JsonFormat {
  /** What stands before the header in lines as the server writes them. */
  readonly marker: string;
  readonly agentOf: (line: Json) => unknown;
  readonly valuesOf: (line: Json) => { readonly [Name in keyof LineValues]: unknown };
}

const objectIn = (line: Json, key: string): Json => {
  const value = line[key];
  return typeof value === "object" && value !== null ? (value as Json) : {};
};

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

export type JsonFormatName = "caddy" | "traefik" | "cloudflare" | "vercel";

export const jsonFormats: Readonly<Record<JsonFormatName, JsonFormat>> = {
  // caddyserver.com/docs/json/apps/http/servers/logs/
  caddy: {
    marker: '"User-Agent":["',
    agentOf: (line) => first(objectIn(objectIn(line, "request"), "headers")["User-Agent"]),
    valuesOf: (line) => {
      const request = objectIn(line, "request");
      return {
        ...{ time: line["ts"], address: request["client_ip"] ?? request["remote_ip"], host: request["host"] },
        ...{ method: request["method"], target: request["uri"], status: line["status"], bytes: line["size"] },
        signatureAgent: first(objectIn(request, "headers")["Signature-Agent"]),
      };
    },
  },
  // doc.traefik.io/traefik/observability/access-logs: headers are kept only if they are asked for.
  traefik: {
    marker: '"request_User-Agent":"',
    agentOf: (line) => line["request_User-Agent"],
    valuesOf: (line) => ({
      ...{ time: line["StartUTC"] ?? line["time"], address: line["ClientHost"], host: line["RequestHost"] },
      ...{ method: line["RequestMethod"], target: line["RequestPath"] },
      ...{ status: line["DownstreamStatus"], bytes: line["DownstreamContentSize"] },
      signatureAgent: line["request_Signature-Agent"],
    }),
  },
  // developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
  cloudflare: {
    marker: '"ClientRequestUserAgent":"',
    agentOf: (line) => line["ClientRequestUserAgent"],
    valuesOf: (line) => ({
      ...{ time: line["EdgeStartTimestamp"], address: line["ClientIP"], host: line["ClientRequestHost"] },
      ...{ method: line["ClientRequestMethod"], target: line["ClientRequestURI"] },
      ...{ status: line["EdgeResponseStatus"], bytes: line["EdgeResponseBytes"] },
    }),
  },
  // vercel.com/docs/drains/reference/logs
  vercel: {
    marker: '"userAgent":["',
    agentOf: (line) => first(objectIn(line, "proxy")["userAgent"]),
    valuesOf: (line) => {
      const proxy = objectIn(line, "proxy");
      return {
        ...{ time: proxy["timestamp"] ?? line["timestamp"], address: proxy["clientIp"], host: proxy["host"] },
        ...{ method: proxy["method"], target: proxy["path"], status: proxy["statusCode"] },
      };
    },
  },
};

const members = ["time", "address", "host", "method", "target", "status", "bytes", "agent", "signature"] as const;
const required = ["time", "address", "target", "agent"] as const;

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
  const keys = new Map<string, string>(pairs);
  const missing = required.filter((name) => !keys.has(name));
  if (missing.length > 0) throw wrongValue("keys", `keys for ${required.join(", ")}`, `none for ${missing.join(", ")}`);
  const valueIn = (line: Json, name: (typeof members)[number]): unknown =>
    first(
      keys
        .get(name)
        ?.split(".")
        .reduce<unknown>((value, key) => objectIn({ value }, "value")[key], line),
    );
  const agentKey = keys.get("agent")!;
  return new JsonReader({
    marker: `"${agentKey.slice(agentKey.lastIndexOf(".") + 1)}":"`,
    agentOf: (line) => valueIn(line, "agent"),
    valuesOf: (line) => ({
      ...{ time: valueIn(line, "time"), address: valueIn(line, "address"), host: valueIn(line, "host") },
      ...{ method: valueIn(line, "method"), target: valueIn(line, "target"), status: valueIn(line, "status") },
      ...{ bytes: valueIn(line, "bytes"), signatureAgent: valueIn(line, "signature") },
    }),
  });
}

export class JsonReader implements LineReader {
  readonly #format: JsonFormat;

  constructor(format: JsonFormat) {
    this.#format = format;
  }

  read(line: string, find: FindCrawler): ReadLine {
    const plain = plainValueAfter(line, this.#format.marker);
    if (plain !== undefined && find(plain) === undefined && line.startsWith("{") && line.endsWith("}")) return PERSON;
    const object = objectOf(line);
    if (object === undefined) return UNREADABLE;
    return this.#readObject(object, find);
  }

  #readObject(object: Json, find: FindCrawler): ReadLine {
    const { agentOf, valuesOf } = this.#format;
    const agent = agentOf(object);
    const values = valuesOf(object);
    const time = anyTime(values.time);
    // Servers write their own messages between requests.
    if (values.method === undefined && values.target === undefined && typeof object["msg"] === "string") return PERSON;
    if (Number.isNaN(time) || values.target === undefined) return UNREADABLE;
    const crawler = typeof agent === "string" ? find(Buffer.from(agent).toString("latin1")) : undefined;
    if (crawler === undefined) return PERSON;
    const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
    return requestOf(crawler, {
      ...{ time, address: text(values.address), host: text(values.host), method: String(values.method ?? "GET") },
      ...{ target: text(values.target), status: Number(values.status), signatureAgent: text(values.signatureAgent) },
      bytes: typeof values.bytes === "number" ? values.bytes : undefined,
    });
  }
}

/** The text in quotes after the marker, if it has no escapes. */
function plainValueAfter(line: string, marker: string): string | undefined {
  const at = line.indexOf(marker);
  if (at < 0) return undefined;
  const from = at + marker.length;
  const end = line.indexOf('"', from);
  if (end < 0) return undefined;
  const value = line.slice(from, end);
  return value.includes("\\") ? undefined : value;
}

function objectOf(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(/[\x80-\xff]/.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line);
    return typeof value === "object" && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
