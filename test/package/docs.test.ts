/** Documents stay true: their links and commands exist, and their tables are the data. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { documents, root, textOf } from "../support/documents.ts";

const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;

it.each(documents)("%s: links and commands exist", (name) => {
  for (const [, target] of textOf(name).matchAll(/\]\(([^)#:]+)\)/g))
    expect(existsSync(join(root, dirname(name), target!)), target!).toBe(true);
  for (const [, script] of textOf(name).matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script!);
  for (const [, path] of textOf(name).matchAll(
    /`((?:assembly|bindings|test|bench|scripts|docs|examples)\/[\w./-]+\.\w+)`/g,
  ))
    expect(existsSync(join(root, path!)), path!).toBe(true);
});

it("the site's sidebar leads to every page of docs/, once", () => {
  const config = textOf("docs/.vitepress/config.mts");
  const [, lists] = /(const guide = [\s\S]*?)export default/.exec(config)!;
  const linked = Array.from(lists!.matchAll(/link: "\/([^"]+)"/g), ([, path]) => `docs/${path}.md`);
  const pages = documents.filter((name) => name.startsWith("docs/"));
  expect(linked.filter((name) => name !== "docs/benchmarks.md").sort()).toEqual([...pages].sort());
});

describe("docs/dialects.md", () => {
  const rows = Array.from(
    textOf("docs/dialects.md").matchAll(/^\| (\w+)\.(\w+) \| (.*) \|$/gm),
    ([, group, key, cells]) => ({ group: group!, key: key!, cells: cells!.split(" | ") }),
  );
  const columns = /^\| \| (.*) \|$/m.exec(textOf("docs/dialects.md"))![1]!.split(" | ");

  it.each(rows)("$group.$key is what the data says", ({ group, key, cells }) => {
    for (const dialect of dialects) {
      const value = (dialect as unknown as Record<string, Record<string, unknown>>)[group]![key];
      expect(cells[columns.indexOf(dialect.name)]).toBe(typeof value === "boolean" ? (value ? "yes" : "no") : value);
    }
  });

  it("has a row for every column of the data", () => {
    const isShown = (value: unknown): boolean => typeof value === "boolean" || typeof value === "string";
    const columnsOf = (group: "lines" | "agents" | "rules"): string[] =>
      Object.entries(dialects[0]![group])
        .filter(([, value]) => isShown(value))
        .map(([key]) => `${group}.${key}`);
    const shown = rows.map(({ group, key }) => `${group}.${key}`);
    expect(shown).toEqual(
      expect.arrayContaining([...columnsOf("lines"), ...columnsOf("agents"), ...columnsOf("rules")]),
    );
  });
});
