/** robots-wasm/lint: what in a robots.txt does not do what its author meant. No WebAssembly here. */
export { type Code, codes, type FindingCode, type Severity } from "./codes.ts";
export { type LintOptions, lint } from "./lint.ts";
export { type Finding, MAX_FINDINGS } from "./report.ts";
export { type LintedFile, type SarifLog, toSarif } from "./sarif.ts";
