/** What the tester's editor shows: the features of all other editors. */
export { KnownGroups } from "../lint/checks/known-groups.ts";
export { inlayHints } from "./checked-assertions.ts";
export { type Completion, completionsAt } from "./completion.ts";
export { definitionsAt, referencesAt } from "./definition.ts";
export { type Diagnostic, diagnosticsOf } from "./diagnostics.ts";
export { defaultSettings, EditorDocument, type EditorSettings } from "./document.ts";
export { formatEdits } from "./format.ts";
export { type Hover, hoverAt } from "./hover.ts";
export { lensesOf, testUrl } from "./lenses.ts";
export type { Position, Range, TextEdit } from "./place.ts";
export { fixAllEdits, type QuickFix, quickFixesIn } from "./quick-fixes.ts";
export { renameAt, renameRangeAt } from "./rename.ts";
export { foldingRanges, type OutlineSymbol, selectionRangesAt, symbolsOf } from "./symbols.ts";
export { type SemanticToken, semanticTokens, tokenTypes } from "./tokens.ts";
