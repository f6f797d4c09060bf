/** Disallowed scripts and style sheets: search engines render pages, and then do not see what people see. */
import { KIND_ALLOW, KIND_DISALLOW } from "../../../core/linting.ts";
import { examplePath } from "../example-path.ts";
import { MAX_DECIDED, refusalsIn } from "../file-verdicts.ts";
import type { Check } from "../findings.ts";
import { nameOf, refusesEverything } from "../group-facts.ts";
import { type LineField, type LintFile, textAt } from "../lint-file.ts";

/** The crawlers that render pages, by their operators' documentation (Google, Bing, Apple). */
const rendering: ReadonlySet<string> = new Set(["*", "googlebot", "bingbot", "applebot"]);

/** All files of a kind (`/*.js$`), or of a folder of such files (`/css/`). */
const allOfKind = /^[^?]*\*\.(?:js|css)(?:\*|\$|\?\*?|\?\$|\*\$)?$/i;
const folder = /^(?:\/|\/\*\/|\*\/)(js|css|javascripts?|styles?|stylesheets?)(?:\/\*?)?$/i;

/** Folders in which content systems and frameworks keep such files. docs/lint.md has the source of each (2026-11). */
export const assetFolders: readonly string[] = [
  ...["wp-includes", "wp-content", "themes", "assets", "static", "build", "dist"],
  ...["_next", "_nuxt", "_astro", "_app"],
];
const assets = new RegExp(`^\\*?/(?:[^/?$]+/)*?(?:${assetFolders.join("|")})(?:/([^?$.]*))?\\*?$`, "i");

/** Most rules have none of these words, and the patterns above try every folder. */
const candidate = new RegExp(["css", "js", "javascript", "style", ...assetFolders].join("|"), "i");

/** Folders below them that hold other files. */
const otherFiles = /upload|image|img|icon|font|media|video|audio|pdf|doc|download|lang|backup|upgrade|log|data|users?/i;

const MAX_PATTERN_BYTES = 256;

/** Two for a folder: some files of WordPress have a line for each plug-in. */
const MAX_PATHS = 2 * MAX_DECIDED;

export const checkRendering: Check = (source, report) => {
  let left = MAX_PATHS;
  const refusalOf = refusalsIn(source);
  for (const group of source.groups) {
    const agent = group.agents.map((one) => nameOf(source, one)).find((name) => rendering.has(name));
    if (agent === undefined || refusesEverything(source, group)) continue;
    const opening = group.rules.find((rule) => opensAll(source, rule));
    const although = opening && `, although line ${opening.value.line} allows them: the longer pattern decides`;
    for (const rule of group.rules) {
      const paths = left > 0 ? pathsOf(source, rule, opening !== undefined) : [];
      left -= paths.length;
      if (paths.some((path) => refusalOf(agent, path)?.line === rule.value.line))
        report("rendering-blocked", rule.value, {
          message: `the rule keeps scripts or style sheets from crawlers${although ?? ""}`,
        });
    }
  }
};

/** `/*.js`: its author means the scripts of all folders. */
const ofAllFolders = /^\/?\*\.(?:js|css)(?:\*|\$|\?\*?)?$/i;

const opensAll = (source: LintFile, { kind, value }: LineField): boolean =>
  kind === KIND_ALLOW && value.end - value.start < 16 && ofAllFolders.test(textAt(source, value));

/**
 * Scripts and style sheets that the rule would keep from crawlers; empty for other rules.
 * @param isOpened whether the group allows them in all folders
 */
function pathsOf(source: LintFile, { kind, value }: LineField, isOpened: boolean): readonly string[] {
  if (kind !== KIND_DISALLOW || value.end - value.start > MAX_PATTERN_BYTES) return [];
  const text = textAt(source, value);
  if (isOpened && /^\/[^*?$.]+$/.test(text)) return filesIn(text, ["css", "js"]);
  if (!candidate.test(text)) return [];
  if (allOfKind.test(text)) return [examplePath(text)];
  const [, name] = folder.exec(text) ?? [];
  if (name !== undefined) return filesIn(text, [/css|style/i.test(name) ? "css" : "js"]);
  const below = assets.exec(text);
  return below === null || otherFiles.test(below[1] ?? "") ? [] : filesIn(text, ["css", "js"]);
}

/** Next.js and SvelteKit keep all such files in one folder below. */
function filesIn(pattern: string, types: readonly string[]): readonly string[] {
  const folder = examplePath(pattern.replace(/\*$/, "")).replace(/\/?$/, "/");
  const path = folder.replace(/\/_next\/$/, "$&static/").replace(/\/_app\/$/, "$&immutable/");
  return types.map((type) => `${path}a.${type}`);
}
