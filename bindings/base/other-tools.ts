/** Other tools that check a robots.txt: the audit of Lighthouse, and the report of Google's Search Console. */
export type OtherTool = "lighthouse" | "search-console";

/** The names that people know. */
const toolNames: Readonly<Record<OtherTool, string>> = {
  lighthouse: "Lighthouse",
  "search-console": "Search Console",
};

/** Returns the names of tools, as in "Lighthouse, Search Console". */
export const namesOfTools = (tools: readonly OtherTool[]): string =>
  tools.map((tool) => toolNames[tool] ?? tool).join(", ");
