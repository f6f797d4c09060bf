/**
 * The editor, CodeMirror 6, in a chunk of its own: the page works with a plain text area until it has loaded. It lives in
 * a shadow root, where its styles are constructed sheets, which a strict Content-Security-Policy permits.
 */
import { autocompletion, type Completion as Option } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension, type Text, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type {
  Completion,
  Diagnostic as Found,
  Hover,
  Position,
  QuickFix,
  Range,
} from "../bindings/owners/editor/internal.ts";
import { flashField, type Mark, marksField, marksTheme, setFlash, setMarks } from "./editor-marks.ts";
import { partsOf } from "./markdown.ts";
import type { Shown } from "./protocol.ts";
import { robotsLanguage } from "./robots-language.ts";
import { visible } from "./views/Text.tsx";

export type { Mark } from "./editor-marks.ts";

export interface Editor {
  /** Replaces the text by one step of undo, unless it is the same already. Only what differs is replaced. */
  setText(text: string): void;
  show(shown: Shown | undefined): void;
  showMarks(marks: readonly Mark[]): void;
  /** Scrolls to a line without moving the focus. */
  reveal(line: number): void;
  /** Puts the cursor on a line, scrolls to it, and shows it once. */
  goTo(line: number): void;
  focus(): void;
  destroy(): void;
}

/** What the editor asks about a place in the text. */
export interface Asks {
  hover(position: Position): Promise<Hover | undefined>;
  complete(position: Position): Promise<readonly Completion[]>;
}

/** How long a line that was asked for stands out. */
const FLASH_MS = 1500;

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--ignores)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--text)" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.operator, color: "var(--refused)", fontWeight: "700" },
  { tag: tags.string, color: "var(--text)" },
]);

/** The sign of a warning beside a line; its colour is the theme's. */
const TRIANGLE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' stroke-width='2.2' stroke-linejoin='round' stroke-linecap='round'%3E%3Cpath d='M12 4l9 16H3zM12 10v4M12 17v.5'/%3E%3C/svg%3E";

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", backgroundColor: "var(--panel)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.625" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-hover": { maxWidth: "36rem", padding: "2px 10px", fontFamily: "system-ui, sans-serif" },
  ".cm-hover p": { margin: "6px 0" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--raised) !important" },
  ".cm-lint-marker": {
    content: "normal",
    backgroundColor: "var(--warn)",
    mask: `url("${TRIANGLE}") center / contain no-repeat`,
    forcedColorAdjust: "none",
  },
  ".cm-lint-marker-error": { backgroundColor: "var(--refused)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "2px 8px" },
});

/** The span of a range, kept inside the document: an answer may be older than the text. */
function spanOf(doc: Text, { start, end }: Range): { from: number; to: number } {
  const { from, to } = doc.line(Math.min(start.line + 1, doc.lines));
  const at = (character: number): number => Math.min(from + character, to);
  return { from: at(start.character), to: at(Math.max(end.character, start.character)) };
}

function diagnosticOf(doc: Text, one: Found, fixes: readonly QuickFix[]): Diagnostic {
  const { range, severity, message, code: source } = one;
  const own = fixes.filter(
    ({ finding, edit }) => finding.code === source && isSamePlace(edit.range.start, range.start),
  );
  const actions = own.map(({ title, edit }) => ({
    name: title,
    apply: (view: EditorView, from: number, to: number) =>
      view.dispatch({ changes: { from, to, insert: edit.newText } }),
  }));
  return { ...spanOf(doc, range), severity, message, source, actions };
}

const isSamePlace = (a: Position, b: Position): boolean => a.line === b.line && a.character === b.character;

function positionIn(doc: Text, at: number): Position {
  const { number, from } = doc.lineAt(at);
  return { line: number - 1, character: at - from };
}

const hovers = ({ hover }: Asks): Extension =>
  hoverTooltip(async ({ state: { doc } }, at) => {
    const found = await hover(positionIn(doc, at));
    if (found === undefined) return null;
    const { from, to } = spanOf(doc, found.range);
    return { pos: from, end: to, create: () => ({ dom: proseOf(found.markdown) }) };
  });

function proseOf(markdown: string): HTMLElement {
  const prose = document.createElement("div");
  prose.className = "cm-hover";
  for (const parts of partsOf(markdown)) {
    const paragraph = prose.appendChild(document.createElement("p"));
    for (const [tag, text] of parts) paragraph.appendChild(document.createElement(tag)).textContent = visible(text);
  }
  return prose;
}

const completions = ({ complete }: Asks): Extension =>
  autocompletion({
    icons: false,
    override: [
      async ({ state: { doc }, pos }) => {
        const found = await complete(positionIn(doc, pos));
        if (found[0] === undefined) return null;
        return { from: spanOf(doc, found[0].range).from, options: found.map((one) => optionOf(doc, one)) };
      },
    ],
  });

const optionOf = (doc: Text, { label, detail, sortText, newText, range }: Completion): Option => ({
  label,
  detail,
  sortText,
  apply(view) {
    const { from, to } = spanOf(doc, range);
    view.dispatch({ changes: { from, to, insert: newText }, selection: { anchor: from + newText.length } });
  },
});

const extensions = (onChange: (text: string) => void, asks: Asks): Extension[] => [
  lineNumbers(),
  history(),
  drawSelection(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  robotsLanguage,
  syntaxHighlighting(colours),
  // A note is nothing to mend: its dotted line is enough.
  lintGutter({ markerFilter: (found) => found.filter(({ severity }) => severity !== "info") }),
  hovers(asks),
  completions(asks),
  marksField,
  flashField,
  theme,
  marksTheme,
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
  EditorView.contentAttributes.of({ "aria-label": "robots.txt", spellcheck: "false", tabindex: "0" }),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.every((one) => one.annotation(Transaction.remote))) onChange(state.doc.toString());
  }),
];

export function createEditor(host: HTMLElement, text: string, onChange: (text: string) => void, asks: Asks): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const state = EditorState.create({ doc: text, extensions: extensions(onChange, asks) });
  return editorOf(new EditorView({ parent: root, root, state }));
}

/** The smallest span that differs. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function goTo(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from, number } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  view.dispatch({
    selection: { anchor: from },
    effects: [EditorView.scrollIntoView(from, { y: "center" }), setFlash.of(number)],
  });
  view.focus();
  setTimeout(() => view.dispatch({ effects: setFlash.of(undefined) }), FLASH_MS);
}

const editorOf = (view: EditorView): Editor => ({
  setText(text) {
    const before = view.state.doc.toString();
    // The document has LF alone: a file with CRLF is not edited by showing it.
    const after = text.replace(/\r\n?/g, "\n");
    if (after === before) return;
    const annotations = [isolateHistory.of("full"), Transaction.remote.of(true)];
    view.dispatch({ changes: changeBetween(before, after), annotations });
  },
  show({ diagnostics, fixes } = { diagnostics: [], fixes: [] }) {
    const { state } = view;
    const shown = diagnostics.map((one) => diagnosticOf(state.doc, one, fixes));
    view.dispatch(setDiagnostics(state, shown));
  },
  showMarks: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
  reveal(line) {
    const { doc } = view.state;
    if (line > doc.lines) return;
    view.dispatch({ effects: EditorView.scrollIntoView(doc.line(line).from, { y: "center" }) });
  },
  goTo: (line) => goTo(view, line),
  focus: () => view.focus(),
  destroy: () => view.destroy(),
});
