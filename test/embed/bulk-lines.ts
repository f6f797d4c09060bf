/** What the library says about lines, one by one: what the bulk exports must say. */
import { urlOf } from "../../bindings/base/url.ts";
import type { AgentRules } from "../../bindings/index.ts";
import type { OriginVerdict } from "./bulk-host.ts";

interface Library {
  find(url: string): { readonly rules: AgentRules } | undefined;
}

/** `1`, `0`, `-` or `u` for each line. */
export const wanted = (library: Library, lines: readonly string[], missing: OriginVerdict = "allow"): string =>
  lines.map((line) => verdictOf(library, line, missing)).join("");

function verdictOf(library: Library, line: string, missing: OriginVerdict): string {
  if (!/^https?:\/\/[^/?#]/i.test(line) || urlOf(line) === undefined) return "-";
  const found = library.find(line);
  if (found === undefined && missing === "unknown") return "u";
  if (found === undefined) return missing === "allow" || new URL(line).pathname === "/robots.txt" ? "1" : "0";
  return String(Number(found.rules.isAllowed(line)));
}
