/** The file: a text area that works at once, and the editor in its place as soon as it has loaded. */

import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import type { Asks, Mark } from "../editor.ts";
import { toolEngine } from "../engine.ts";
import { shownInField } from "../long-text.ts";
import { isVerdict } from "../protocol.ts";
import { findings, overview, shown } from "../state/answers.ts";
import { edit, editedFile, hasFile, outcome, text, waiting } from "../state/document.ts";
import { copy, saveRobots } from "../state/export.ts";
import { editor, goToLine, showWanted } from "../state/lines.ts";
import { startsAtLine } from "../state/link.ts";
import { isRowAsked } from "../state/list.ts";
import { marksOf } from "../state/marks.ts";
import { isPrinting } from "../state/printing.ts";
import { why } from "../state/question.ts";
import { route } from "../state/route.ts";
import { canSave } from "../state/saved.ts";
import { fail } from "../state/status.ts";
import { versions } from "../state/versions.ts";
import { FileButton } from "./FileButton.tsx";
import { Icon } from "./Icon.tsx";
import { visible } from "./Text.tsx";

const marks: ReadonlySignal<readonly Mark[]> = computed(() => {
  const { view } = route.value;
  const asked = view === "urls" || (view === "list" && isRowAsked.value) ? why.value : undefined;
  return marksOf(asked, view === "problems" ? findings.value : undefined);
});

const asks: Asks = {
  hover: (position) => toolEngine.ask("hover", { ...editedFile(), position }),
  complete: (position) => toolEngine.ask("complete", { ...editedFile(), position }),
};

async function loadEditor(host: HTMLElement): Promise<() => void> {
  const { createEditor } = await import("../editor.ts");
  const made = createEditor(host, text.value.replace(/\r\n?/g, "\n"), edit, asks);
  editor.value = made;
  const stops = [
    effect(() => made.setText(text.value)),
    effect(() => made.show(shown.value)),
    effect(() => made.showMarks(marks.value)),
    effect(() => {
      const isShown = route.value.view === "urls" || (route.value.view === "list" && isRowAsked.value);
      const line = isVerdict(why.value) && isShown ? why.value.line : undefined;
      if (line !== undefined) made.reveal(line);
    }),
  ];
  const first = startsAtLine();
  if (first !== undefined) goToLine(first);
  showWanted();
  return () => {
    for (const stop of stops) stop();
    editor.value = undefined;
    made.destroy();
  };
}

function useEditor(): { current: HTMLDivElement | null } {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    loadEditor(host.current!).then((one) => {
      stop = one;
    }, fail);
    return () => stop?.();
  }, []);
  return host;
}

/** A long file is shown by the editor alone, which draws only the lines in sight. */
const PlainEditor = (): VNode =>
  text.value !== shownInField(text.value) ? (
    <p class="none muted">The editor is on its way.</p>
  ) : (
    <textarea
      aria-label="robots.txt"
      class="plain"
      spellcheck={false}
      value={text.value}
      onInput={({ currentTarget }) => edit(currentTarget.value)}
    />
  );

/** On paper the lines need their numbers, which the verdicts name. */
const numbered = (file: string): string =>
  file
    .split(/\r\n|\n|\r/)
    .map((line, i) => `${String(i + 1).padStart(4)}  ${visible(line)}`)
    .join("\n");

function savedText(): string {
  if (!canSave.value) return "This browser saves nothing. Use Save.";
  const [before] = versions.value;
  if (text.value !== "" || before === undefined) return "Saved in this browser";
  return `The file before is saved: ${visible(before.label)}`;
}

function Foot(): VNode {
  const bytes = new TextEncoder().encode(text.value).length;
  const lines = text.value === "" ? 0 : text.value.replace(/(?:\r\n|\n|\r)$/, "").split(/\r\n|\n|\r/).length;
  return (
    <p class="foot small muted">
      <span>
        {pluralise(lines, "line")} · {pluralise(bytes, "byte")}
      </span>
      {hasFile.value && overview.value !== undefined ? <span>{pluralise(overview.value.groups, "group")}</span> : null}
      {overview.value?.truncated ? <span class="v-refused">Lines after 512,000 bytes do not count</span> : null}
      <span>{savedText()}</span>
    </p>
  );
}

function NoFile(): VNode | null {
  if (waiting.value !== undefined) return <p class="none muted">The file is on its way.</p>;
  if (outcome.value === undefined || outcome.value.decides === "file") return null;
  const says =
    outcome.value.decides === "allow"
      ? "The site serves no robots.txt."
      : "No file arrived, so no line decides anything.";
  return <p class="none muted">{says} Type here to write one.</p>;
}

export function FilePane(): VNode {
  const host = useEditor();
  return (
    <section class={`card file ${hasFile.value ? "" : "short"}`} aria-labelledby="file-title">
      <div class="bar-t">
        <h2 id="file-title">robots.txt</h2>
        <FileButton title="Open…" accept=".txt,text/plain" />
        {hasFile.value ? (
          <>
            <button type="button" class="btn quiet" onClick={() => void copy(text.value, "the file")}>
              <Icon name="copy" />
              Copy
            </button>
            <button type="button" class="btn" onClick={saveRobots}>
              <Icon name="save" />
              Save
            </button>
          </>
        ) : null}
      </div>
      <NoFile />
      <div class="editor">
        {editor.value === undefined ? <PlainEditor /> : null}
        <div ref={host} class="host" hidden={editor.value === undefined} />
      </div>
      {isPrinting.value ? <pre class="print-only">{numbered(text.value)}</pre> : null}
      <Foot />
    </section>
  );
}
