/** Findings as SARIF 2.1.0, which code hosts and editors show beside the line. */
import { codes, type Severity } from "./codes.ts";
import type { Finding } from "./report.ts";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export interface LintedFile {
  readonly uri: string;
  readonly findings: readonly Finding[];
}

/** A log with one run; `uri` as SARIF wants it, relative to the repository or absolute. */
export function toSarif(files: readonly LintedFile[], version: string): object {
  const rules = Object.entries(codes).map(([id, { explanation, section, severity }]) => ({
    id,
    shortDescription: { text: explanation },
    help: { text: `${explanation} (${section})` },
    defaultConfiguration: { level: levels[severity] },
  }));
  const driver = { name: "robots-wasm", version, informationUri: "https://www.rfc-editor.org/rfc/rfc9309", rules };
  const results = files.flatMap(({ uri, findings }) => findings.map((finding) => resultOf(uri, finding)));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
}

function resultOf(uri: string, finding: Finding): object {
  const { code, severity, line, column, endColumn, message, fix } = finding;
  const region = { startLine: line, startColumn: column, endLine: line, endColumn };
  const artifactLocation = { uri };
  const change = { artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: fix } }] };
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(fix !== undefined && { fixes: [{ description: { text: `Write ${fix}` }, artifactChanges: [change] }] }),
  };
}
