/** The dialects side by side, for the URLs on show on which they differ. */
import type { VNode } from "preact";
import type { Requests } from "../protocol.ts";
import { currentAgent, dialectNames, file, shownUrls } from "../state.ts";
import { Mark } from "./Mark.tsx";
import { Shown } from "./Shown.tsx";
import { useAnswer } from "./useAnswer.ts";

const question = (): Requests["dialects"]["ask"] | undefined =>
  currentAgent.value === "" ? undefined : { file: file.value, agent: currentAgent.value, urls: shownUrls.value };

export function Dialects(): VNode {
  const { value: differences } = useAnswer("dialects", question);
  if (differences === undefined) return <p>Comparing…</p>;
  const count = shownUrls.value.length;
  if (differences.length === 0)
    return (
      <p>
        All dialects agree on the {count} {count === 1 ? "URL" : "URLs"} on show for <Shown text={currentAgent.value} />
        .
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label="Verdicts by dialect">
      <table>
        <caption>
          Dialects differ for <Shown text={currentAgent.value} />
        </caption>
        <thead>
          <tr>
            <th scope="col">URL</th>
            {dialectNames.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
            <th scope="col">Because of</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ url, verdicts, disagreements }) => (
            <tr key={url}>
              <th scope="row">
                <Shown text={url} />
              </th>
              {dialectNames.map((name) => (
                <td key={name}>{verdicts[name] === undefined ? "" : <Mark allowed={verdicts[name].allowed} />}</td>
              ))}
              <td>
                {[...new Set(disagreements.flatMap(({ columns }) => columns))].join(", ") ||
                  "several differences together"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
