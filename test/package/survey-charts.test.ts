/** The charts of docs/survey.md are drawn from the record. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chartsOf, readRecord } from "../../docs/images/survey-charts.mjs";
import { root } from "../support/documents.ts";

it.each(Object.entries(chartsOf(readRecord())))(
  "%s is that of the record, and docs/survey.md shows it",
  (name, text) => {
    expect(readFileSync(join(root, "docs/images", name), "utf8")).toBe(text);
    expect(readFileSync(join(root, "docs/survey.md"), "utf8")).toContain(`](images/${name})`);
  },
);
