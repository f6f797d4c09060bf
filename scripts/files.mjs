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
  const codes = readFileSync(join(folder, "codes.json"), "utf8").trimEnd();
  const names = Object.keys(JSON.parse(codes)).map((code) => JSON.stringify(code));
  const lines = [
    "// Made by scripts/files.mjs from bindings/owners/lint/codes.json.",
    'import type { LintCode } from "./lint-code.ts";',
    "/** The code of a finding. Codes are stable; docs/lint.md lists them with their meaning. */",
    `export type FindingCode = ${names.join(" | ")};`,
    "/** All findings of the linter, by code. */",
    `export const codes: Readonly<Record<FindingCode, LintCode>> = ${codes};`,
  ];
  writeChanged(join(folder, "codes.ts"), `${lines.join("\n")}\n`);
}
