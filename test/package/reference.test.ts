/** The API reference in docs/api/ is what the types say, complete, and one link away from the pages that use an entry. */
import { spawnSync } from "node:child_process";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesOf, pageOf } from "../../scripts/entries.mjs";
import { documents, root, textOf } from "../support/documents.ts";

const entries = entriesOf(JSON.parse(textOf("package.json"))).map(({ path, name }) => ({ name, page: pageOf(path) }));

it("is up to date, every name has prose, and every entry an example (node scripts/api.mjs writes it)", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/api.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("every entry has a page that begins with an example, and the index leads to it", () => {
  for (const { name, page } of entries) {
    expect(textOf("docs/api/index.md")).toContain(`[\`${name}\`](${page}.md)`);
    const [head] = textOf(`docs/api/${page}.md`).split("<!-- From here on");
    expect(head).toMatch(/^# .*\n\n\w[\s\S]*^```ts/m);
    expect(head).toContain(`# ${name}\n`);
  }
});

it("the index lists as values only what an entry exports", async () => {
  for (const { name, page } of entries) {
    const row = textOf("docs/api/index.md")
      .split("\n")
      .find((line) => line.includes(`](${page}.md) |`))!;
    const listed = Array.from(row.split("|")[3]!.matchAll(/\[`(\w+)`\]/g), ([, one]) => one);
    expect(Object.keys(await import(name)), name).toEqual(expect.arrayContaining(listed));
  }
});

it("the index lists every error code with its class", () => {
  const source = textOf("bindings/base/errors.ts");
  const inCode = Array.from(source.matchAll(/\/\*\* ([\w ]+): [^*]*\*\/\s*\| "(ERR_\w+)"/g), ([, kinds, code]) => [
    code,
    kinds!.split(" or "),
  ]);
  const inTable = Array.from(textOf("docs/api/index.md").matchAll(/^\| `(ERR_\w+)` \| ([\w, ]+) \|/gm), (row) => [
    row[1],
    row[2]!.split(", "),
  ]);
  expect(inTable).toEqual(inCode);
  expect(inCode).toHaveLength(source.match(/^ {2}\| "ERR_/gm)!.length);
});

/** The entries that the code of a page imports. */
const importedBy = (text: string): typeof entries => {
  const code = text.match(/^```ts[\s\S]*?^```$/gm)?.join("\n") ?? "";
  return entries.filter(({ name }) => code.includes(`from "${name}"`));
};

describe("a page leads to the reference of each entry that its code imports", () => {
  const pages = documents.filter((name) => /^docs\/(?!api\/)/.test(name) && importedBy(textOf(name)).length > 0);
  it.each(pages)("%s", (name) => {
    const text = textOf(name);
    const missing = importedBy(text).filter(({ page }) => {
      const path = posix.relative(posix.dirname(name), `docs/api/${page}.md`);
      return !text.includes(`](${path})`) && !text.includes(`](${path}#`);
    });
    expect(missing).toEqual([]);
  });
});
