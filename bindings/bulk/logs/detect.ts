/** Which format a log has, by its first lines. */
import { bitsOf } from "../../base/addresses.ts";
import { inputError } from "../files/input-error.ts";
import { FieldsReader } from "./fields.ts";
import { type JsonFormatName, JsonReader, jsonFormats, namedJsonReader } from "./json-lines.ts";
import { objectOf } from "./json-values.ts";
import { lineOf } from "./line.ts";
import { patternReader } from "./pattern.ts";
import { ALB, COMBINED, VHOST_COMBINED } from "./pattern-steps.ts";
import { AMBIGUOUS, anybody, type LineReader } from "./request.ts";

/** Makes a reader. Readers keep what a log repeats, so each log has its own. */
export type NewReader = () => LineReader;

interface Format {
  readonly name: string;
  readonly matches: { test(line: string): boolean };
  readonly reader: (file: string) => LineReader;
}

const json = (name: JsonFormatName): LineReader => new JsonReader(jsonFormats[name]);

/** Matches lines that can be read, and come from an address. Reading takes linear time, unlike an expression for the whole line. */
function byPattern(pattern: string): Omit<Format, "name"> {
  const reader = (): LineReader => patternReader(pattern);
  const test = (line: string): boolean => {
    const read = reader().read(lineOf(line), anybody);
    return read === AMBIGUOUS || (typeof read === "object" && bitsOf(read.address) !== undefined);
  };
  return { matches: { test }, reader };
}

const formats: readonly Format[] = [
  { name: "caddy", matches: /^\{.*"request":\s*\{/, reader: () => json("caddy") },
  { name: "traefik", matches: /^\{.*"RequestPath":/, reader: () => json("traefik") },
  { name: "cloudflare", matches: /^\{.*"ClientRequestURI":/, reader: () => json("cloudflare") },
  { name: "vercel", matches: /^\{.*"proxy":\s*\{/, reader: () => json("vercel") },
  { name: "w3c", matches: /^#Fields:/, reader: (file) => new FieldsReader(file) },
  { name: "alb", ...byPattern(ALB) },
  { name: "combined", ...byPattern(COMBINED) },
  { name: "vhost_combined", ...byPattern(VHOST_COMBINED) },
];

const COMMON_START = /^\S+ \S+ .*\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "/;
const COMMON_END = /" \d{3} (?:\d+|-)$/;

/** Formats that cannot be judged, and why. */
const refusals: readonly (readonly [matches: Format["matches"], reason: string])[] = [
  [
    { test: (line) => COMMON_START.test(line) && COMMON_END.test(line) },
    "the common format has no User-Agent header, so no crawler can be told; log the combined format",
  ],
  [
    /heroku\[router\]/,
    "the log of the Heroku router has no User-Agent header, so no crawler can be told; let the application log it",
  ],
];

/** The names that `--log-format` accepts. */
export const formatNames: readonly string[] = formats.map(({ name }) => name);

/** The reader that a user names: a format, a pattern of nginx or Apache, or `json:time=KEY,…`. @throws RangeError for a wrong pattern */
export function readerNamed(text: string, file: string): LineReader {
  const format = formats.find(({ name }) => name === text);
  if (format !== undefined) return format.reader(file);
  return text.startsWith("json:") ? namedJsonReader(text.slice("json:".length)) : patternReader(text);
}

/** Lines that are looked at; servers write their own messages before the first request. */
const SAMPLED_LINES = 100;

/** @param start the first lines of a file. @throws ERR_INPUT for another format, and for one that lacks what the report needs */
export function detectedFormat(file: string, start: string): NewReader {
  // A log that was just rotated is empty.
  if (start.trim() === "") return () => patternReader(COMBINED);
  const { reader } = formatIn(file, start.split(/\r?\n/, SAMPLED_LINES));
  return () => reader(file);
}

/** Apart, because a function that is made beside one that uses the lines keeps them in memory. */
function formatIn(file: string, lines: readonly string[]): Format {
  // Each line of a log can be read by its format. So a line by which a client imitates another format can be read by both: it does not count.
  const found = lines.map((line) => formats.filter(({ matches }) => matches.test(line)));
  const counts = formats.map((format) => found.filter(([one, other]) => one === format && other === undefined).length);
  const most = Math.max(...counts);
  if (most > 0) return formats[counts.indexOf(most)]!;
  const several = found.find(([, other]) => other !== undefined)?.map(({ name }) => name);
  if (several !== undefined)
    throw inputError(
      file,
      `expected lines of one format; got lines of ${several.join(" or ")}; choose with --log-format`,
    );
  const refusal = refusals.find(([matches]) => lines.some((line) => matches.test(line)));
  throw inputError(
    file,
    refusal?.[1] ??
      `expected one of the formats ${formatNames.join(", ")}; got another${keysText(lines.filter(Boolean))}; describe it with --log-format`,
  );
}

/** The keys that `--log-format json:…` can name, of the first line that is an object. */
export function keysText(lines: readonly string[]): string {
  for (const line of lines) {
    const object = objectOf(line);
    if (object !== undefined) return `; the first one has the keys ${Object.keys(object).slice(0, 20).join(", ")}`;
  }
  return "";
}
