/** The sitemaps of a file with their lines, and why one is ignored. */
import { parse } from "../../bindings/core/index.ts";
import type { UsageView } from "../protocol.ts";

/** Sitemaps that are shown. */
const MAX_SITEMAPS = 200;

export function sitemapLines(file: string, url: string | undefined): UsageView["sitemaps"] {
  const found: { line: number; url: string; problem?: string }[] = [];
  file.split(/\r\n|\n|\r/).forEach((text, index) => {
    const value = /^[\s\ufeff]*site-?map\s*:\s*([^#]*)/i.exec(text)?.[1]?.trim();
    if (value === undefined || found.length >= MAX_SITEMAPS) return;
    const [usable] = parse(text, url === undefined ? {} : { url }).sitemaps;
    found.push({ line: index + 1, url: value, ...(usable === value ? {} : { problem: problemOf(value) }) });
  });
  return found;
}

const problemOf = (value: string): string =>
  value === "" ? "has no address" : /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? "is not a valid address" : "has no host";
