/** What other houses use of lint beside its entry. */
export { KnownGroups } from "./checks/known-groups.ts";
export { templateOfName, templateOfText, templates } from "./templates.ts";
