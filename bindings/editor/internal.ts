/** What the tester's editor shows: the features of all other editors. */
export { type Completion, completionsAt } from "./features/completion.ts";
export { type Diagnostic, diagnosticsOf } from "./features/diagnostics.ts";
export { defaultSettings, EditorDocument } from "./features/document.ts";
export { type Hover, hoverAt } from "./features/hover.ts";
export type { Position, Range } from "./features/place.ts";
export { type QuickFix, quickFixesIn } from "./features/quick-fixes.ts";
