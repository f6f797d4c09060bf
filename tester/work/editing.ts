/** What the editor shows of the file: the features that other editors have. */
import {
  completionsAt,
  defaultSettings,
  diagnosticsOf,
  EditorDocument,
  hoverAt,
  KnownGroups,
  quickFixesIn,
} from "../../bindings/owners/editor/internal.ts";
import { lint } from "../../bindings/owners/lint/index.ts";
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
  lint: ({ response, ...ask }) =>
    response === undefined
      ? documentOf(ask).findings
      : lint(ask.file, { response, ...(ask.url !== undefined && { url: ask.url }) }),
  shown(ask) {
    const document = documentOf(ask);
    const all = { start: { line: 0, character: 0 }, end: { line: document.source.lines.length, character: 0 } };
    return { diagnostics: diagnosticsOf(document), fixes: quickFixesIn(document, all) };
  },
  hover: (ask) => hoverAt(documentOf(ask), ask.position),
  complete: (ask) => completionsAt(documentOf(ask), ask.position),
};
