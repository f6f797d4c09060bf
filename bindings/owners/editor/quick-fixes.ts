/** Fixes that keep every verdict, repairs whose titles say what they change, and all fixes at once. */

import { shorten } from "../../base/shorten.ts";
import { decodeMarked, wellFormed } from "../../base/utf8.ts";
import { findAgent } from "../agents/index.ts";
import { verdictWord } from "../assertions/verdict-text.ts";
import { applyFixes, changedVerdicts, type Finding, type VerdictChange } from "../lint/index.ts";
import { diagnosticsOf } from "./diagnostics.ts";
import type { EditorDocument } from "./document.ts";
import { onLine, type Range, rangeOfFinding, type TextEdit, withEdits } from "./place.ts";

export interface QuickFix {
  readonly title: string;
  readonly edit: TextEdit;
  /** A repair may change verdicts. */
  readonly isRepair: boolean;
  readonly finding: Finding;
}

/** Each repair compares two versions of the file. */
const MAX_REPAIRS = 5;

/** The fixes and then the repairs of findings on these lines. */
export function quickFixesIn(document: EditorDocument, { start, end }: Range): readonly QuickFix[] {
  const shown = new Set(diagnosticsOf(document).map(({ code }) => code));
  const here = document.findings.filter(
    ({ line, code }) => line > start.line && line - 1 <= end.line && shown.has(code),
  );
  const repairs = here.filter(({ repair }) => repair !== undefined).slice(0, MAX_REPAIRS);
  return [
    ...here.flatMap((one) => (one.fix === undefined ? [] : [quickFix(one, one.fix)])),
    ...repairs.map((one) => repairOf(document, one, one.repair!)),
  ];
}

const titleOf = (newText: string): string => (newText === "" ? "Remove this" : `Write ${shorten(newText)}`);

const quickFix = (finding: Finding, newText: string): QuickFix => ({
  title: `${titleOf(newText)} (keeps every verdict)`,
  edit: { range: rangeOfFinding(finding), newText },
  isRepair: false,
  finding,
});

function repairOf(document: EditorDocument, finding: Finding, newText: string): QuickFix {
  const { repairAt } = finding;
  const edit = { range: rangeOfFinding(repairAt ?? finding), newText };
  const title = repairAt === undefined ? titleOf(newText) : `Add ${newText.trim()} below line ${repairAt.line}`;
  return { title: `${title}: ${changeText(document, edit)}`, edit, isRepair: true, finding };
}

/** "/cart: allowed to refused for Googlebot, and 2 more verdicts change" */
function changeText(document: EditorDocument, edit: TextEdit): string {
  const { dialect } = document.settings;
  const options = dialect === undefined ? {} : { dialect };
  const changes = changedVerdicts(document.text, withEdits(document.text, [edit]), options);
  const [first] = changes.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return "no verdict changes";
  const more = changes.length === 1 ? "" : `, and ${changes.length - 1} more may change`;
  return `${verdictChangeText(first)}${more}`;
}

/** Changes with an example come first, and among them those for crawlers that exist. */
const rank = ({ agent, path }: VerdictChange): number =>
  Number(path === undefined) + Number(agent !== "*" && findAgent(agent) === undefined) / 2;

function verdictChangeText({ agent, path, allowed }: VerdictChange): string {
  const who = agent === "*" ? "all others" : agent;
  if (path === undefined) return `verdicts for ${who} may change`;
  return `${shorten(path)}: ${verdictWord(!allowed)} to ${verdictWord(allowed!)} for ${who}`;
}

/** All fixes: they keep every verdict, sitemap and field. An edit for each line that changes. */
export function fixAllEdits(document: EditorDocument): readonly TextEdit[] {
  if (document.isTemplate) return [];
  const { body, fixes } = applyFixes(document.text, document.lintOptions);
  if (fixes === 0) return [];
  const [before, after] = [document.text, decodeMarked(body)].map((text) => text.split(/\r\n|\n|\r/)) as [
    string[],
    string[],
  ];
  return before.flatMap((line, i) => {
    const newText = after[i] ?? line;
    // Bytes have no lone surrogates, but a text can.
    return newText === wellFormed(line) ? [] : [{ range: onLine(i, 0, line.length), newText }];
  });
}
