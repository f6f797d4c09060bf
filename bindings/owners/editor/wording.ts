/** How the tester words lists, numbers and edits. Apart from the features: these would bring the linter into its first load. */
export { csvCell } from "../../base/csv.ts";
export { enumerated, firstAndOthers, formatNumber, pluralise } from "../../base/numbers.ts";
export { namesOfTools } from "../../base/other-tools.ts";
export { onLine, withEdits } from "../../base/text-edits.ts";
