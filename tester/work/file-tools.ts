/** What needs the linter, a quarter of the code: the worker loads it when the page first asks. */
export { lint } from "../../bindings/tools/lint/index.ts";
export { readingsFor } from "./compare.ts";
export { mend, shiftsOf } from "./mend.ts";
export { publishingOf } from "./publish.ts";
export { rulesAgainst } from "./rules.ts";
