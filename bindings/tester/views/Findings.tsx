/** What the linter found, with the fixes: the same as in the editor's gutter, for keyboards and screen readers too. */
import type { VNode } from "preact";
import type { Finding } from "../../tools/lint/index.ts";
import { editor, replaceSpan } from "../file.ts";
import { file, findings, status } from "../state.ts";
import { Shown, visible } from "./Shown.tsx";

function fix(finding: Finding): void {
  if (editor.value === undefined) file.value = replaceSpan(file.value, finding);
  else editor.value.applyFix(finding);
  status.value = `Fixed ${finding.code} on line ${finding.line}`;
}

function Item({ finding }: { finding: Finding }): VNode {
  const { severity, code, line, message, explanation, section } = finding;
  return (
    <li class={`finding ${severity}`}>
      <p>
        <strong>{severity}</strong>{" "}
        <button type="button" class="link" onClick={() => editor.value?.goTo(line)}>
          line {line}
        </button>{" "}
        <code>{code}</code>
      </p>
      <p>
        <bdi>{visible(message)}</bdi>
      </p>
      <p class="quiet">
        {explanation} ({section})
      </p>
      {finding.fix === undefined ? null : (
        <button type="button" onClick={() => fix(finding)}>
          {finding.fix === "" ? "Remove" : "Replace by "}
          {finding.fix === "" ? null : <Shown text={finding.fix} />}
        </button>
      )}
    </li>
  );
}

export function Findings(): VNode {
  if (findings.value.length === 0) return <p>No findings: the file does what it says.</p>;
  return (
    <ul class="findings">
      {findings.value.slice(0, 200).map((finding) => (
        <Item key={`${finding.line}:${finding.column}:${finding.code}`} finding={finding} />
      ))}
    </ul>
  );
}
