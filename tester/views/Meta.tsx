/** Robots meta tags and X-Robots-Tag: what they add up to for one crawler. */
import type { VNode } from "preact";
import { parseRobotsMeta, parseXRobotsTag, resolveRobots } from "../../bindings/tools/meta/index.ts";
import { currentAgent, currentCell, header, meta } from "../state.ts";
import { Shown } from "./Shown.tsx";

type Policy = ReturnType<typeof resolveRobots>;

const QUESTIONS: readonly (readonly [keyof Policy & string, string])[] = [
  ["index", "May be shown in results"],
  ["follow", "Its links may be followed"],
  ["snippet", "Text of it may be shown"],
  ["archive", "A cached copy may be offered"],
  ["translate", "A translation may be offered"],
  ["imageIndex", "Its images may be indexed"],
];

const LIMITS: readonly (readonly [keyof Policy & string, string])[] = [
  ["maxSnippet", "Longest snippet, characters"],
  ["maxImagePreview", "Largest image preview"],
  ["maxVideoPreview", "Longest video preview, seconds"],
];

function Answers({ policy }: { policy: Policy }): VNode {
  return (
    <table>
      <caption>
        For <Shown text={currentAgent.value || "every crawler"} />
      </caption>
      <tbody>
        {QUESTIONS.map(([name, question]) => (
          <tr key={name}>
            <th scope="row">{question}</th>
            <td>{policy[name] === true ? "yes" : "no"}</td>
          </tr>
        ))}
        {LIMITS.filter(([name]) => policy[name] !== undefined).map(([name, question]) => (
          <tr key={name}>
            <th scope="row">{question}</th>
            <td>{String(policy[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Warnings({ sources }: { sources: readonly { readonly warnings: readonly { message?: string }[] }[] }): VNode {
  const warnings = sources.flatMap((source) => source.warnings);
  return (
    <ul class="findings">
      {warnings.slice(0, 50).map((warning, index) => (
        <li class="finding warning" key={String(index)}>
          <Shown text={warning.message ?? JSON.stringify(warning)} />
        </li>
      ))}
    </ul>
  );
}

function Input({ label, hint, signal }: { label: string; hint: string; signal: typeof meta }): VNode {
  return (
    <label class="field">
      {label} <small>{hint}</small>
      <textarea
        rows={2}
        spellcheck={false}
        value={signal.value}
        onInput={({ currentTarget }) => {
          signal.value = currentTarget.value;
        }}
      />
    </label>
  );
}

export function Meta(): VNode {
  const tag = parseRobotsMeta(meta.value);
  const tags = parseXRobotsTag(header.value.split("\n").filter((line) => line.trim() !== ""));
  const crawlable = currentCell.value?.allowed ?? true;
  const agent = currentAgent.value === "" ? {} : { agent: currentAgent.value.split(/\s+/) };
  const policy = resolveRobots([...tag.directives, ...tags.directives], { ...agent, crawlable });
  return (
    <>
      <Input label="Robots meta tag" hint="the content attribute" signal={meta} />
      <Input label="X-Robots-Tag" hint="one header a line, without the name" signal={header} />
      {crawlable ? null : <p>The robots.txt refuses the selected URL, so this crawler never sees these directives.</p>}
      <Answers policy={policy} />
      <Warnings sources={[tag, tags]} />
    </>
  );
}
