/** How the parser sax goes on after a mistake, as most readers of feeds do. Others end the file. */
import type { XmlPackage, XmlParser } from "../../base/xml-package.ts";

/** Mistakes after which a parser knows where it is. */
const PASSABLE =
  /^(?:Invalid character (?:entity|in entity name)|Malformed comment|Unencoded <|Invalid attribute name|Attribute without value|Unquoted attribute value|No whitespace between attributes)/;

/** Two for each entry that a sitemap may have. sax takes so long for each that more would keep a process busy for minutes. */
const MAX_MISTAKES = 100_000;

/** What the types of sax leave out. */
interface SaxState {
  error: Error | null;
  line: number;
  position: number;
  state: number;
  c: string;
  entity: string;
  textNode: string;
  attribValue: string;
}

/** The states in which sax reads an entity, where it goes on after it, and the text to which that belongs. */
const ENTITIES = [
  ["TEXT_ENTITY", "TEXT", "textNode"],
  ["ATTRIB_VALUE_ENTITY_Q", "ATTRIB_VALUE_QUOTED", "attribValue"],
  ["ATTRIB_VALUE_ENTITY_U", "ATTRIB_VALUE_UNQUOTED", "attribValue"],
] as const;
const AGAIN = new Error("the character at which the mistake was found is read again");

export class XmlMistakes {
  readonly #parser: XmlParser & SaxState;
  readonly #states: Readonly<Record<string, number>>;
  #count = 0;

  constructor(xml: XmlPackage, parser: XmlParser) {
    this.#parser = parser as XmlParser & SaxState;
    this.#states = (xml as unknown as { readonly STATE: Readonly<Record<string, number>> }).STATE;
  }

  get line(): number {
    return this.#parser.line + 1;
  }

  write(text: string): void {
    for (let rest = text; rest !== ""; ) rest = this.#writeUpToMistake(rest);
  }

  /** @returns what is to be written again from there. */
  #writeUpToMistake(text: string): string {
    const parser = this.#parser;
    const start = parser.position;
    try {
      parser.write(text);
      return "";
    } catch (error) {
      if (error !== AGAIN) throw error;
      return text.slice(parser.position-- - start - 1);
    }
  }

  /** Whether the parser can go on after what it reports. */
  isPassable(message: string): boolean {
    if (++this.#count > MAX_MISTAKES) return false;
    return PASSABLE.test(message) || (this.#parser.c === "<" && message.startsWith("Invalid character in tag name"));
  }

  /** Called by what the parser calls with a mistake, as the last thing: sax takes some characters after one for a part of it. */
  goOn(): void {
    const parser = this.#parser;
    parser.error = null;
    const state = this.#stateAgain();
    if (state === undefined) return;
    parser.state = state;
    throw AGAIN;
  }

  /** The state in which the character is read again. It ends the bare ampersand in `AT&T</title>`, the tag in `a <b</title>`, a comment in `--->`. */
  #stateAgain(): number | undefined {
    const [parser, states] = [this.#parser, this.#states];
    const { c, state } = parser;
    if (state === states["COMMENT_ENDED"]) return c === "-" ? states["COMMENT_ENDING"] : undefined;
    const [, after, text] = ENTITIES.find(([name]) => state === states[name]) ?? [];
    if (after === undefined || c === ";") return c === "<" ? states["TEXT"] : undefined;
    parser[text!] += `&${parser.entity}`;
    parser.entity = "";
    return states[after];
  }
}
