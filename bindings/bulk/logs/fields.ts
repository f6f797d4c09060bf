/**
 * Reads W3C extended logs (www.w3.org/TR/WD-logfile.html): IIS, which separates values by spaces and writes `+` for a space,
 * and CloudFront, which separates them by tabs and percent-encodes. A line of `#Fields:` names the values that follow.
 */
import { inputError } from "../files/input-error.ts";
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
import { isoTime, textOfBytes } from "./values.ts";

/** CloudFront writes the host that was asked for apart from its own. */
const HOSTS = ["x-host-header", "cs-host", "cs(host)"];

const NAMES = [
  "date",
  "time",
  "c-ip",
  "cs-method",
  "cs-uri-stem",
  "cs-uri-query",
  "sc-status",
  "sc-bytes",
  "cs(user-agent)",
] as const;

export class FieldsReader implements LineReader {
  readonly #file: string;
  #columns: ReadonlyMap<string, number> = new Map();

  /** @param file its name, for errors */
  constructor(file: string) {
    this.#file = file;
  }

  read(read: Line, find: FindCrawler): ReadLine {
    const line = read.toString();
    if (line.startsWith("#")) return this.#readHead(line);
    const isTabbed = line.includes("\t") && line.split("\t").length >= this.#columns.size;
    const values = line.split(isTabbed ? "\t" : " ");
    const agent = this.#value(values, "cs(user-agent)");
    if (values.length < this.#columns.size || agent === undefined) return UNREADABLE;
    // Servers write no space into a value, and no tab.
    if (values.length > this.#columns.size || (!isTabbed && line.includes("\t"))) return AMBIGUOUS;
    if (isTabbed && line.split(" ").length >= this.#columns.size) return AMBIGUOUS;
    const crawler = find.named(isTabbed ? percentDecoded(percentDecoded(agent)) : agent.replaceAll("+", " "));
    if (crawler === undefined) return PERSON;
    const [date, time, address, method = "", stem = "", query = "-", status, bytes] = NAMES.map((name) =>
      this.#value(values, name),
    );
    const host = HOSTS.map((name) => this.#value(values, name)).find((one) => one !== undefined && one !== "-");
    const target = stem + (query === "-" || query === "" ? "" : `?${query}`);
    return requestOf(crawler, {
      ...{ time: isoTime(`${date}T${time}`), address: address && addressOf(address), host: hostOf(host) },
      ...{ method, status, bytes },
      target: textOfBytes(isTabbed ? target.replaceAll(ENCODED_PERCENT, "%") : target),
    });
  }

  #value(values: readonly string[], name: string): string | undefined {
    const at = this.#columns.get(name);
    return at === undefined ? undefined : values[at];
  }

  /** @throws ERR_INPUT for fields without a User-Agent header */
  #readHead(line: string): typeof MESSAGE {
    if (!line.startsWith("#Fields:")) return MESSAGE;
    const names = line.slice("#Fields:".length).trim().toLowerCase().split(/\s+/);
    const missing = ["date", "time", "c-ip", "cs-uri-stem", "sc-status", "cs(user-agent)"].filter(
      (name) => !names.includes(name),
    );
    if (missing.length > 0)
      throw inputError(this.#file, `expected the field ${missing[0]} in #Fields; log it, because the report needs it`);
    this.#columns = new Map(names.map((name, i) => [name, i]));
    return MESSAGE;
  }
}

/** CloudFront writes `%25` for the `%` of an encoded byte (LogFileFormat in its documents). */
const ENCODED_PERCENT = /%25(?=[\da-fA-F]{2})/g;

/** Old logs encode the header twice. */
const percentDecoded = (text: string): string =>
  text.replace(/%([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
