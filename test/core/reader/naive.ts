/**
 * Lines to records once more, from the text of the rules alone: strings, regular expressions, no thought of speed. The
 * oracle of records.test.ts. Text is Latin-1, one character a byte.
 */

import type { Dialect } from "../../../bindings/core/dialects.ts";
import * as constants from "../../../bindings/core/layout.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";

export type Line = readonly [kind: string, line: number, key: string, value: string];

const spellings: readonly (readonly [kind: string, exact: RegExp, lenient: RegExp])[] = [
  ["userAgent", /^user-agent$/i, /^(user-agent|useragent|user agent)/i],
  ["allow", /^allow$/i, /^allow/i],
  ["disallow", /^disallow$/i, /^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ["sitemap", /^sitemap$/i, /^(sitemap|site-map)/i],
];

export function naiveRecords(latin1: string, dialect: Dialect): Line[] {
  const has = (flag: number): boolean => (dialect.flags & flag) !== 0;
  const records: Line[] = [];
  const text = latin1.replace(has(constants.PARTIAL_MARK) ? /^\xef(\xbb\xbf?)?/ : /^\xef\xbb\xbf/, "");
  text.split(/\r\n|\r|\n/).forEach((whole, index, all) => {
    const isAfterLast = whole === "" && index === all.length - 1;
    const read = (has(constants.NUL_ENDS_LINE) ? whole.split("\0")[0]! : whole).split("#")[0]!;
    const content = trim(read.slice(0, dialect.lineCapBytes), has(constants.TRIMS_VERTICAL_SPACE));
    if (content === "" && read === whole && has(constants.BLANK_LINE_ENDS_GROUP) && !isAfterLast) {
      if (records.length > 0 && records.at(-1)![0] !== "blank") records.push(["blank", index + 1, "", ""]);
      return;
    }
    const parts =
      /^([^:]*):(.*)$/s.exec(content) ?? (has(constants.MISSING_COLON) && /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(content));
    if (!parts) return;
    const [key, value] = parts.slice(1).map((part) => trim(part, has(constants.TRIMS_VERTICAL_SPACE))) as [
      string,
      string,
    ];
    if (key !== "") records.push([kindOf(key, dialect), index + 1, key.toLowerCase(), value]);
  });
  return records;
}

function trim(text: string, verticalToo: boolean): string {
  return verticalToo ? text.replace(/^[ \t\v\f]+|[ \t\v\f]+$/g, "") : text.replace(/^[ \t]+|[ \t]+$/g, "");
}

function kindOf(key: string, { flags }: Dialect): string {
  const [typos, prefix] = [flags & constants.TYPOS, flags & constants.PREFIX_KEYS];
  const found = spellings.find(([kind, exact, lenient]) => {
    if (kind === "allow" && !(flags & constants.READS_ALLOW)) return false;
    if (!prefix) return exact.test(key) || (typos && lenient.exec(key)?.[0] === key);
    return (typos ? lenient : new RegExp(exact.source.replace("$", ""), "i")).test(key);
  });
  return found?.[0] ?? "other";
}

const nameOf = new Map<number, string>([
  [constants.KIND_OTHER, "other"],
  [constants.KIND_USER_AGENT, "userAgent"],
  [constants.KIND_ALLOW, "allow"],
  [constants.KIND_DISALLOW, "disallow"],
  [constants.KIND_SITEMAP, "sitemap"],
  [constants.KIND_BLANK, "blank"],
]);

/** The records of the real reader in the same form. */
export function recordsOf(latin1: string, dialect: Dialect): Line[] {
  const { table } = readRecords(bytesOf(latin1), dialect);
  const { RECORD_STRIDE, LINE, KEY_START, KEY_END, VALUE_START, VALUE_END } = constants;
  return Array.from({ length: table.length / RECORD_STRIDE }, (_, i) => {
    const at = (offset: number): number => table[i * RECORD_STRIDE + offset]!;
    const key = latin1.slice(at(KEY_START), at(KEY_END)).toLowerCase();
    return [nameOf.get(at(0))!, at(LINE), key, latin1.slice(at(VALUE_START), at(VALUE_END))];
  });
}

export const bytesOf = (latin1: string): Uint8Array => Uint8Array.from(latin1, (one) => one.charCodeAt(0));
