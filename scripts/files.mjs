// Files that the build writes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the file if its content changes, so that tools that look at times find nothing new. */
export function writeChanged(file, content) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== content) writeFileSync(file, content);
}

/** Writes the codes of the linter, and the type of their names. */
export function writeCodes(root) {
  const folder = join(root, "bindings/owners/lint");
  const codes = Object.entries(JSON.parse(readFileSync(join(folder, "codes.json"), "utf8")));
  const texts = (values) => values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  const rowOf = ({ severity, section, explanation, also }) => texts([severity, section, explanation, also]).join(", ");
  const lines = [
    "// Made by scripts/files.mjs from bindings/owners/lint/codes.json.",
    'import { type LintCode, lintCode } from "./lint-code.ts";',
    "/** The code of a finding. Codes are stable; docs/lint.md lists them with their meaning. */",
    `export type FindingCode = ${texts(codes.map(([code]) => code)).join(" | ")};`,
    "/** All findings of the linter, by code. */",
    "export const codes: Readonly<Record<FindingCode, LintCode>> = {",
    ...codes.map(([code, row]) => `  ${JSON.stringify(code)}: lintCode(${rowOf(row)}),`),
    "};",
  ];
  writeChanged(join(folder, "codes.ts"), `${lines.join("\n")}\n`);
}
