/** docs/lint.md agrees with the code. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { codes } from "../../../bindings/tools/lint/index.ts";

const page = readFileSync(new URL("../../../docs/lint.md", import.meta.url), "utf8");

it("the table of codes equals the linter's table", () => {
  const rows = Array.from(page.matchAll(/^\| `([\w-]+)` \| (\w+) \| (.*) \| (.*) \|$/gm), ([, ...cells]) => cells);
  const wanted = Object.entries(codes).map(([code, { severity, explanation, section }]) => [
    code,
    severity,
    explanation,
    section,
  ]);
  expect(rows).toEqual(wanted);
});
