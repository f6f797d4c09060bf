/**
 * Examples that tell two programs apart: paths that one allows and the other refuses. The search is exact. It walks the product of
 * the patterns' states (pattern-states.ts), byte for byte, towards one changed rule after the other, and leaves a branch as soon as
 * both programs decide all that follows alike. It may need exponential time, so its steps are counted and bounded.
 */

import { PERCENT, QUESTION, SLASH } from "../../base/characters.ts";
import type { Dialect } from "../dialects.ts";
import { URL_SKIPS_SLASHES } from "../layout.ts";
import { textAt } from "../reader/text.ts";
import { DEAD } from "./pattern-states.ts";
import type { Program } from "./program.ts";
import { mayMeet, type Position, type SearchedRule, SearchedRules, startOf, stepped } from "./rule-positions.ts";
import { isHex, type Token, UrlTokens } from "./url-tokens.ts";

/** Steps that a caller has left for all of its searches: one for each pattern that reads a token of a path. */
export interface SearchBudget {
  steps: number;
}

/** The steps towards one changed rule. */
const MAX_TELLING_STEPS = 2 ** 15;

/** A rule that makes a difference. */
export interface TellingRule {
  /** 1-based. */
  readonly line: number;
  /** A path that the rule matches and whose verdict differs; absent where the search gave up. */
  readonly path?: string;
}

/**
 * The rules that only one of the programs has, or that have another rank, and that make a difference, each with an example. All of them
 * together miss no difference.
 * @param wanted only differences in which the second program has this verdict; default: both
 * @param isKnown rules, by line, that need no example
 */
export function* tellingRules(
  before: Program,
  after: Program,
  dialect: Dialect,
  budget: SearchBudget,
  wanted?: boolean,
  isKnown: (line: number) => boolean = () => false,
): Generator<TellingRule> {
  const rules = new SearchedRules();
  const lists = [before, after].map((program) => rules.of(program, dialect)) as [SearchedRule[], SearchedRule[]];
  const search = new Search(dialect, lists, wanted);
  for (const target of changedRules(lists)) {
    if (isKnown(target.rule.line)) continue;
    const steps = Math.min(MAX_TELLING_STEPS, budget.steps);
    const { path, left, isKnown: isSure } = search.towards(target, steps);
    budget.steps -= steps - left;
    if (path !== undefined) yield { line: target.rule.line, path };
    else if (!isSure) yield { line: target.rule.line };
  }
}

/** A changed rule; `side` is the index of the only program that has it. */
interface Target {
  readonly rule: SearchedRule;
  readonly side?: 0 | 1;
}

/** The rules that only one list has, in file order; where only the order differs, all between the first and the last such place. */
function changedRules([before, after]: readonly [readonly SearchedRule[], readonly SearchedRule[]]): readonly Target[] {
  const [old, current] = [new Set(before), new Set(after)];
  const byLine = (a: SearchedRule, b: SearchedRule): number => a.line - b.line;
  const removed = before.filter((rule) => !current.has(rule)).sort(byLine);
  const added = after.filter((rule) => !old.has(rule)).sort(byLine);
  const [kept, left] = [before.filter((rule) => current.has(rule)), after.filter((rule) => old.has(rule))];
  const isMoved = kept.map((rule, i) => rule !== left[i]);
  const moved = kept.slice(Math.max(0, isMoved.indexOf(true)), isMoved.lastIndexOf(true) + 1);
  return [
    ...removed.map((rule) => ({ rule, side: 0 }) as const),
    ...added.map((rule) => ({ rule, side: 1 }) as const),
    ...moved.map((rule) => ({ rule })),
  ];
}

/** What a program still can decide: the rules that may match, in order, and the verdict where none of them does. */
interface Side {
  readonly id: number;
  readonly live: readonly Position[];
  readonly otherwise: boolean;
  readonly next: Map<Token, Side>;
}

/** The order of rules with one verdict decides nothing while no other verdict stands between them. */
function sortRuns(live: Position[]): void {
  const runs = new Map<Position, number>();
  let run = 0;
  for (const [i, position] of live.entries()) {
    if (i > 0 && live[i - 1]!.rule.allows !== position.rule.allows) run++;
    runs.set(position, run);
  }
  live.sort((a, b) => runs.get(a)! - runs.get(b)! || a.id - b.id);
}

const sideAllows = ({ live, otherwise }: Side): boolean =>
  live.find(({ accepts }) => accepts)?.rule.allows ?? otherwise;

/** How much of an escape a bare `%` and the byte after it would be, if a digit followed. */
type Bare = 0 | 1 | 2;

interface Node {
  readonly sides: readonly [Side, Side];
  /** The rule that the path has to match. */
  readonly target: Position;
  readonly inQuery: boolean;
  readonly bare: Bare;
  readonly bytes: number;
  readonly parent?: Node;
  readonly token?: Token;
}

interface Found {
  readonly path?: string;
  /** What is left of the steps. */
  readonly left: number;
  /** Whether there is no path if none was found. */
  readonly isKnown: boolean;
}

class Search {
  readonly #dialect: Dialect;
  readonly #tokens: UrlTokens;
  /** Equal ones are one object. */
  readonly #sides = new Map<string, Side>();
  readonly #lists: readonly [readonly SearchedRule[], readonly SearchedRule[]];
  readonly #wanted: boolean | undefined;
  /** Of each list the verdict that it gives to every path, if it does. */
  readonly #constants: readonly (boolean | undefined)[];
  #steps = 0;
  /** Whether paths were left out that begin with `//`: as a text, google/robotstxt takes them for a host (docs/dialects.md). */
  #isLeftOut = false;

  constructor(
    dialect: Dialect,
    lists: readonly [readonly SearchedRule[], readonly SearchedRule[]],
    wanted: boolean | undefined,
  ) {
    this.#dialect = dialect;
    this.#wanted = wanted;
    this.#tokens = new UrlTokens(
      dialect,
      lists.flat().map(({ text }) => text),
    );
    this.#lists = lists;
    this.#constants = lists.map(constantOf);
  }

  /** A path of few bytes that the rule matches and on which the programs differ. */
  towards({ rule, side }: Target, steps: number): Found {
    [this.#steps, this.#isLeftOut] = [steps, false];
    // A rule cannot make a difference to a program that gives its verdict to all paths.
    if (side !== undefined && this.#constants[1 - side] === rule.allows) return { left: steps, isKnown: true };
    // Even the start of a search looks at all rules.
    if (steps <= 0) return { left: steps, isKnown: false };
    const queue = new Queue();
    const seen = new Set<string>();
    const root: Node = { sides: this.#startFor(rule), target: startOf(rule), inQuery: false, bare: 0, bytes: 0 };
    const slash = this.#after(root, this.#tokens.byte(SLASH));
    if (slash !== undefined) queue.add(slash);
    for (let node = queue.take(); node !== undefined && this.#steps > 0; node = queue.take()) {
      if (isTelling(node, side, this.#wanted)) return { path: pathTo(node), left: this.#steps, isKnown: true };
      for (const token of this.#tokensAfter(node)) {
        const next = this.#after(node, token);
        if (next === undefined || seen.has(keyOf(next))) continue;
        seen.add(keyOf(next));
        queue.add(next);
      }
    }
    return { left: this.#steps, isKnown: this.#steps > 0 && !this.#isLeftOut };
  }

  /** Only rules that some path of the target may match. */
  #startFor({ head }: SearchedRule): [Side, Side] {
    return this.#lists.map((rules) => {
      const meeting = rules.filter((rule) => mayMeet(head, rule.head));
      this.#steps -= meeting.length + (rules.length >> 3);
      return this.#sideOf(meeting.map(startOf), true);
    }) as [Side, Side];
  }

  /** Undefined if no path that goes on from there tells the programs apart by the target. */
  #after(node: Node, token: Token): Node | undefined {
    const [byte] = token.text as [number];
    if (node.bare === 2 && isHex(byte) && token.text.length === 1) return undefined;
    const target = stepped(node.target, token);
    if (target === undefined) return undefined;
    const sides = node.sides.map((side) => this.#next(side, token)) as [Side, Side];
    if (sides[0] === sides[1]) return undefined;
    if (node.bytes === 1 && byte === SLASH && this.#dialect.flags & URL_SKIPS_SLASHES) {
      this.#isLeftOut = true;
      return undefined;
    }
    const bare = token.text.length > 1 ? 0 : byte === PERCENT ? 1 : node.bare === 1 && isHex(byte) ? 2 : 0;
    const inQuery = node.inQuery || byte === QUESTION;
    return { sides, target, inQuery, bare, bytes: node.bytes + token.text.length, parent: node, token };
  }

  /** One token for each way in which the rules can go on. What comes last is tried first. */
  *#tokensAfter({ sides, target, inQuery }: Node): Generator<Token> {
    const { rule, states, isFinal } = target;
    const isBound = !isFinal && states.every((state) => state === DEAD || rule.states.isInHead(state));
    const wanted = new Set<number>();
    for (const position of isBound ? [target] : [target, ...sides[0].live, ...sides[1].live]) {
      for (const state of position.states) if (state !== DEAD) position.rule.states.addWanted(state, wanted);
      this.#steps--;
    }
    if (!isBound) yield* this.#tokens.others(wanted, inQuery);
    yield* this.#tokens.wanted(wanted, inQuery);
  }

  #next(side: Side, token: Token): Side {
    let next = side.next.get(token);
    if (next === undefined) {
      this.#steps -= side.live.length;
      const live = side.live.map((position) => stepped(position, token)).filter((one) => one !== undefined);
      next = this.#sideOf(live, side.otherwise);
      side.next.set(token, next);
    }
    this.#steps--;
    return next;
  }

  /** A rule that matches all that follows ends the list; rules above it with its verdict change nothing. */
  #sideOf(positions: readonly Position[], verdict: boolean): Side {
    const final = positions.findIndex(({ isFinal }) => isFinal);
    const otherwise = final < 0 ? verdict : positions[final]!.rule.allows;
    const live = final < 0 ? [...positions] : positions.slice(0, final);
    while (live.length > 0 && live.at(-1)!.rule.allows === otherwise) live.pop();
    sortRuns(live);
    const key = `${live.map(({ id }) => id).join()} ${otherwise}`;
    const side = this.#sides.get(key) ?? { id: this.#sides.size, live, otherwise, next: new Map() };
    this.#sides.set(key, side);
    return side;
  }
}

const keyOf = ({ sides, target, inQuery, bare }: Node): string =>
  `${sides[0].id} ${sides[1].id} ${target.id} ${inQuery} ${bare}`;

/** The verdict for every path, of a program with at most one rule of its own. */
function constantOf(rules: readonly SearchedRule[]): boolean | undefined {
  const [first, ...others] = rules.filter(({ line }) => line > 0);
  if (first === undefined) return true;
  return others.length === 0 && first.isBlanket ? first.allows : undefined;
}

/** Whether the verdicts on the path differ, and that of the target's own program is the target's. */
function isTelling({ sides, target }: Node, side: 0 | 1 | undefined, wanted: boolean | undefined): boolean {
  if (!target.accepts) return false;
  const verdicts = sides.map(sideAllows);
  const isWanted = wanted === undefined || verdicts[1] === wanted;
  return isWanted && verdicts[0] !== verdicts[1] && (side === undefined || verdicts[side] === target.rule.allows);
}

/** Bytes that are not UTF-8, which only patterns of 1994 want, show as U+FFFD. */
function pathTo(node: Node): string {
  const tokens: Token[] = [];
  for (let at: Node = node; at.token !== undefined; at = at.parent!) tokens.unshift(at.token);
  return textAt(Uint8Array.from(tokens.flatMap(({ text }) => text)), 0);
}

/** Takes first what the target may end soonest, and of equals what was added last. */
class Queue {
  readonly #nodes: Node[][] = [];
  #lowest = 0;

  add(node: Node): void {
    const cost = node.bytes + node.target.left;
    const nodes = this.#nodes[cost] ?? [];
    this.#nodes[cost] = nodes;
    nodes.push(node);
    this.#lowest = Math.min(this.#lowest, cost);
  }

  take(): Node | undefined {
    while (this.#lowest < this.#nodes.length && !this.#nodes[this.#lowest]?.length) this.#lowest++;
    return this.#nodes[this.#lowest]?.pop();
  }
}
