/** What other rooms use of lint beside its entry. */

export { KnownGroups } from "./checks/known-groups.ts";
export { examplePath } from "./example-path.ts";
export { correctKeys, deadFields, knownFields, standardFields, writtenName } from "./known-fields.ts";
export { type Inspection, inspect } from "./lint.ts";
export { newMistakes } from "./new-mistakes.ts";
export { columnsOf } from "./report.ts";
export { isRule, type Line, type LineField, type LintFile, type LintGroup, type Span, textAt } from "./source.ts";
export { templateOfName, templates } from "./templates.ts";
