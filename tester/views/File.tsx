/** The file: a text area that works at once, and the editor in its place as soon as it has loaded. */
import { effect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { editor } from "../file.ts";
import { currentCell, fail, file, findings, status } from "../state.ts";

/** Files beyond this are not robots.txt files, and would freeze the page. */
const MAX_FILE_BYTES = 16 * 2 ** 20;

async function readFile(files: FileList | null | undefined): Promise<void> {
  const one = files?.[0];
  if (one === undefined) return;
  if (one.size > MAX_FILE_BYTES) return fail(new Error(`${one.name} is larger than ${MAX_FILE_BYTES} bytes`));
  file.value = await one.text();
  status.value = `Opened ${one.name}`;
}

async function loadEditor(host: HTMLElement): Promise<() => void> {
  const { createEditor } = await import("../editor.ts");
  const made = createEditor(host, file.value, (text) => {
    file.value = text;
  });
  editor.value = made;
  const stops = [
    effect(() => made.setText(file.value)),
    effect(() => made.showFindings(findings.value)),
    effect(() => {
      const cell = currentCell.value;
      made.showDecidingLine(cell?.rule === undefined ? undefined : { line: cell.rule.line, allowed: cell.allowed });
    }),
  ];
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

function OpenButton(): VNode {
  return (
    <label class="button">
      Open a file
      <input
        type="file"
        class="hidden"
        accept=".txt,text/plain"
        onChange={({ currentTarget }) => void readFile(currentTarget.files)}
      />
    </label>
  );
}

function PlainEditor(): VNode {
  return (
    <textarea
      aria-label="robots.txt"
      class="plain"
      spellcheck={false}
      value={file.value}
      onInput={({ currentTarget }) => {
        file.value = currentTarget.value;
      }}
    />
  );
}

export function File(): VNode {
  const host = useEditor();
  return (
    <section
      class="file"
      aria-labelledby="file-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void readFile(event.dataTransfer?.files);
      }}
    >
      <div class="title">
        <h2 id="file-title">robots.txt</h2>
        <OpenButton />
      </div>
      <div class="editor">
        {editor.value === undefined ? <PlainEditor /> : null}
        <div ref={host} class="host" hidden={editor.value === undefined} />
      </div>
    </section>
  );
}
