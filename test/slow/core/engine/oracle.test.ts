/** The labelled cases of test/core/engine/oracle.test.ts, in each layout and by the TypeScript fallback. */
import { expect, it } from "vitest";
import { googleCases, wrongAnswers } from "../../../core/engine/google-cases.ts";
import { engines } from "../../../support/engines.ts";

it.each(engines)(`$name answers ${googleCases.length} labelled cases alike, verdict and line`, (engine) => {
  expect(wrongAnswers(engine)).toEqual([]);
});
