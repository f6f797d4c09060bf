/** Lists of sixty questions, each written before its answers were looked at. */
import { readFileSync } from "node:fs";

/** A question, and the pages that answer it. */
export const asked: readonly (readonly [question: string, pages: RegExp])[] = readFileSync(
  new URL("asked.txt", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line.includes(" | "))
  .map((line) => line.split(" | "))
  .map(([question, pages]) => [question!, new RegExp(`^(?:${pages!.split(" ").join("|")})/?$`)] as const);
