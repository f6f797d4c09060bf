/** Who asks for what: agents, URLs, and the dialect. */
import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { knownAgents, purposes } from "../../bindings/agents/index.ts";
import type { DialectName } from "../../bindings/index.ts";
import { agentText, dialect, dialectNames, urlText, verdicts } from "../state.ts";

interface FieldProps {
  readonly label: string;
  readonly hint: string;
  readonly signal: Signal<string>;
  readonly rows: number;
}

function Field({ label, hint, signal, rows }: FieldProps): VNode {
  return (
    <label class="field">
      {label} <small>{hint}</small>
      <textarea
        rows={rows}
        spellcheck={false}
        autocapitalize="off"
        value={signal.value}
        onInput={({ currentTarget }) => {
          signal.value = currentTarget.value;
        }}
      />
    </label>
  );
}

function DialectChoice(): VNode {
  return (
    <label>
      Dialect{" "}
      <select
        value={dialect.value}
        onChange={({ currentTarget }) => {
          dialect.value = currentTarget.value as DialectName;
        }}
      >
        {dialectNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function AgentErrors(): VNode {
  const errors = (verdicts.value?.agents ?? []).filter(({ error }) => error !== undefined);
  return (
    <div aria-live="polite">
      {errors.map(({ agent, error }) => (
        <p class="error" key={agent}>
          {error}
        </p>
      ))}
    </div>
  );
}

/** The agents of a purpose, each with its fallbacks, as they are typed into the field. */
const agentsFor = (purpose: string): string =>
  knownAgents
    .filter((agent) => agent.purpose === purpose)
    .map(({ token, fallback }) => [token, ...fallback].join(" "))
    .join(", ");

function KnownAgents(): VNode {
  return (
    <label>
      Known crawlers{" "}
      <select
        value=""
        onChange={({ currentTarget }) => {
          agentText.value = agentsFor(currentTarget.value);
          currentTarget.value = "";
        }}
      >
        <option value="">choose a purpose</option>
        {Object.entries(purposes).map(([purpose, meaning]) => (
          <option key={purpose} value={purpose} title={meaning}>
            {purpose}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Questions(): VNode {
  return (
    <section class="questions" aria-label="Agents and URLs">
      <div class="controls">
        <DialectChoice />
        <KnownAgents />
      </div>
      <Field
        label="Agents"
        hint="product tokens, separated by commas; fallbacks after a space"
        signal={agentText}
        rows={2}
      />
      <AgentErrors />
      <Field label="URLs" hint="one a line: absolute, or a path" signal={urlText} rows={5} />
    </section>
  );
}
