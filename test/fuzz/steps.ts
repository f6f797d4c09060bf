/**
 * What the WebAssembly engine does, by the loop turns that its instrumented build counts (assembly/bytes/steps.ts): a guide for the
 * fuzzer where V8's coverage sees nothing, and a bound that no input may break.
 */
import { readFileSync } from "node:fs";
import { CR, LF } from "../../bindings/base/characters.ts";
import { dialects } from "../../bindings/core/dialects.ts";
import { WasmEngine } from "../../bindings/core/engine/wasm.ts";
import { fallback } from "../../bindings/core/program/fallback.ts";
import { parse } from "../../bindings/index.ts";
import { withEngine } from "../support/engines.ts";
import { agentOf, type Input } from "./input.ts";
import { expectTrue } from "./target.ts";

let counting: WasmEngine | undefined;

function countingEngine(): WasmEngine {
  counting ??= new WasmEngine(new WebAssembly.Module(readFileSync("build/engine.steps.wasm")), fallback, 64 * 2 ** 20);
  return counting;
}

const MIN_TURNS = 1000;

const TURNS_A_BYTE = 8;

/** Half powers of two, so that an input counts as new when it takes half as much again. */
const magnitudeOf = (turns: number): number => Math.round(2 * Math.log2(turns + 1));

function turnsOf(body: () => void): number {
  countingEngine().exports.resetSteps();
  body();
  return countingEngine().exports.stepsTaken();
}

/**
 * What reading a file may cost. In `original1994` a line names an agent whose name contains it, so each line may look through the whole
 * name.
 */
function bytesRead(file: Uint8Array, agent: string): number {
  const lines = 1 + file.filter((byte) => byte === LF || byte === CR).length;
  return file.length ** 1.2 + lines * Buffer.byteLength(agent);
}

/** The magnitudes of compiling and of deciding, in each dialect. */
export function stepFeatures([file, agentBytes, ...urls]: Input): string[] {
  const agent = agentOf(agentBytes!);
  const mostTurns = MIN_TURNS + TURNS_A_BYTE * bytesRead(file!, agent);
  return withEngine(countingEngine(), () =>
    dialects.flatMap(({ name }) => {
      const robots = parse(file!, { dialect: name });
      const compiling = turnsOf(() => robots.agent(agent).byteLength);
      expectTrue("turns of compiling", compiling <= mostTurns, compiling);
      const rules = robots.agent(agent);
      const { byteLength } = rules;
      const deciding = urls.map((url) => {
        const turns = turnsOf(() => rules.isAllowed(url));
        // Without an index each rule is tried, and a rule takes as long as path and pattern are.
        const bytes = byteLength + (byteLength / 8) * (1 + url.length);
        expectTrue("turns of deciding", turns <= MIN_TURNS + TURNS_A_BYTE * bytes, turns);
        const alone = turnsOf(() => parse(file!, { dialect: name }).isAllowed(url, agent));
        expectTrue("turns of a verdict alone", alone <= mostTurns + TURNS_A_BYTE * bytes, alone);
        return `${name} decides ${magnitudeOf(turns)}`;
      });
      return [`${name} compiles ${magnitudeOf(compiling)}`, ...deciding];
    }),
  );
}
