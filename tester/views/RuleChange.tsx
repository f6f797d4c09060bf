/** A change of rules for chosen crawlers, with what it changes before it is made. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { toolEngine } from "../engine.ts";
import type { EditEffect, GeneratedRules } from "../protocol.ts";
import { text } from "../state/document.ts";
import { goToLine } from "../state/lines.ts";
import { apply, shiftsOf } from "../state/problems.ts";
import { fail } from "../state/status.ts";
import { MadeRules } from "./MadeRules.tsx";
import { Shifts } from "./Shifts.tsx";

interface ChangeProps {
  readonly tokens: readonly string[];
  readonly allow?: boolean;
  /** What the button says, and the message afterwards. */
  readonly title: string;
  readonly did: string;
  readonly onDone: () => void;
  readonly children?: ComponentChildren;
}

interface Preview {
  readonly of: string;
  readonly made: GeneratedRules;
  readonly effect: EditEffect;
}

export function RuleChange({ tokens, allow = false, title, did, onDone, children }: ChangeProps): VNode {
  const preview = useSignal<Preview | undefined>(undefined);
  const file = text.value;
  useEffect(() => {
    const look = async (): Promise<void> => {
      const made = await toolEngine.ask("rules", { file, tokens, allow });
      const effect = await shiftsOf(file, made.file);
      preview.value = { of: file, made, effect };
    };
    look().catch(fail);
  }, [file, tokens.join()]);
  const found = preview.value?.of === file ? preview.value : undefined;
  if (found === undefined) return <p class="small muted">Looking at what this changes…</p>;
  const insert = (): void => {
    apply(found.made.file, did);
    if (found.made.rules !== "") goToLine(found.made.line);
    onDone();
  };
  return (
    <div class="effect stack">
      {children}
      {found.made.rules === "" && found.made.problem === undefined ? (
        <p class="small">Its own group goes, so it obeys the group for * as all others do.</p>
      ) : (
        <MadeRules made={found.made} />
      )}
      {found.made.problem === undefined ? <Shifts effect={found.effect} now /> : null}
      <div class="tools">
        {found.made.problem === undefined ? (
          <button type="button" class="btn main" onClick={insert}>
            {title}
          </button>
        ) : null}
        <button type="button" class="btn" onClick={onDone}>
          Not now
        </button>
      </div>
    </div>
  );
}
