/** docs/lint.md agrees with the code. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { assetFolders } from "../../../bindings/owners/lint/checks/rendering.ts";
import { codes } from "../../../bindings/owners/lint/index.ts";

const page = readFileSync(new URL("../../../docs/lint.md", import.meta.url), "utf8");
const MARKS = /(<!-- codes: .* -->\n)[\s\S]*?(<!-- \/codes -->)/;

const rows = Object.entries(codes).map(
  ([code, { severity, explanation, section }]) => `| \`${code}\` | ${severity} | ${explanation} | ${section} |\n`,
);
const table = `| code | severity | why it matters | section |\n|---|---|---|---|\n${rows.join("")}`;

it("has the marks of the table", () => expect(page).toMatch(MARKS));

it("the table of codes is the linter's (npm run vectors writes it)", async () =>
  expect(page.replace(MARKS, (_, start, end) => `${start}${table}${end}`)).toMatchFileSnapshot(
    "../../../docs/lint.md",
  ));

it("each folder of scripts has its source in the page", () => {
  const [rows] = /\| folder \| source \|\n(?:\|.*\n)*/.exec(page)!;
  const sourced = [...rows.matchAll(/^\|(.*)\| \[.*\]\(https:/gm)].flatMap(([, cell]) => [
    ...cell!.matchAll(/`(.*?)`/g),
  ]);
  expect(sourced.map(([, folder]) => folder).sort()).toEqual([...assetFolders].sort());
});
