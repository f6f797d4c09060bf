/** Converts findings to SARIF 2.1.0, which code hosts and editors show beside the line. */

import { checkedList, checkedRecords, checkedStrings } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { namesOfTools, type OtherTool } from "../../base/other-tools.ts";
import { wellFormed } from "../../base/utf8.ts";
import { codes } from "./codes.ts";
import type { Finding } from "./findings.ts";
import type { LintCode, Severity } from "./lint-code.ts";

type SarifLevel = "error" | "warning" | "note";

const levels: Readonly<Record<Severity, SarifLevel>> = { error: "error", warning: "warning", info: "note" };

/** The findings of one file. */
export interface LintedFile {
  /** The path, relative to the repository or absolute, or a URL without a query. */
  readonly uri: string;
  readonly findings: readonly Finding[];
}

interface SarifText {
  text: string;
}

interface SarifRegion {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
}

interface SarifArtifact {
  uri: string;
}

interface SarifResult {
  ruleId: string;
  level: SarifLevel;
  message: SarifText;
  locations: { physicalLocation: { artifactLocation: SarifArtifact; region: SarifRegion } }[];
  /** Other tools that report this line. The message names them too, because viewers show only the message. */
  properties?: { also: readonly OtherTool[] };
  fixes?: {
    description: SarifText;
    artifactChanges: {
      artifactLocation: SarifArtifact;
      replacements: { deletedRegion: SarifRegion; insertedContent: SarifText }[];
    }[];
  }[];
}

interface SarifRule {
  id: string;
  shortDescription: SarifText;
  help: SarifText;
  defaultConfiguration: { level: SarifLevel };
}

/** The parts of SARIF 2.1.0 that `toSarif` writes. */
export interface SarifLog {
  $schema: string;
  version: "2.1.0";
  runs: {
    tool: { driver: { name: string; version: string; informationUri: string; rules: SarifRule[] } };
    columnKind: "utf16CodeUnits";
    results: SarifResult[];
  }[];
}

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/**
 * Converts the findings of several files to a SARIF 2.1.0 log with one run.
 * @param version the version of the tool that the log names.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless every file has a `uri` and `findings`.
 */
export function toSarif(files: readonly LintedFile[], version: string): SarifLog {
  for (const file of checkedList("files", files)) checkFile(file);
  const driver = {
    name: "robots-wasm",
    version,
    informationUri: "https://www.rfc-editor.org/rfc/rfc9309",
    rules: Object.entries(codes).map(ruleOf),
  };
  const results = files.flatMap(({ uri, findings }) => findings.map((finding) => resultOf(referenceOf(uri), finding)));
  return { $schema: SCHEMA, version: "2.1.0", runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }] };
}

/** Programs without types often pass the findings themselves. */
function checkFile(file: LintedFile): void {
  if (typeof file?.uri !== "string" || !Array.isArray(file.findings))
    throw wrongType("files", "objects with uri and findings", file);
  checkedRecords("findings", file.findings, ["code", "severity", "message"]);
  for (const { also = [] } of file.findings) checkedStrings("findings.also", also);
}

/** Percent-encodes a path. `#` and `?` are parts of file names here. A lone surrogate cannot be encoded. */
const referenceOf = (path: string): string => encodeURI(wellFormed(path)).replace(/[#?]/g, encodeURIComponent);

const ruleOf = ([id, { explanation, section, severity }]: [string, LintCode]): SarifRule => ({
  id,
  shortDescription: { text: explanation },
  help: { text: `${explanation} (${section})` },
  defaultConfiguration: { level: levels[severity] },
});

function resultOf(uri: string, { code, severity, line, column, endColumn, message, also, fix }: Finding): SarifResult {
  const region = { startLine: line, startColumn: column, endLine: line, endColumn };
  const artifactLocation = { uri };
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: also === undefined ? message : `${message}; also reported by ${namesOfTools(also)}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(also !== undefined && { properties: { also } }),
    ...(fix !== undefined && { fixes: [sarifFix(fix, artifactLocation, region)] }),
  };
}

const sarifFix = (text: string, artifactLocation: SarifArtifact, deletedRegion: SarifRegion) => ({
  description: { text: `Write ${text}` },
  artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion, insertedContent: { text } }] }],
});
