/** Writes rules against crawlers that the file does not refuse yet, and says what they change before they are inserted. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Requests, UsageView } from "../protocol.ts";
import { text } from "../state/document.ts";
import { copy } from "../state/export.ts";
import { goToLine } from "../state/lines.ts";
import { apply } from "../state/problems.ts";
import { Icon } from "./Icon.tsx";
import { MadeRules } from "./MadeRules.tsx";
import { firstChoice, RulePicker } from "./RulePicker.tsx";
import { useWorker } from "./useWorker.ts";

function Output({ made }: { made: Requests["rules"]["answer"] }): VNode {
  const insert = (): void => {
    apply(made.file, "Inserted the rules");
    goToLine(made.line);
  };
  return (
    <>
      <MadeRules made={made} />
      {made.rules === "" ? null : (
        <div class="tools">
          <button type="button" class="btn main" onClick={insert}>
            Insert at line {made.line}
          </button>
          <button type="button" class="btn" onClick={() => void copy(made.rules, "the rules")}>
            <Icon name="copy" />
            Copy
          </button>
        </div>
      )}
    </>
  );
}

export function RuleWriter({ view: { open, refused } }: { view: UsageView }): VNode {
  const chosen = useSignal<readonly string[]>(firstChoice(open));
  const { value: made } = useWorker("rules", () => ({ file: text.value, tokens: [...chosen.value] }));
  return (
    <section id="block" class="stack" tabIndex={-1}>
      <h3 class="h3">Write rules against crawlers</h3>
      <RulePicker open={open} refused={refused} chosen={chosen} />
      {made === undefined ? null : <Output made={made} />}
      <p class="small muted">
        This keeps out crawlers that obey robots.txt. To stop others, block them at your server or CDN.
      </p>
    </section>
  );
}
