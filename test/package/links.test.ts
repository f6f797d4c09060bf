/** Every link between documents leads to a file and to a heading. */
import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { headingsOf, slugsOf } from "../../scripts/slugs.mjs";
import { documents, textOf } from "../support/documents.ts";

const examples = readdirSync("examples", { recursive: true, encoding: "utf8" })
  .map((name) => `examples/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".md") && !name.includes("node_modules"));
const pages = [...documents, ...examples, "docs/index.md", "docs/benchmarks.md", "bench/README.md"];

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "");

/** Links of a page inside the repository, as the path from the root and the anchor. */
function linksOf(page: string): { path: string; anchor: string | undefined }[] {
  const targets = Array.from(withoutCode(textOf(page)).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g), ([, target]) => target!);
  return targets.map((target) => {
    const [path, anchor] = target.split("#") as [string, string?];
    return { path: path === "" ? page : posix.join(posix.dirname(page), path), anchor };
  });
}

describe.each(pages)("%s", (page) => {
  const links = linksOf(page);
  it("leads to files that exist", () => {
    expect(links.map(({ path }) => path).filter((path) => !existsSync(path))).toEqual([]);
  });
  it("leads to headings that exist", () => {
    const dead = links.filter(
      ({ path, anchor }) => anchor !== undefined && !slugsOf(headingsOf(textOf(path))).includes(anchor),
    );
    expect(dead).toEqual([]);
  });
});
