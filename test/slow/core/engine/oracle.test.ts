/** The labelled cases of google/robotstxt, decided by the TypeScript fallback. */
import { expect, it } from "vitest";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { googleCases, wrongAnswers } from "../../../core/engine/google-cases.ts";

it(`the fallback answers ${googleCases.length} labelled cases alike, verdict and line`, () => {
  expect(wrongAnswers(fallback)).toEqual([]);
});
