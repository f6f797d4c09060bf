/** Crawlers that a file does not keep out: the writer of rules offers them. */
import type { CrawlerRow, OpenCrawlers } from "../protocol.ts";
import { overviewOf } from "./crawlers.ts";

export const openCrawlers = (text: string): OpenCrawlers =>
  openAmong(overviewOf({ source: { kind: "file", text } }).rows);

export function openAmong(rows: readonly CrawlerRow[]): OpenCrawlers {
  const open = rows.filter(({ access, isActive }) => access !== "refused" && isActive);
  return {
    open: open.map(({ token, operator, section, answers }) => ({ token, operator, section, answers })),
    refused: rows.filter(({ access, isActive }) => access === "refused" && isActive).length,
  };
}
