/** The writer of rules on its own, as other pages embed it: choose crawlers, copy the rules. */

import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import type { GeneratedRules } from "../protocol.ts";
import { toFragment } from "../share.ts";
import { copyText } from "../state/clipboard.ts";
import { openCrawlers } from "../work/open-crawlers.ts";
import { rulesAgainst } from "../work/rules.ts";
import { bound } from "./bound.ts";
import { Icon } from "./Icon.tsx";
import { MadeRules } from "./MadeRules.tsx";
import { firstChoice, RulePicker } from "./RulePicker.tsx";

const OwnFile = ({ file }: { file: Signal<string> }): VNode => (
  <details>
    <summary>I have a robots.txt already</summary>
    <label class="field">
      <span class="small muted">
        Paste it: crawlers that it refuses are left out, and the rules are checked against it. It stays in this browser.
      </span>
      <textarea rows={6} spellcheck={false} {...bound(file)} />
    </label>
  </details>
);

/** The address of the tester that opens the file. */
function useTesterLink(file: string, testerUrl: string): string {
  const link = useSignal(testerUrl);
  useEffect(() => {
    let isCurrent = true;
    toFragment({ file }).then((fragment) => {
      if (isCurrent) link.value = testerUrl + fragment;
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return link.value;
}

function TakeAway({ made, testerUrl }: { made: GeneratedRules; testerUrl: string }): VNode {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    said.value = (await copyText(made.rules)) ? "Copied." : "This browser does not let the page copy.";
  };
  return (
    <div class="tools">
      <button type="button" class="btn main" onClick={() => void copy()}>
        <Icon name="copy" />
        Copy the rules
      </button>
      <a class="btn" href={useTesterLink(made.file, testerUrl)}>
        Open the whole file in the tester
      </a>
      <span class="small muted" role="status">
        {said.value}
      </span>
    </div>
  );
}

/** @param testerUrl the tester's address, to which a link carries the new file */
export function BlockCrawlers({ testerUrl }: { testerUrl: string }): VNode {
  const file = useSignal("");
  const found = useComputed(() => openCrawlers(file.value));
  const chosen = useSignal(firstChoice(found.value.open));
  const made = useComputed(() => rulesAgainst({ file: file.value, tokens: chosen.value }));
  return (
    <section class="stack" aria-label="Write rules against crawlers">
      <RulePicker {...found.value} chosen={chosen} />
      <OwnFile file={file} />
      {made.value.rules === "" ? (
        <>
          <MadeRules made={made.value} />
          {made.value.problem === undefined ? <p class="small muted">Choose a crawler to see its rules.</p> : null}
        </>
      ) : (
        <>
          <p class="small">
            Add these lines at {made.value.line === 1 ? "the top" : `line ${made.value.line}`} of your robots.txt, with
            an empty line after them. They refuse {pluralise(chosen.value.length, "crawler")}.
          </p>
          <MadeRules made={made.value} />
          <TakeAway made={made.value} testerUrl={testerUrl} />
        </>
      )}
    </section>
  );
}
