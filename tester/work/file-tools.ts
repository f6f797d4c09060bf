/** What needs the linter, a quarter of the code: the worker loads it when the page first asks. */
export { readingsFor } from "./compare.ts";
export { editing } from "./editing.ts";
export { mend, shiftsOf } from "./mend.ts";
export { publishingOf } from "./publishing.ts";
export { rulesAgainst } from "./rules.ts";
