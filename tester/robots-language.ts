/** Colours for a robots.txt: keys, values, comments, wildcards. The linter says what is wrong; colours judge nothing. */
import { StreamLanguage, type StringStream } from "@codemirror/language";

export interface LineState {
  /** Whether the colon of the line has been passed. */
  inValue: boolean;
  key: string;
}

const RULES = new Set(["allow", "disallow"]);

function keyToken(stream: StringStream, state: LineState): string | null {
  if (stream.eatSpace()) return null;
  if (stream.eat(":")) {
    state.inValue = true;
    return "punctuation";
  }
  state.key = String(stream.match(/^[^:#]+/) ?? stream.next())
    .trim()
    .toLowerCase();
  if (RULES.has(state.key)) return "keyword";
  return state.key === "user-agent" ? "heading" : "propertyName";
}

function valueToken(stream: StringStream, state: LineState): string | null {
  if (stream.eatSpace()) return null;
  if (!RULES.has(state.key)) {
    stream.match(/^[^#]+/) || stream.next();
    return state.key === "user-agent" ? "typeName" : "string";
  }
  if (stream.eat("*") || stream.match(/^\$(?=\s*(#|$))/)) return "operator";
  stream.match(/^[^*$#\s]+/) || stream.next();
  return "string";
}

export const robotsLanguage: StreamLanguage<LineState> = StreamLanguage.define<LineState>({
  name: "robots.txt",
  startState: () => ({ inValue: false, key: "" }),
  token(stream, state) {
    if (stream.sol()) Object.assign(state, { inValue: false, key: "" });
    if (stream.eat("#")) {
      stream.skipToEnd();
      return "comment";
    }
    return state.inValue ? valueToken(stream, state) : keyToken(stream, state);
  },
  languageData: { commentTokens: { line: "#" } },
});
