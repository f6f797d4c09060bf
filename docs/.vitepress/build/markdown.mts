/** How Markdown becomes HTML here: links out of docs/, and no style attributes, because the site's policy forbids them. */
import { posix } from "node:path";
import { createCssVariablesTheme } from "shiki";
import type { MarkdownOptions } from "vitepress";
import { repository } from "./site.mts";
import { slugOf } from "./slugs.mjs";

type MarkdownIt = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

/** The path from the root of the repository, for a link on a page of docs/ that leads out of docs/. */
function outsideDocs(href: string, page: string): string | undefined {
  if (!/^\.\.?\//.test(href)) return undefined;
  const path = posix.join("docs", posix.dirname(page), href);
  return path.startsWith("docs/") ? undefined : path;
}

/** `../examples/…` leads into the repository. While its address is unknown, the text stays and the link goes. */
function linksToSource(md: MarkdownIt): void {
  md.core.ruler.push("links-to-source", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      const source = href === null ? undefined : outsideDocs(href, env.relativePath ?? "");
      if (source === undefined) continue;
      if (repository === undefined) token.attrs = [];
      else token.attrSet("href", `${repository}/blob/main/${source}`);
    }
  });
}

/** `style="text-align:right"` of a table's cells as a class. */
function alignmentAsClass(md: MarkdownIt): void {
  md.core.ruler.push("alignment-as-class", ({ tokens }) => {
    for (const token of tokens) {
      const style = token.attrGet("style");
      if (style === null) continue;
      token.attrs = token.attrs!.filter(([name]) => name !== "style");
      token.attrJoin("class", style.replace("text-align:", "align-"));
    }
  });
}

/** What stands in code is text: Vue would take `{{ slug }}` for an expression, and the page would end there. */
function codeIsText(md: MarkdownIt): void {
  const render = md.renderer.rules.code_inline!;
  md.renderer.rules.code_inline = (...given) => render(...given).replace("<code", "<code v-pre");
}

/** Colours are names: style.css says what they are in each theme. */
const COLOUR = /^color:var\(--code-(?:token-)?([\w-]+)\)$/;

/** `style="color:var(--code-token-string)"` as `class="code-string"`. */
function coloursAsClasses(properties: Record<string, unknown>): void {
  const [, name] = COLOUR.exec(String(properties["style"])) ?? [];
  delete properties["style"];
  if (name !== undefined && name !== "foreground") properties["class"] = `code-${name}`;
}

export const markdown: MarkdownOptions = {
  // Anchors are those of GitHub, so that the same links work there.
  anchor: { slugify: slugOf },
  headers: { slugify: slugOf, level: [2, 3] },
  theme: createCssVariablesTheme({ variablePrefix: "--code-", fontStyle: false }),
  codeTransformers: [
    {
      name: "colours-as-classes",
      span: ({ properties }) => coloursAsClasses(properties),
      pre: ({ properties }) => coloursAsClasses(properties),
    },
  ],
  config(md) {
    linksToSource(md);
    alignmentAsClass(md);
    codeIsText(md);
  },
};
