// How the engine's work grows, counted in loop turns by the instrumented build: the slope of log(steps) over log(bytes) for one
// hostile pattern, in the file and in the path at once. 1 is linear. test/slow/core/engine/hostile.test.ts holds more.
import { readFileSync } from "node:fs";
import { engine, useEngine } from "../dist/core/engine/choose-engine.js";
import { WasmEngine } from "../dist/core/engine/wasm.js";
import { fallback } from "../dist/core/program/fallback.js";
import { parse } from "../dist/index.js";

const powers = [8, 9, 10, 11, 12];

export function stepsExponent() {
  const module = new WebAssembly.Module(readFileSync(new URL("../build/engine.steps.wasm", import.meta.url)));
  const counting = new WasmEngine(module, fallback, 64 * 2 ** 20);
  const before = engine;
  useEngine(counting);
  try {
    return slope(powers.map((power) => [power, Math.log2(stepsAt(counting, 2 ** power))]));
  } finally {
    useEngine(before);
  }
}

function stepsAt({ exports }, bytes) {
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
