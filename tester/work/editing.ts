/** What the editor shows of the file: the features that other editors have. */
import {
  completionsAt,
  defaultSettings,
  diagnosticsOf,
  EditorDocument,
  hoverAt,
  quickFixesIn,
} from "../../bindings/owners/editor/internal.ts";
import { KnownGroups } from "../../bindings/owners/lint/internal.ts";
import type { EditedFile, Requests } from "../protocol.ts";

const known = new KnownGroups();
let last: EditorDocument | undefined;

/** A version is read once for all that is asked of it. */
function documentOf({ file, url }: EditedFile): EditorDocument {
  if (last?.text !== file || last.settings.url !== url)
    last = new EditorDocument(file, { ...defaultSettings, ...(url !== undefined && { url }) }, known);
  return last;
}

type Answers = {
  readonly [N in "lint" | "shown" | "hover" | "complete"]: (ask: Requests[N]["ask"]) => Requests[N]["answer"];
};

export const editing: Answers = {
  lint: (ask) => documentOf(ask).findings,
  shown(ask) {
    const document = documentOf(ask);
    const all = { start: { line: 0, character: 0 }, end: { line: document.source.lines.length, character: 0 } };
    return { diagnostics: diagnosticsOf(document), fixes: quickFixesIn(document, all) };
  },
  hover: (ask) => hoverAt(documentOf(ask), ask.position),
  complete: (ask) => completionsAt(documentOf(ask), ask.position),
};
