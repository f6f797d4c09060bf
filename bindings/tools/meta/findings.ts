/**
 * What reading one source has brought up so far: each directive once, and bounded, whatever the size of the source.
 */
import { type Directive, flags, type Statement } from "./directives.ts";
import { excerptOf, type Warning, type WarningCode, warningOf } from "./warnings.ts";

/** What one source says. */
export interface ParsedDirectives {
  /** Each once, in order, at most 1,000. */
  readonly directives: readonly Directive[];
  /** At most 101: one more where directives were dropped. */
  readonly warnings: readonly Warning[];
}

/** Far more than there are directives; a source with more is hostile. */
const MAX_DIRECTIVES = 1000;
const MAX_WARNINGS = 100;

export class Findings implements ParsedDirectives {
  readonly directives: Directive[] = [];
  readonly warnings: Warning[] = [];
  /** The clock that two-digit years are read against. */
  readonly nowMs: number;
  readonly #source: Directive["source"];
  readonly #seen: Set<string> = new Set();
  #full = false;

  constructor(source: Directive["source"], nowMs: number) {
    this.#source = source;
    this.nowMs = nowMs;
  }

  /** Whether no more directives are kept and reading can stop. */
  get full(): boolean {
    return this.#full;
  }

  add(agent: string, statement: Statement, text: string): void {
    const key = `${agent}\n${statement.name}\n${Number(statement.value) || statement.value}`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size === MAX_DIRECTIVES) {
      this.#full = true;
      this.warnings.push(
        warningOf("too-many-directives", text, `only the first ${MAX_DIRECTIVES} directives are read`),
      );
      return;
    }
    this.#seen.add(key);
    const ignoredBy = flags.get(statement.name)?.ignoredBy;
    const origin = { agent, source: this.#source, text: excerptOf(text), ...(ignoredBy && { ignoredBy }) };
    this.directives.push({ ...origin, ...statement });
  }

  warn(code: WarningCode, text: string, message: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(warningOf(code, text, message));
  }

  get parsed(): ParsedDirectives {
    return { directives: this.directives, warnings: this.warnings };
  }
}
