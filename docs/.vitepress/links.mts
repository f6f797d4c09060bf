/**
 * Links out of docs/ (`../examples/…`) lead into the repository. Its address is known where the site is published; without
 * it, the text stays and the link goes.
 */
import { posix } from "node:path";
import type { MarkdownIt } from "vitepress";

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository = GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/main/`;

/** The path from the root of the repository, for a link on a page of docs/ that leads out of docs/. */
function sourceOf(href: string, page: string): string | undefined {
  if (!/^\.\.?\//.test(href)) return undefined;
  const path = posix.join("docs", posix.dirname(page), href);
  return path.startsWith("docs/") ? undefined : path;
}

export function linksToSource(md: MarkdownIt): void {
  md.core.ruler.push("links-to-source", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      const source = href === null ? undefined : sourceOf(href, env.relativePath ?? "");
      if (source === undefined) continue;
      if (repository === undefined) token.attrs = [];
      else token.attrSet("href", repository + source);
    }
  });
}
