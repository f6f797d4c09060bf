/** The rules of two programs, and where each stands after the bytes of a path. */
import { bytesOfText, textOfBytes } from "../../base/byte-text.ts";
import type { Dialect } from "../dialects.ts";
import { ALLOWED, ANCHORED, MOST_READ_BYTES, ROBOTS_TXT_ALLOWED } from "../layout.ts";
import { DEAD, PatternStates } from "./pattern-states.ts";
import { compiledRuleAt, type Program, ruleCountOf } from "./program.ts";
import type { Token } from "./url-tokens.ts";

/** A rule of one program or of both. */
export class SearchedRule {
  /** 1-based; 0 for what every file of the dialect says of /robots.txt. */
  readonly line: number;
  readonly allows: boolean;
  /** The pattern with a character for each byte. */
  readonly text: string;
  /** What every path that it matches begins with, up to a query, which has two readings. */
  readonly head: string;
  readonly #isAnchored: boolean;
  #states: PatternStates | undefined;
  readonly positions: Map<number, Position> = new Map();

  constructor(text: string, isAnchored: boolean, allows: boolean, line: number) {
    this.text = text;
    this.head = /^[^\0?]*/.exec(text)![0];
    this.#isAnchored = isAnchored;
    this.allows = allows;
    this.line = line;
  }

  /** Made when it is wanted: most rules have no path in common with the one that is searched. */
  get states(): PatternStates {
    this.#states ??= new PatternStates(bytesOfText(this.text), this.#isAnchored);
    return this.#states;
  }

  /** Whether it matches every path. */
  get isBlanket(): boolean {
    return /^\/?$/.test(this.text) && !this.#isAnchored;
  }
}

/** Whether some path may match the rules with these heads. */
export const mayMeet = (a: string, b: string): boolean => (a.length < b.length ? b.startsWith(a) : a.startsWith(b));

/** The rules of both programs. Equal ones are one object. */
export class SearchedRules {
  readonly #known = new Map<string, SearchedRule>();

  /** In the order in which they decide. */
  of(program: Program, { flags }: Dialect): SearchedRule[] {
    const robotsTxt = flags & ROBOTS_TXT_ALLOWED ? ["/robots.txt", "/robots.txt?"] : [];
    const first = robotsTxt.map((path, i) => this.#rule(path, i === 0, true, 0));
    const others = Array.from({ length: ruleCountOf(program) }, (_, rank) => {
      const { pattern, flags: bits, line } = compiledRuleAt(program, rank);
      return this.#rule(textOfBytes(pattern), (bits & ANCHORED) !== 0, (bits & ALLOWED) !== 0, line);
    });
    return [...new Set([...first, ...others])];
  }

  #rule(text: string, isAnchored: boolean, allows: boolean, line: number): SearchedRule {
    const id = `${allows} ${isAnchored} ${text}`;
    const rule = this.#known.get(id) ?? new SearchedRule(text, isAnchored, allows, line);
    this.#known.set(id, rule);
    return rule;
  }
}

/** Where a rule stands after the bytes of a path, in both readings of its query (RFC 9309 §2.2.2, figure 4). */
export interface Position {
  readonly id: number;
  readonly rule: SearchedRule;
  readonly states: readonly [number, number];
  /** Whether a path that ends here matches. */
  readonly accepts: boolean;
  /** Whether every path that goes on from here matches. */
  readonly isFinal: boolean;
  /** How many bytes a path needs at least to match. */
  readonly left: number;
  /** By token; undefined where the rule is dead. */
  readonly next: Map<Token, Position | undefined>;
}

let positionCount = 0;

function positionAt(rule: SearchedRule, one: number, two: number): Position {
  // A pattern has fewer states than a file has bytes.
  const key = one * MOST_READ_BYTES + two;
  let position = rule.positions.get(key);
  if (position === undefined) {
    const live = [one, two].filter((state) => state !== DEAD);
    const accepts = live.some(rule.states.accepts);
    const isFinal = live.some(rule.states.isFinal);
    const left = isFinal ? 0 : Math.min(...live.map((state) => rule.states.left(state)));
    position = { id: positionCount++, rule, states: [one, two], accepts, isFinal, left, next: new Map() };
    rule.positions.set(key, position);
  }
  return position;
}

export function stepped(position: Position, token: Token): Position | undefined {
  if (!position.next.has(token)) {
    const [one, two] = position.states.map((from, i) =>
      token.readings[i]!.reduce(
        (state, byte) => (state === DEAD ? DEAD : position.rule.states.next(state, byte)),
        from,
      ),
    ) as [number, number];
    position.next.set(token, one === DEAD && two === DEAD ? undefined : positionAt(position.rule, one, two));
  }
  return position.next.get(token);
}

export const startOf = (rule: SearchedRule): Position => positionAt(rule, rule.states.first, rule.states.first);
