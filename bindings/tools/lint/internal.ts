/** What other rooms of the package need of lint beside its entry. */
export { lintOptions } from "./lint.ts";
