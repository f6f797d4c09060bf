/** Disallowed scripts and style sheets: search engines render pages, and then do not see what people see. */
import { KIND_DISALLOW } from "../../../core/parsing.ts";
import { examplePath } from "../example-path.ts";
import { MAX_DECIDED, refusalsIn } from "../file-verdicts.ts";
import { nameOf, refusesEverything } from "../group-facts.ts";
import type { Check } from "../report.ts";
import { type LineField, type LintFile, textAt } from "../source.ts";

/** The crawlers that render pages, by their operators' documentation (Google, Bing, Apple). */
const rendering: ReadonlySet<string> = new Set(["*", "googlebot", "bingbot", "applebot"]);

/** All files of a kind (`/*.js$`), or of a folder of such files (`/css/`). */
const allOfKind = /^[^?]*\*\.(?:js|css)(?:\*|\$|\?\*?|\?\$|\*\$)?$/i;
const folder = /^(?:\/|\/\*\/|\*\/)(js|css|javascripts?|stylesheets?)(?:\/\*?)?$/i;

const MAX_PATTERN_BYTES = 256;

export const checkRendering: Check = (source, report) => {
  let left = MAX_DECIDED;
  const refusalOf = refusalsIn(source);
  for (const group of source.groups) {
    const agent = group.agents.map((one) => nameOf(source, one)).find((name) => rendering.has(name));
    if (agent === undefined || refusesEverything(source, group)) continue;
    for (const rule of group.rules) {
      const path = left > 0 ? pathOf(source, rule) : undefined;
      if (path === undefined) continue;
      left--;
      const refusal = refusalOf(agent, path);
      if (refusal?.line === rule.value.line)
        report("rendering-blocked", rule.value, { message: "the rule keeps scripts or style sheets from crawlers" });
    }
  }
};

/** A file that the rule would keep from crawlers; undefined for other rules. */
function pathOf(source: LintFile, { kind, value }: LineField): string | undefined {
  if (kind !== KIND_DISALLOW || value.end - value.start > MAX_PATTERN_BYTES) return undefined;
  const text = textAt(source, value);
  if (allOfKind.test(text)) return examplePath(text);
  const [, name] = folder.exec(text) ?? [];
  if (name === undefined) return undefined;
  const path = examplePath(text.replace(/\*$/, ""));
  return `${path}${path.endsWith("/") ? "" : "/"}a.${/css|style/i.test(name) ? "css" : "js"}`;
}
