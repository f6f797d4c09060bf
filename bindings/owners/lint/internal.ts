/** What other houses use of lint beside its entry. */
export { KnownGroups } from "./checks/known-groups.ts";
export { examplePath } from "./example-path.ts";
export { newMistakes } from "./new-mistakes.ts";
export { templateOfName, templates } from "./templates.ts";
