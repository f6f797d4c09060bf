/** What leaves the page: files that are saved, text that is copied, and results for other programs. */
import { csvCell } from "../../bindings/owners/editor/wording.ts";
import type { CrawlerRow } from "../protocol.ts";
import { findings, overview } from "./answers.ts";
import { copyText } from "./clipboard.ts";
import { fileUrl, text } from "./document.ts";
import { fail, status } from "./status.ts";

/** The browser reads the file at its leisure. */
const REVOKE_MS = 10_000;

export function saveFile(name: string, type: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
  status.value = `Saved ${name}`;
}

export const saveRobots = (): void => saveFile("robots.txt", "text/plain", text.value);

export async function copy(content: string, what: string): Promise<void> {
  if (await copyText(content)) status.value = `Copied ${what}`;
  else fail(new Error("this browser does not let the page copy"));
}

const HEAD = ["crawler", "operator", "purpose", "access", "rule", "line", "group", "note"];

export function crawlersCsv(rows: readonly CrawlerRow[]): string {
  const body = rows.map((row) => [
    ...[row.token, row.operator, row.purpose, row.access, row.rule ?? "", String(row.line ?? "")],
    ...[row.group ?? "", row.notes.join(". ")],
  ]);
  return [HEAD, ...body].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

export const saveCrawlers = (): void => saveFile("crawlers.csv", "text/csv", crawlersCsv(overview.value?.rows ?? []));

export function everythingJson(): string {
  const crawlers = (overview.value?.rows ?? []).map(
    ({ reach: _reach, answers: _answers, section: _section, ...row }) => row,
  );
  return `${JSON.stringify({ url: fileUrl.value, file: text.value, crawlers, findings: findings.value ?? [] }, null, 2)}\n`;
}

export const saveEverything = (): void => saveFile("robots-report.json", "application/json", everythingJson());
