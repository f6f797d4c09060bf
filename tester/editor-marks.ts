/** What the editor shows beside the text: the group that was obeyed, the rules that competed, and a line that was asked for. */
import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  type StateEffectType,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** A line with a reason below it. */
export interface Mark {
  readonly line: number;
  readonly kind: "group" | "allowed" | "refused" | "loses" | "mistake";
  readonly reason?: string;
}

export const setMarks: StateEffectType<readonly Mark[]> = StateEffect.define<readonly Mark[]>();
export const setFlash: StateEffectType<number | undefined> = StateEffect.define<number | undefined>();

class Reason extends WidgetType {
  readonly #text: string;
  readonly #kind: Mark["kind"];

  constructor(text: string, kind: Mark["kind"]) {
    super();
    this.#text = text;
    this.#kind = kind;
  }

  override eq(other: Reason): boolean {
    return this.#text === other.#text && this.#kind === other.#kind;
  }

  toDOM(): HTMLElement {
    const box = document.createElement("div");
    box.className = `cm-reason cm-reason-${this.#kind}`;
    const text = document.createElement("span");
    text.textContent = this.#text;
    box.append(text);
    return box;
  }
}

function decorations({ doc }: EditorState, marks: readonly Mark[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const sorted = marks.filter(({ line }) => line <= doc.lines).sort((a, b) => a.line - b.line);
  for (const { line, kind, reason } of sorted) {
    const { from, to } = doc.line(line);
    builder.add(from, from, Decoration.line({ class: `cm-mark cm-mark-${kind}` }));
    if (reason === undefined) continue;
    builder.add(to, to, Decoration.widget({ widget: new Reason(reason, kind), block: true, side: 1 }));
  }
  return builder.finish();
}

export const marksField: StateField<DecorationSet> = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { effects, changes, state }) {
    const set = effects.findLast((effect) => effect.is(setMarks));
    return set === undefined ? current.map(changes) : decorations(state, set.value);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const flash = Decoration.line({ class: "cm-flash" });

export const flashField: StateField<DecorationSet> = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { effects, changes, state }) {
    const set = effects.findLast((effect) => effect.is(setFlash));
    if (set === undefined) return current.map(changes);
    if (set.value === undefined || set.value > state.doc.lines) return Decoration.none;
    return Decoration.set(flash.range(state.doc.line(set.value).from));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const tint = (name: string): Record<string, string> => ({
  backgroundColor: `var(--${name}-soft)`,
  borderInlineStartColor: `var(--${name})`,
});

export const marksTheme: Extension = EditorView.theme({
  ".cm-line": { borderInlineStart: "3px solid transparent" },
  // Forced colours show transparent borders.
  "@media (forced-colors: active)": { ".cm-line:not(.cm-mark)": { borderInlineStartColor: "Canvas" } },
  ".cm-mark-group, .cm-mark-loses": tint("accent"),
  ".cm-mark-loses": { textDecoration: "underline dotted", textUnderlineOffset: "0.25em" },
  ".cm-mark-allowed": tint("allowed"),
  ".cm-mark-refused": tint("refused"),
  ".cm-flash": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-reason": {
    padding: "2px 8px 4px",
    fontFamily: "system-ui, sans-serif",
    fontSize: "0.8125rem",
    fontWeight: "500",
  },
  ".cm-reason > span": {
    display: "inline-block",
    padding: "2px 8px",
    border: "1px solid currentColor",
    borderRadius: "0.375rem",
    backgroundColor: "var(--panel)",
  },
  ".cm-reason-group": { color: "var(--accent)", backgroundColor: "var(--accent-soft)" },
  ".cm-reason-loses": { color: "var(--muted)", backgroundColor: "var(--accent-soft)" },
  ".cm-reason-allowed": { color: "var(--allowed)", backgroundColor: "var(--allowed-soft)" },
  ".cm-reason-refused": { color: "var(--refused)", backgroundColor: "var(--refused-soft)" },
  ".cm-reason-mistake": { color: "var(--refused)" },
});
