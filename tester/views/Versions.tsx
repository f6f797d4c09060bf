/** Two versions of a file: the URLs on show whose verdict the change turns. */
import type { VNode } from "preact";
import type { Requests } from "../protocol.ts";
import { currentAgent, dialect, file, previous, shownUrls } from "../state.ts";
import { Mark } from "./Mark.tsx";
import { Shown } from "./Shown.tsx";
import { useAnswer } from "./useAnswer.ts";

const question = (): Requests["versions"]["ask"] | undefined =>
  previous.value === "" || currentAgent.value === ""
    ? undefined
    : {
        before: previous.value,
        after: file.value,
        dialect: dialect.value,
        agent: currentAgent.value,
        urls: shownUrls.value,
      };

function Changes(): VNode {
  const { value: changes } = useAnswer("versions", question);
  if (changes === undefined) return <p>Paste the previous version to see which verdicts change.</p>;
  if (changes.length === 0)
    return (
      <p>
        No verdict changes for <Shown text={currentAgent.value} /> on the URLs on show.
      </p>
    );
  return (
    <table>
      <caption>
        Verdicts that change for <Shown text={currentAgent.value} />
      </caption>
      <thead>
        <tr>
          <th scope="col">URL</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ url, before, after }) => (
          <tr key={url}>
            <th scope="row">
              <Shown text={url} />
            </th>
            {[before, after].map(({ allowed, rule }) => (
              <td key={String(allowed)}>
                <Mark allowed={allowed} /> {rule === undefined ? "" : `line ${rule.line}`}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Versions(): VNode {
  return (
    <>
      <div class="controls">
        <button
          type="button"
          onClick={() => {
            previous.value = file.value;
          }}
        >
          Keep this file as the previous version
        </button>
      </div>
      <label class="field">
        Previous version
        <textarea
          rows={8}
          spellcheck={false}
          value={previous.value}
          onInput={({ currentTarget }) => {
            previous.value = currentTarget.value;
          }}
        />
      </label>
      <Changes />
    </>
  );
}
