/** What the linter found, with the fixes: the same as in the editor's gutter, for keyboards and screen readers too. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Finding, VerdictChange } from "../../bindings/tools/lint/index.ts";
import { toolEngine } from "../engine.ts";
import { editor, replaceSpan } from "../file.ts";
import { dialect, fail, file, findings, status } from "../state.ts";
import { Shown, visible } from "./Shown.tsx";

function apply(finding: Finding): void {
  if (editor.value === undefined) file.value = replaceSpan(file.value, finding);
  else editor.value.applyFix(finding);
  status.value = `${finding.fix === undefined ? "Repaired" : "Fixed"} ${finding.code} on line ${finding.line}`;
}

/** Unless the file has changed in the meantime. */
async function fixAll(): Promise<void> {
  const before = file.value;
  const fixed = await toolEngine.ask("fix", { file: before, dialect: dialect.value });
  if (file.value === before) file.value = fixed;
  status.value = "Applied all fixes; no verdict has changed";
}

const changeText = ({ agent, path, allowed, dialects }: VerdictChange): string =>
  `${agent} may ${allowed ? "now" : "no longer"} fetch ${path} (${dialects.join(", ")})`;

function Replace({ finding, text }: { finding: Finding; text: string }): VNode {
  return (
    <button type="button" onClick={() => apply(finding)}>
      {text === "" ? "Remove" : "Replace by "}
      {text === "" ? null : <Shown text={text} />}
    </button>
  );
}

/** A repair names the verdicts that it changes before it can be applied. */
function Repair({ finding, text }: { finding: Finding; text: string }): VNode {
  const named = useSignal<{ readonly file: string; readonly changes: readonly VerdictChange[] } | undefined>(undefined);
  const name = async (): Promise<void> => {
    const [before, after] = [file.value, replaceSpan(file.value, finding)];
    const changes = await toolEngine.ask("changes", { before, after, dialect: dialect.value });
    named.value = { file: before, changes };
  };
  if (named.value?.file !== file.value)
    return (
      <button type="button" onClick={() => name().catch(fail)}>
        Repair: <Shown text={text} />
      </button>
    );
  const { changes } = named.value;
  return (
    <>
      <p>{changes.length === 0 ? "No changed verdict was found." : "This changes verdicts:"}</p>
      <ul>
        {changes.slice(0, 20).map((change) => (
          <li key={changeText(change)}>
            <bdi>{visible(changeText(change))}</bdi>
          </li>
        ))}
      </ul>
      {changes.length > 20 ? <p>… and {changes.length - 20} more</p> : null}
      <Replace finding={finding} text={text} />
    </>
  );
}

function Item({ finding }: { finding: Finding }): VNode {
  const { severity, code, line, message, explanation, section, fix, repair } = finding;
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
      {fix === undefined ? null : <Replace finding={finding} text={fix} />}
      {repair === undefined ? null : <Repair finding={finding} text={repair} />}
    </li>
  );
}

export function Findings(): VNode {
  if (findings.value.length === 0) return <p>No findings: the file does what it says.</p>;
  const fixes = findings.value.filter(({ fix }) => fix !== undefined).length;
  return (
    <>
      {fixes === 0 ? null : (
        <button type="button" onClick={() => fixAll().catch(fail)}>
          Fix all {fixes}
        </button>
      )}
      <ul class="findings">
        {findings.value.slice(0, 200).map((finding) => (
          <Item key={`${finding.line}:${finding.column}:${finding.code}`} finding={finding} />
        ))}
      </ul>
    </>
  );
}
