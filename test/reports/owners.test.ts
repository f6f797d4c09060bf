/**
 * Public reports and questions of people who own sites, turned into files. Each case names its thread and what the asker must be told:
 * codes of findings, by line. Hosts are ours, and no wording is copied. Looked up in November 2026.
 */
import { expect } from "vitest";
import { lint } from "../../bindings/owners/lint/index.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

type Report = readonly [thread: string, body: string, told: readonly string[]];

const told = (body: string): readonly string[] =>
  lint(body).flatMap(({ code, line, severity }) =>
    severity === "info" && code !== "rendering-blocked" ? [] : `${line} ${code}`,
  );

itEach<Report>("the author is told: %s", (_, body, codes) => expect(told(body)).toEqual(codes));

itEach<[thread: string, body: string]>("the linter is silent: the file says what its author means: %s", (_, body) =>
  expect(told(body)).toEqual([]),
);
