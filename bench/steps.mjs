// How the engine's work grows, counted in loop turns by the instrumented build: the slope of log(steps) over log(bytes) for one
// hostile pattern, in the file and in the path at once. 1 is linear. test/slow/core/engine/hostile.test.ts holds more.
import { readFileSync } from "node:fs";
import { engine, useEngine } from "../dist/core/engine/choose-engine.js";
import { WasmEngine } from "../dist/core/engine/wasm.js";
import { fallback } from "../dist/core/program/fallback.js";
import { parse } from "../dist/index.js";

const powers = [8, 9, 10, 11, 12];

const module = new WebAssembly.Module(readFileSync(new URL("../build/engine.steps.wasm", import.meta.url)));

/** Returns what `work` returns while the engine decides whose exports it gets, and which counts its turns. */
export function counting(memoryBytes, work) {
  const before = engine;
  const instrumented = new WasmEngine(module, fallback, memoryBytes);
  useEngine(instrumented);
  try {
    return work(instrumented.exports);
  } finally {
    useEngine(before);
  }
}

export const stepsExponent = () =>
  counting(64 * 2 ** 20, (exports) => slope(powers.map((power) => [power, Math.log2(stepsAt(exports, 2 ** power))])));

function stepsAt(exports, bytes) {
  exports.resetSteps();
  const rules = parse(`User-agent: *\nDisallow: /${"*a".repeat(bytes / 2)}*b\n`).agent("x");
  rules.isAllowed(`/${"a".repeat(bytes)}`);
  return exports.stepsTaken();
}

/** Of the line that fits the points best, by least squares. */
function slope(points) {
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
