/**
 * Fast tests share processes (vitest.config.ts), so a file that leaves a change behind is found: test/support/no-traces.ts.
 * The tests that `npm run test:changed` and `.ci/weekly` name exist.
 */
import { existsSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { changesBetween, stateOfProcess } from "../support/process-state.ts";

const cwd = process.cwd();
const listener = (): void => {};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  process.chdir(cwd);
  process.off("warning", listener);
  Reflect.deleteProperty(globalThis, "added");
  Reflect.deleteProperty(Object.prototype, "added");
});

const changes: readonly [string, () => unknown][] = [
  ["the working directory", () => process.chdir("..")],
  ["process.env.TZ", () => vi.stubEnv("TZ", "Asia/Tokyo")],
  ["Math.random", () => vi.spyOn(Math, "random")],
  ["Buffer.prototype.subarray", () => vi.spyOn(Buffer.prototype, "subarray")],
  ["globalThis.Date", () => vi.useFakeTimers()],
  ["globalThis.added", () => Object.assign(globalThis, { added: 1 })],
  ["Object.prototype.added", () => Object.assign(Object.prototype, { added: 1 })],
  ['listeners of process for "warning"', () => process.on("warning", listener)],
];

it.each(changes)("a change of %s is found, and its undoing too", (name, change) => {
  const before = stateOfProcess("wasm");
  expect(changesBetween(before, stateOfProcess("wasm"))).toEqual([]);
  change();
  const changed = stateOfProcess("wasm");
  expect(changesBetween(before, changed)).toContain(name);
  expect(changesBetween(changed, before)).toContain(name);
});

it("another engine in use is found", () =>
  expect(changesBetween(stateOfProcess("wasm"), stateOfProcess("fallback"))).toEqual(["the engine in use"]));

it.each([
  ["npm run test:changed", "scripts/test-changed.mjs", 5],
  [".ci/weekly", ".ci/weekly", 6],
])("%s names tests that exist", (_, file, least) => {
  const named = readFileSync(file, "utf8").match(/(?<=[\s("])test\/[\w/-]+(\.test\.ts)?(?=[\s)"])/g)!;
  expect(named.length).toBeGreaterThanOrEqual(least);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
