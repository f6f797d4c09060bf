/** How the tester words and reads what no entry does. Apart from the features: these would bring the linter into its first load. */
export { csvCell } from "../../base/csv.ts";
export { enumerated, firstAndOthers, formatNumber, pluralise } from "../../base/numbers.ts";
export { namesOfTools } from "../../base/other-tools.ts";
export { onLine, withEdits } from "../../base/text-edits.ts";
export { withScheme } from "../../base/url.ts";
export { saysMissing } from "../../core/access/internal.ts";
export { ruleText } from "../../core/parsing.ts";
export { RobotsByDialect } from "../agents/asked.ts";
export { ignoresGroups } from "../agents/star.ts";
