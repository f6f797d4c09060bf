/**
 * Links out of docs/ (`../examples/…`) lead into the repository. Its address is known where the site is published; without
 * it, the text stays and the link goes.
 */
import type { MarkdownIt } from "vitepress";

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository = GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/main/`;

export function linksToSource(md: MarkdownIt): void {
  md.core.ruler.push("links-to-source", ({ tokens }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.attrGet("href");
        if (token.type !== "link_open" || href === null || !href.startsWith("../")) continue;
        if (repository === undefined) token.attrs = [];
        else token.attrSet("href", repository + href.replace(/^(\.\.\/)+/, ""));
      }
    }
  });
}
