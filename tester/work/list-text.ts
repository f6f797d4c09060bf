/** Reads a list of URLs as people have it: lines, CSV, or a sitemap. */
import type { UrlListText } from "../protocol.ts";
import { isTyped, typedUrl } from "./hosts.ts";

/** XML is a sitemap, or nothing. Its reader is loaded when one comes. */
export async function readUrls(text: string): Promise<UrlListText> {
  return /^[\s\ufeff]*</.test(text) ? (await import("./sitemap.ts")).readSitemap(text) : readLines(text);
}

function readLines(text: string): UrlListText {
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

/** The separator of a table; a URL may contain each of them, so the first line must be a heading or hold a quoted cell. */
function separatorOf(first: string): string | undefined {
  const found = ["\t", ",", ";"].find((one) => first.includes(one));
  if (found === undefined) return undefined;
  const [cell = ""] = cells(first, found);
  return found === "\t" || first.startsWith('"') || !isTyped(cell) ? found : undefined;
}

const HEADINGS = /^(?:url|loc|address|page|link|landing page|full url)s?$/i;

function column(lines: readonly string[], separator: string): string[] {
  const heading = cells(lines[0]!, separator);
  const named = heading.findIndex((cell) => HEADINGS.test(cell));
  const hasHeading = named >= 0 || !heading.some(isTyped);
  const rows = (hasHeading ? lines.slice(1) : lines).map((line) => cells(line, separator));
  return rows.map((row) => (named >= 0 ? row[named] : row.find(isTyped)) ?? row[0]!).map((cell) => cell.trim());
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
