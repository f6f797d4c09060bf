/**
 * Fast tests share processes. This fails a file that leaves a change behind which the files after it would meet: in the
 * environment, the working directory, globals, prototypes, listeners of the process, or the engine in use.
 */
import { afterAll, beforeAll, expect } from "vitest";
import { engine } from "../../bindings/core/engine/choose-engine.ts";
import { changesBetween, stateOfProcess } from "./process-state.ts";

let before: ReadonlyMap<string, unknown>;

beforeAll(() => {
  before = stateOfProcess(engine);
});
afterAll(() => {
  expect(changesBetween(before, stateOfProcess(engine)), "what this file changed and did not put back").toEqual([]);
});
