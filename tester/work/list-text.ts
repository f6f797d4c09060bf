/** Reads a list of URLs as people have it: lines, CSV, or a sitemap. */
import type { ListProgress } from "../protocol.ts";
import { isUrl, typedUrl } from "./hosts.ts";

export interface UrlListText {
  readonly format: ListProgress["format"];
  readonly urls: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function readUrls(text: string): UrlListText {
  const start = text.slice(0, 4096);
  if (/<sitemapindex[\s>]/i.test(start)) return { format: "sitemap index", urls: locations(text) };
  if (/<urlset[\s>]/i.test(start) || /^\s*<\?xml/.test(start)) return { format: "sitemap", urls: locations(text) };
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

  const separator = separatorOf(lines[0] ?? "");
  const [format, urls] =
    separator === undefined ? (["lines", lines] as const) : (["csv", column(lines, separator)] as const);
  return { format, urls: urls.map((one) => typedUrl(one, false)) };
}

const locations = (text: string): string[] =>
  Array.from(text.matchAll(/<(?:\w+:)?loc\s*>\s*([^<]*|<!\[CDATA\[[^\]]*\]\]>)\s*</g), ([, loc]) =>
    decode(loc!.replace(/^<!\[CDATA\[|\]\]>$/g, "").trim()),
  ).filter((one) => one !== "");

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : (ENTITIES[name] ?? whole);
  });

/** The separator of a table; a URL may contain each of them, so the first line must be a heading or hold a quoted cell. */
function separatorOf(first: string): string | undefined {
  const found = ["\t", ",", ";"].find((one) => first.includes(one));
  if (found === undefined) return undefined;
  const [cell = ""] = cells(first, found);
  return found === "\t" || first.startsWith('"') || !isUrl(cell) ? found : undefined;
}

const HEADINGS = /^(?:url|loc|address|page|link|landing page|full url)s?$/i;

function column(lines: readonly string[], separator: string): string[] {
  const heading = cells(lines[0]!, separator);
  const named = heading.findIndex((cell) => HEADINGS.test(cell));
  const hasHeading = named >= 0 || !heading.some(isUrl);
  const rows = (hasHeading ? lines.slice(1) : lines).map((line) => cells(line, separator));
  return rows.map((row) => (named >= 0 ? row[named] : row.find(isUrl)) ?? row[0]!).map((cell) => cell.trim());
}

/** RFC 4180, one line. */
function cells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const found: string[] = [];
  let [cell, quoted] = ["", false];
  for (let at = 0; at < line.length; at++) {
    const one = line[at]!;
    if (quoted && one === '"' && line[at + 1] === '"') cell += line[++at];
    else if (one === '"') quoted = !quoted;
    else if (one === separator && !quoted) {
      found.push(cell);
      cell = "";
    } else cell += one;
  }
  return [...found, cell];
}
