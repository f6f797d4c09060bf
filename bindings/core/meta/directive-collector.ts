/** Collects the directives and warnings of one source: each directive once, and a bounded number. */
import { type Directive, flags, type Statement } from "./directives.ts";
import { excerptOf, type MetaWarning, type MetaWarningCode, warningOf } from "./warnings.ts";

/** The directives and warnings of one source. */
export interface ParsedDirectives {
  /** Without repetitions, in order, at most 1,000. */
  readonly directives: readonly Directive[];
  /** At most 100, and one more if directives were dropped. */
  readonly warnings: readonly MetaWarning[];
}

/** Far more than any honest source has. */
const MAX_DIRECTIVES = 1000;
const MAX_WARNINGS = 100;

export class DirectiveCollector implements ParsedDirectives {
  readonly directives: Directive[] = [];
  readonly warnings: MetaWarning[] = [];
  /** Decides the century of two-digit years. */
  readonly nowMs: number;
  readonly #source: Directive["source"];
  readonly #seen: Set<string> = new Set();
  #isFull = false;

  constructor(source: Directive["source"], nowMs: number) {
    this.#source = source;
    this.nowMs = nowMs;
  }

  /** Whether the limit is reached, so reading can stop. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(agent: string, statement: Statement, text: string): void {
    const key = `${agent}\n${statement.name}\n${Number(statement.value) || statement.value}`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size === MAX_DIRECTIVES) {
      this.#isFull = true;
      this.warnings.push(
        warningOf("too-many-directives", text, `only the first ${MAX_DIRECTIVES} directives are read`),
      );
      return;
    }
    this.#seen.add(key);
    const ignoredBy = flags.get(statement.name)?.ignoredBy;
    const provenance = { agent, source: this.#source, text: excerptOf(text), ...(ignoredBy && { ignoredBy }) };
    this.directives.push({ ...provenance, ...statement });
  }

  warn(code: MetaWarningCode, text: string, message: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(warningOf(code, text, message));
  }

  get parsed(): ParsedDirectives {
    return { directives: this.directives, warnings: this.warnings };
  }
}
