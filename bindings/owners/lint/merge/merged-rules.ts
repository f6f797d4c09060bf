/**
 * The rules of several files for one crawler as one list: it refuses what any of the files refuses, and allows the rest where a list
 * can say so. Exact searches find the paths on which it differs from a file.
 */
import { bytesOfText, textOfBytes } from "../../../base/byte-text.ts";
import { bytesOf, decodeMarked } from "../../../base/utf8.ts";
import { decideText, isAllowedBy, rankOf } from "../../../core/linting.ts";
import {
  compiledRuleAt,
  compileRules,
  type Dialect,
  type Program,
  programOf,
  type RuleBytes,
  type SearchBudget,
  tellingRules,
  WILDCARDS,
} from "../../../core/parsing.ts";

/** What a file says of a path: the line of the rule that decides. */
export interface Statement {
  /** The place of the file in the list, from 0. */
  readonly file: number;
  /** 1-based. */
  readonly line: number;
}

/** A path that one file allows by a rule and that the merged rules refuse. */
export interface Clash {
  /** Absent where the search for examples was ended: then there may be more of them. */
  readonly path?: string;
  readonly allowedBy?: Statement;
  /** Absent if no file refuses the path, and no list of rules could be found that allows it. */
  readonly refusedBy?: Statement;
}

export interface Merged {
  readonly rules: readonly RuleBytes[];
  readonly clashes: readonly Clash[];
}

/** The most clashes of a crawler that are named. */
const MAX_CLASHES = 20;

/** What compiling a rule costs in steps. */
const STEPS_A_RULE = 32;

/** What beginning the searches for a crawler costs in steps. */
const STEPS_A_CRAWLER = 2 ** 12;

/** How much longer than it was a pattern becomes to win over another. */
const MAX_LIFT = 64;

const keyOf = ({ isAllow, original }: RuleBytes): string => `${isAllow} ${textOfBytes(original)}`;

/** The text of a pattern, or its bytes beyond ASCII escaped one by one: they need not be UTF-8. */
export const writable = (original: Uint8Array): string => {
  const text = textOfBytes(original);
  const isUtf8 = textOfBytes(bytesOf(decodeMarked(original))) === text;
  return isUtf8 ? decodeMarked(original) : text.replaceAll(/[^\0-\x7f]/g, escapeOf);
};

const escapeOf = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** As `writtenFrom` writes them: in some dialects the first match decides. */
const inWrittenOrder = (rules: readonly RuleBytes[]): RuleBytes[] =>
  rules.toSorted(
    (a, b) => writable(b.original).length - writable(a.original).length || Number(b.isAllow) - Number(a.isAllow),
  );

/** Weaker than any rule of a file, so that only paths that a rule allows stay allowed. */
const REFUSED_OTHERWISE: RuleBytes = { isAllow: false, original: bytesOfText("/"), line: 0 };

export function mergedRules(files: readonly (readonly RuleBytes[])[], dialect: Dialect, budget: SearchBudget): Merged {
  budget.steps -= STEPS_A_CRAWLER;
  const rules = [...new Map(files.flat().map((rule) => [keyOf(rule), rule])).values()];
  const sides = files.map((those) => new RuleSide(those, dialect, budget));
  const kept = new Refusing(rules, sides, dialect, budget).rules();
  return { rules: kept, clashes: clashesOf(kept, sides, dialect, budget) };
}

/** What one file, or the merged list, decides. */
class RuleSide {
  readonly rules: readonly RuleBytes[];
  readonly program: Program;
  readonly #dialect: Dialect;

  constructor(rules: readonly RuleBytes[], dialect: Dialect, budget: SearchBudget) {
    budget.steps -= STEPS_A_RULE * rules.length;
    this.rules = rules;
    this.program = programOf(compileRules(rules, dialect));
    this.#dialect = dialect;
  }

  /** The line of the rule that decides, and its verdict; undefined if none does. */
  decide(path: string): { readonly line: number; readonly allowed: boolean } | undefined {
    const decision = decideText(this.#dialect, this.program, path);
    if (decision < 0) return undefined;
    return { line: compiledRuleAt(this.program, rankOf(decision)).line, allowed: isAllowedBy(decision) };
  }
}

/** Changes the list until it refuses what any file refuses. */
class Refusing {
  #rules: RuleBytes[];
  readonly #sides: readonly RuleSide[];
  readonly #dialect: Dialect;
  readonly #budget: SearchBudget;

  constructor(rules: readonly RuleBytes[], sides: readonly RuleSide[], dialect: Dialect, budget: SearchBudget) {
    // In a list of its own, a rule is found again by its number.
    this.#rules = rules.map((rule) => ({ ...rule }));
    this.#sides = sides;
    this.#dialect = dialect;
    this.#budget = budget;
  }

  rules(): readonly RuleBytes[] {
    while (this.#rules.some(({ isAllow }) => isAllow) && this.#mends());
    return inWrittenOrder(this.#rules);
  }

  /** Whether the list allowed what a file refuses, and was changed. */
  #mends(): boolean {
    const merged = new RuleSide(this.#numbered(), this.#dialect, this.#budget);
    return this.#sides.some((side) => this.#mendsFor(side, merged));
  }

  #mendsFor(side: RuleSide, merged: RuleSide): boolean {
    const isSpent = this.#budget.steps <= 0;
    const [found] = isSpent ? [{}] : tellingRules(side.program, merged.program, this.#dialect, this.#budget, true);
    if (found === undefined) return false;
    const { path } = found as { path?: string };
    if (path === undefined) this.#rules = this.#rules.filter(({ isAllow }) => !isAllow);
    else this.#raise(side.decide(path)!.line, side, this.#rules[merged.decide(path)!.line - 1]!);
    return true;
  }

  #numbered(): RuleBytes[] {
    this.#rules = inWrittenOrder(this.#rules);
    return this.#rules.map((rule, i) => ({ ...rule, line: i + 1 }));
  }

  /** Final stars make a pattern longer, and match nothing else. Where that is not possible, the rule that allows goes. */
  #raise(line: number, side: RuleSide, allowing: RuleBytes): void {
    const refusing = side.rules.find((rule) => rule.line === line)!;
    const text = textOfBytes(refusing.original);
    const stars = allowing.original.length + 1 - text.length;
    const longer = { ...refusing, original: bytesOfText(text + "*".repeat(Math.max(1, stars))) };
    const isKnown = this.#rules.some((rule) => keyOf(rule) === keyOf(longer));
    const isLiteral = !(this.#dialect.flags & WILDCARDS);
    if (isLiteral || text.endsWith("$") || stars > MAX_LIFT || isKnown)
      this.#rules = this.#rules.filter((rule) => rule !== allowing);
    else this.#rules.push(longer);
  }
}

function clashesOf(
  rules: readonly RuleBytes[],
  sides: readonly RuleSide[],
  dialect: Dialect,
  budget: SearchBudget,
): readonly Clash[] {
  const merged = new RuleSide(rules, dialect, budget);
  const found = new Map<string, Clash>();
  for (const [file, side] of sides.entries()) {
    if (!side.rules.some(({ isAllow }) => isAllow)) continue;
    if (budget.steps <= 0) return [...found.values(), {}];
    const named = new RuleSide([...side.rules, REFUSED_OTHERWISE], dialect, budget);
    for (const { path } of tellingRules(named.program, merged.program, dialect, budget, false)) {
      if (path === undefined || found.size >= MAX_CLASHES) return [...found.values(), {}];
      found.set(path, clashOn(path, file, sides));
    }
  }
  return [...found.values()];
}

function clashOn(path: string, file: number, sides: readonly RuleSide[]): Clash {
  const allowedBy = { file, line: sides[file]!.decide(path)!.line };
  const decisions = sides.map((side) => side.decide(path));
  const refusing = decisions.findIndex((decision) => decision !== undefined && !decision.allowed);
  if (refusing < 0) return { path, allowedBy };
  return { path, allowedBy, refusedBy: { file: refusing, line: decisions[refusing]!.line } };
}
