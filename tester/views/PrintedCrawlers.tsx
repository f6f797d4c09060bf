/** The crawlers on paper: three numbers a purpose, and the names of those that may fetch nothing. */
import type { VNode } from "preact";
import { purposeTexts } from "../../bindings/owners/agents/index.ts";
import type { Section } from "../protocol.ts";
import { overview } from "../state/answers.ts";
import { sections, summaryOf } from "./Crawlers.tsx";

/** More names would fill pages. */
const SHOWN_NAMES = 30;

function Purpose({ id }: { id: Section }): VNode {
  const rows = (overview.value?.rows ?? []).filter(({ section }) => section === id);
  const refused = rows.filter(({ access }) => access === "refused").map(({ token }) => token);
  const more = refused.length > SHOWN_NAMES ? ` and ${refused.length - SHOWN_NAMES} more` : "";
  return (
    <tr>
      <th scope="row">{purposeTexts[id].title}</th>
      <td>
        {summaryOf(rows, false)}
        {refused.length === 0 ? null : (
          <p class="small muted">
            Nothing: {refused.slice(0, SHOWN_NAMES).join(", ")}
            {more}
          </p>
        )}
      </td>
    </tr>
  );
}

export const PrintedCrawlers = (): VNode => (
  <section>
    <h2>Crawlers</h2>
    <table class="publish">
      <tbody>
        {(Object.keys(sections) as Section[]).map((id) => (
          <Purpose key={id} id={id} />
        ))}
      </tbody>
    </table>
  </section>
);
