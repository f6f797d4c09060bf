/**
 * The editor, CodeMirror 6, in a chunk of its own: the page works with a plain text area until it has loaded. It lives in
 * a shadow root, where its styles are constructed sheets, which a strict Content-Security-Policy permits.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Action, type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Finding } from "../bindings/tools/lint/index.ts";
import { robotsLanguage } from "./robots-language.ts";

/** A line of the file and the verdict that it decided. */
export interface DecidingLine {
  readonly line: number;
  readonly allowed: boolean;
}

export interface Editor {
  /** Replaces the text, unless it is the same already. */
  setText(text: string): void;
  showFindings(findings: readonly Finding[]): void;
  showDecidingLine(deciding: DecidingLine | undefined): void;
  /** Puts the cursor on a line and scrolls to it. */
  goTo(line: number): void;
  /** Replaces the span of a finding by its fix or its repair. */
  applyFix(finding: Finding): void;
  destroy(): void;
}

const setDecidingLine = StateEffect.define<DecidingLine | undefined>();

const decorationFor = (allowed: boolean): Decoration =>
  Decoration.line({ class: allowed ? "cm-deciding cm-allowed" : "cm-deciding cm-refused" });

function decorate(doc: Text, deciding: DecidingLine | undefined): DecorationSet {
  if (deciding === undefined || deciding.line > doc.lines) return Decoration.none;
  return Decoration.set(decorationFor(deciding.allowed).range(doc.line(deciding.line).from));
}

const decidingLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { effects, changes, state }) {
    const set = effects.findLast((effect) => effect.is(setDecidingLine));
    return set === undefined ? current.map(changes) : decorate(state.doc, set.value);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--agent)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--agent)" },
  { tag: tags.keyword, color: "var(--key)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: tags.operator, color: "var(--wildcard)", fontWeight: "700" },
  { tag: tags.string, color: "var(--text)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", backgroundColor: "var(--panel)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-deciding": { borderInlineStart: "4px solid transparent", paddingInlineStart: "2px" },
  ".cm-allowed": { backgroundColor: "var(--allowed-soft)", borderInlineStartColor: "var(--allowed)" },
  ".cm-refused": { backgroundColor: "var(--refused-soft)", borderInlineStartColor: "var(--refused)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--border)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "2px 8px" },
});

const severities = { error: "error", warning: "warning", info: "info" } as const;

/** The span of a finding, kept inside the document: findings may be older than the text. */
function spanOf(doc: Text, { line, column, endColumn }: Finding): { from: number; to: number } {
  const { from, to } = doc.line(Math.min(line, doc.lines));
  const at = (wanted: number): number => Math.min(from + wanted - 1, to);
  return { from: at(column), to: at(Math.max(endColumn, column)) };
}

const replace = (fix: string) => (view: EditorView, from: number, to: number) =>
  view.dispatch({ changes: { from, to, insert: fix } });

function diagnosticOf(doc: Text, finding: Finding): Diagnostic {
  const { severity, message, code, fix } = finding;
  const actions: Action[] = fix === undefined ? [] : [{ name: fix === "" ? "Remove" : "Fix", apply: replace(fix) }];
  return { ...spanOf(doc, finding), severity: severities[severity], message, source: code, actions };
}

export function createEditor(host: HTMLElement, text: string, onChange: (text: string) => void): Editor {
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightSpecialChars(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        robotsLanguage,
        syntaxHighlighting(colours),
        lintGutter(),
        decidingLine,
        theme,
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "robots.txt", spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return editorOf(view);
}

const editorOf = (view: EditorView): Editor => ({
  setText(text) {
    if (text === view.state.doc.toString()) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  },
  showFindings(findings) {
    const { doc } = view.state;
    view.dispatch(
      setDiagnostics(
        view.state,
        findings.map((finding) => diagnosticOf(doc, finding)),
      ),
    );
  },
  showDecidingLine(deciding) {
    view.dispatch({ effects: setDecidingLine.of(deciding) });
  },
  goTo(line) {
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    view.focus();
  },
  applyFix(finding) {
    const { from, to } = spanOf(view.state.doc, finding);
    replace(finding.fix ?? finding.repair ?? "")(view, from, to);
    view.focus();
  },
  destroy: () => view.destroy(),
});
