/** Patterns as state machines, byte for byte, against a naive match of whole paths (RFC 9309 §2.2.3). */
import { it } from "vitest";
import { DEAD, PatternStates } from "../../../bindings/core/program/pattern-states.ts";
import { below, holds, letters, oneIn, pick, same, show, times } from "../../assembly/memory.ts";
import { naiveMatches } from "../../assembly/models.ts";

/** Canonical: no two wildcards stand side by side, and none is last. */
function anyPattern(): Buffer {
  const pieces = times(1 + below(3), () => letters(1 + below(pick([2, 6])), pick([50, 80]), "ab"));
  const joined = Buffer.concat(pieces.flatMap((piece, i) => (i === 0 ? [piece] : [Buffer.of(0), piece])));
  return oneIn(3) ? Buffer.concat([Buffer.of(0), joined]) : joined;
}

/** Every text of up to four letters, the shortest first. */
const ENDS: Buffer[] = [Buffer.of()];
for (const end of ENDS)
  if (end.length < 4) ENDS.push(...["a", "b", "c"].map((letter) => Buffer.concat([end, Buffer.from(letter)])));

const LETTERS = Buffer.from("abc");

function anyCase() {
  const pattern = anyPattern();
  const isAnchored = oneIn(2);
  const states = new PatternStates(pattern, isAnchored);
  const likePattern = Buffer.from(pattern.filter((byte) => byte !== 0));
  const path = oneIn(2) ? letters(below(12), pick([50, 80]), "ab") : likePattern.subarray(0, below(12));
  const state = path.reduce((at, byte) => (at === DEAD ? DEAD : states.next(at, byte)), states.first);
  const what = (): string => `${show(pattern)}${isAnchored ? "$" : ""} after ${show(path)}, state ${state}`;
  const matches = (end: Buffer): boolean =>
    naiveMatches({ pattern, isAnchored, isAllowed: true }, Buffer.concat([path, end]));
  return { states, state, what, matches };
}

it("a state accepts where the path matches, is final where every longer path does, and dead where none does", () => {
  holds(150, () => {
    const { states, state, what, matches } = anyCase();
    same(state !== DEAD && states.accepts(state), matches(Buffer.of()), what);
    if (state === DEAD) same(ENDS.some(matches), false, what);
    else if (states.isFinal(state)) same(ENDS.every(matches), true, what);
  });
});

it("`left` is the fewest bytes after which a path could match", () => {
  holds(150, () => {
    const { states, state, what, matches } = anyCase();
    const shortest = ENDS.find(matches);
    if (state !== DEAD && shortest !== undefined) same(states.left(state), shortest.length, what);
    if (state !== DEAD && states.accepts(state)) same(states.left(state), 0, what);
  });
});

it("in the head of a pattern one byte alone keeps a state alive, and behind a wildcard every byte does", () => {
  holds(150, () => {
    const { states, state, what } = anyCase();
    if (state === DEAD || states.isFinal(state)) return;
    const dead = LETTERS.filter((byte) => states.next(state, byte) === DEAD);
    const wanted = states.accepts(state) ? 3 : 2;
    same(dead.length, states.isInHead(state) ? wanted : 0, what);
  });
});

it("bytes that are not wanted all lead to one state, and those that are wanted to others", () => {
  holds(150, () => {
    const { states, state, what } = anyCase();
    if (state === DEAD) return;
    const wanted = new Set<number>();
    states.addWanted(state, wanted);
    const others = [...LETTERS, 0x2f, 0xff].filter((byte) => !wanted.has(byte));
    const next = new Set(others.map((byte) => states.next(state, byte)));
    same(next.size, 1, what);
    for (const byte of wanted) same(next.has(states.next(state, byte)), false, what);
  });
});
