/** Why a verdict is what it is: the group that was chosen, the rules that matched, and the one that won. */
import type { VNode } from "preact";
import type { Requests } from "../protocol.ts";
import { currentAgent, currentCell, currentRow, dialect, file } from "../state.ts";
import { Mark } from "./Mark.tsx";
import { Shown } from "./Shown.tsx";
import { useAnswer } from "./useAnswer.ts";

type Trace = Requests["trace"]["answer"];

const question = (): Requests["trace"]["ask"] | undefined => {
  const url = currentRow.value?.url;
  const agent = currentAgent.value;
  if (url === undefined || agent === "" || currentCell.value === undefined) return undefined;
  return { file: file.value, dialect: dialect.value, agent, url };
};

const REASONS: Record<string, string> = {
  rule: "A rule of the group matches the path.",
  "no-match": "The group has no rule that matches the path, so it is allowed.",
  "no-group": "No group applies to the agent, not even *, so everything is allowed.",
  "robots-txt": "The URL is the robots.txt itself, which is always allowed (RFC 9309 §2.2.2).",
  "not-a-url": "This is neither an absolute URL nor a path.",
};

const CHOSEN: Record<Trace["chosenBy"], string> = {
  named: "named by a user-agent line",
  star: "no group names the agent, so the groups for * apply",
  none: "no group applies",
};

function Agents({ tried, chosenBy }: Trace): VNode {
  return (
    <li>
      <h3>Agent</h3>
      <p>
        {tried.map(({ agent, named }) => (
          <span key={agent}>
            <Shown text={agent} /> {named ? "has a group" : "has no group"}
            {". "}
          </span>
        ))}
      </p>
      <p>Result: {CHOSEN[chosenBy]}.</p>
    </li>
  );
}

function Groups({ groups }: Trace): VNode {
  return (
    <li>
      <h3>{groups.length > 1 ? `${groups.length} groups, obeyed as one` : "Group"}</h3>
      <ul>
        {groups.map(({ line, agents, rules }) => (
          <li key={line}>
            line {line}: <Shown text={agents.join(", ")} />, {rules} {rules === 1 ? "rule" : "rules"}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Bars compare lengths: the longest pattern wins in most dialects. */
function Candidates({ candidates, paths }: Trace): VNode {
  const longest = Math.max(1, ...candidates.map(({ canonical }) => canonical.length));
  return (
    <li>
      <h3>Rules that match</h3>
      <p>
        Path compared: <Shown text={paths[0] ?? ""} />
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Rule</th>
            <th scope="col">Line</th>
            <th scope="col">Length</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map(({ rank, directive, pattern, canonical, line }, index) => (
            <tr key={rank} class={index === 0 ? "winner" : ""}>
              <td>{index === 0 ? "wins" : index + 1}</td>
              <td>
                {directive === "allow" ? "Allow: " : "Disallow: "}
                <Shown text={pattern} />
              </td>
              <td>{line}</td>
              <td>
                <span class="bar" style={{ inlineSize: `${(canonical.length / longest) * 6}rem` }} />
                {canonical.length}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  );
}

export function Why(): VNode {
  const { value: traced } = useAnswer("trace", question);
  const row = currentRow.value;
  if (row === undefined || traced === undefined) return <p>Enter a URL and an agent, then select a verdict.</p>;
  return (
    <>
      <p>
        <Shown text={currentAgent.value} /> at <Shown text={row.url} />: <Mark allowed={traced.allowed} />
      </p>
      <p>{REASONS[traced.reason]}</p>
      <ol class="steps">
        <Agents {...traced} />
        {traced.groups.length > 0 ? <Groups {...traced} /> : null}
        {traced.candidates.length > 0 ? <Candidates {...traced} /> : null}
      </ol>
    </>
  );
}
