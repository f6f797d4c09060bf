/** The problems as a person works through them: by severity, grouped by code; and the edits that mend them. */
import type { Finding, FindingCode } from "../../bindings/owners/lint/index.ts";
import { toolEngine } from "../engine.ts";
import type { EditEffect, Mended } from "../protocol.ts";
import { edit, editedFile } from "./document.ts";
import { editor } from "./lines.ts";
import { status } from "./status.ts";

export interface Group {
  readonly code: FindingCode;
  readonly severity: Finding["severity"];
  readonly findings: readonly Finding[];
}

const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** The most severe first; within a severity, the codes that appear first in the file. */
export function grouped(findings: readonly Finding[]): readonly Group[] {
  const groups = new Map<FindingCode, Finding[]>();
  for (const finding of findings) {
    const others = groups.get(finding.code);
    if (others === undefined) groups.set(finding.code, [finding]);
    else others.push(finding);
  }
  return [...groups]
    .map(([code, found]) => ({ code, severity: found[0]!.severity, findings: found }))
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

/** Puts the edited text in place of the file, as one step of undo. */
export function apply(changed: string, did: string): void {
  editor.value?.setText(changed);
  edit(changed);
  status.value = did;
}

/** Everything with a fix, or with a repair too. Nothing is changed yet. */
export const mended = (repairs: boolean): Promise<Mended> => toolEngine.ask("mend", { ...editedFile(), repairs });

export const shiftsOf = (before: string, after: string): Promise<EditEffect> =>
  toolEngine.ask("shifts", { before, after });
