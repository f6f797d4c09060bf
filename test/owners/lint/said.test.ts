/** What the linter says of small files: every finding with its line, and what it would write. Each file is just within or just beyond a bound. */
import { expect } from "vitest";
import { type FindingCode, lint } from "../../../bindings/owners/lint/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** They say the same of every line with the field. */
const IN_GENERAL: readonly FindingCode[] = ["nonstandard-field", "wildcard-dependent"];

itEach<[body: string, ...said: string[]]>("%j", (body, ...said) =>
  expect(
    lint(body, { profile: "all" })
      .filter(({ code }) => !IN_GENERAL.includes(code))
      .map(({ code, line, message, fix, repair }) => {
        const edit = fix ?? repair;
        return `${line} ${code}: ${message}${edit === undefined ? "" : `; ${fix === undefined ? "repair" : "fix"}: ${edit}`}`;
      }),
  ).toEqual(said),
);
