/** What only tests and benchmarks call: engine.steps.wasm exports it beside index.ts. */

export { resetSteps, stepsTaken } from "./bytes/steps";
export { encodeUtf16 } from "./bytes/utf16";
export { countLines } from "./match/lines";
