/** Runs every row of every document in test/cases/ on both engines and every layout of the faster one. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "../../bindings/index.ts";
import { casesOf } from "../support/case-format.ts";
import { engines, withEngine } from "../support/engines.ts";

const folder = new URL("../cases/", import.meta.url);
const documents = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");

it("there are documents", () => expect(documents.length).toBeGreaterThan(4));

describe.each(documents)("%s", (name) => {
  const cases = casesOf(readFileSync(new URL(name, folder), "utf8"));
  const rows = cases.flatMap((one) => one.readings.map(({ dialect }) => ({ ...one, dialect })));

  it("asks something", () => expect(rows.length).toBeGreaterThan(5));

  it.each(rows)("$section: $dialect, $agents, $url", ({ dialect, robots, agents, url, allowed, line, pace }) => {
    for (const engine of engines) {
      withEngine(engine, () => {
        const rules = parse(robots, { dialect, reading: "written" }).agent(agents);
        const answer = rules.explain(url);
        const asked = line === undefined ? { allowed } : { allowed, line };
        const given =
          line === undefined ? { allowed: answer.allowed } : { allowed: answer.allowed, line: answer.rule?.line ?? 0 };
        expect(given).toEqual(asked);
        const { crawlDelay = null, requestRate = null, visitTime = null } = rules;
        expect({ crawlDelay, requestRate, visitTime }).toMatchObject(pace);
      });
    }
  });
});
