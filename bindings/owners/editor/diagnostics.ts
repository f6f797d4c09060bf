/** What is wrong in a file: the findings of the linter, and assertions that fail. */
import { explanationText } from "../assertions/verdict-text.ts";
import type { Finding, Severity } from "../lint/index.ts";
import { checkedAssertions } from "./checked-assertions.ts";
import type { EditorDocument } from "./document.ts";
import { type Range, rangeOfFinding } from "./place.ts";

export interface Diagnostic {
  readonly range: Range;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** The page of the section that the finding rests on. */
  readonly href?: string;
  /** Lines that the message names, such as that of the group in which a rule is lost. */
  readonly related: readonly { readonly range: Range; readonly message: string }[];
}

export function diagnosticsOf(document: EditorDocument): readonly Diagnostic[] {
  const { severity: chosen } = document.settings;
  const all = [...document.findings.map((finding) => ofFinding(document, finding)), ...failures(document)];
  return all.flatMap((one) => {
    const severity = Object.hasOwn(chosen, one.code) ? chosen[one.code]! : one.severity;
    return severity === "off" ? [] : [{ ...one, severity }];
  });
}

function ofFinding(document: EditorDocument, finding: Finding): Diagnostic {
  const { severity, code, message, explanation, section } = finding;
  const href = sectionPage(section);
  return {
    range: rangeOfFinding(finding),
    severity,
    code,
    message: `${message}\n${explanation} (${section})`,
    ...(href && { href }),
    related: relatedTo(document, message),
  };
}

/** A message names few lines; a file can make it long. */
const MAX_RELATED = 3;

const relatedTo = (document: EditorDocument, message: string): Diagnostic["related"] =>
  [...message.matchAll(/\bline (\d+)\b/g)].slice(0, MAX_RELATED).flatMap(([, number]) => {
    const line = Number(number) - 1;
    return line < document.source.lines.length
      ? [{ range: document.lineRange(line), message: document.lineText(line).trim() }]
      : [];
  });

/** Sections name an RFC, or a page by its address without the scheme. */
function sectionPage(section: string): string | undefined {
  const [, rfc, part] = /^RFC (\d+)(?: §([\d.]+))?/.exec(section) ?? [];
  if (rfc !== undefined)
    return `https://www.rfc-editor.org/rfc/rfc${rfc}${part === undefined ? "" : `#section-${part}`}`;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+\/\S*$/.test(section) ? `https://${section}` : undefined;
}

const failures = (document: EditorDocument): readonly Diagnostic[] =>
  checkedAssertions(document)
    .filter(({ passed }) => !passed)
    .map((one) => {
      const common = { range: rangeOfFinding(one), severity: "error", related: [] } as const;
      if (one.problem !== undefined) return { ...common, code: "malformed-assertion", message: one.problem };
      const { explanation, expected, agent, url } = one;
      const line = explanation?.rule?.line;
      const related = line === undefined ? [] : relatedTo(document, `line ${line}`);
      const message = `${agent} ${url}: expected ${expected}; got ${explanationText(explanation!, one)}`;
      return { ...common, code: "failed-assertion", message, related };
    });
