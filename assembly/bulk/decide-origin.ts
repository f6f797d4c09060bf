/** Decides the lines of one origin by its rules: many in one chunk, wherever they lie in the block. */
import { copy } from "../bytes/bytes";
import { CR } from "../bytes/characters";
import { INPUT, INPUT_BYTES, RESULTS } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { countDecisions } from "../embed/deciding";
import { isError } from "../embed/errors";
import { programOf } from "../embed/programs";
import { isWritten } from "../match/decide";
import { decideLines } from "../match/lines";
import { originEnd } from "./authority";
import { endOf, isRewrittenLine, nextOf, setCause, setVerdict, startOf, verdictAt } from "./block";
import { causeOf, startOrigin } from "./causes";
import { decidePath } from "./one-program";
import { NONE } from "./origins";
import { decideReadings, decideSpelled, verdictOfDecision } from "./readings";
import { ALLOWED } from "./verdicts";

/** Decides a line and those that follow it. */
export function decideFrom(first: u32, slot: usize): void {
  for (let line = first; line != NONE; ) {
    // A line that is alone, or too long for INPUT.
    let next = nextOf(line) == NONE ? line : fillChunk(line);
    const isAlone = next == line;
    if (isAlone) next = nextOf(line);
    if (isAlone || !decideChunk(line, next, slot)) decideEach(line, next, slot);
    line = next;
  }
  if (!isWritten(programOf(slot))) decideRewritten(first, slot);
}

/** Decides the lines, and keeps the cause of each as far as there is memory. @param source what the rules are (causes.ts) */
export function explainFrom(first: u32, slot: usize, source: u32): void {
  startOrigin();
  for (let line = first; line != NONE; line = nextOf(line)) {
    countTurn();
    const decision = decidePath(slot, startOf(line), originEnd(startOf(line)), endOf(line));
    setVerdict(line, verdictOfDecision(decision));
    if (!isError(decision)) setCause(line, causeOf(programOf(slot), decision, source));
  }
}

function decideEach(line: u32, end: u32, slot: usize): void {
  for (; line != end; line = nextOf(line)) {
    countTurn();
    setVerdict(line, verdictOfDecision(decideSpelled(slot, startOf(line), urlEnd(line))));
  }
}

/** The end of the line without LF or CRLF. */
function urlEnd(line: u32): usize {
  const end = endOf(line) - 1;
  return end - <usize>(end > startOf(line) && load<u8>(end - 1) == CR);
}

let chunkBytes: usize = 0;

/** Copies lines from `line` on to INPUT, as many as fit, and returns the first that is not there. */
function fillChunk(line: u32): u32 {
  let to = INPUT;
  while (line != NONE && to + (endOf(line) - startOf(line)) <= INPUT + INPUT_BYTES) {
    countTurn();
    // For so few bytes, engines call memory.copy more slowly.
    to = copy(to, startOf(line), endOf(line) - startOf(line));
    line = nextOf(line);
  }
  chunkBytes = to - INPUT;
  return line;
}

/** False if a line is too long to be decided in INPUT. */
function decideChunk(from: u32, end: u32, slot: usize): bool {
  const count = decideLines(programOf(slot), chunkBytes, true);
  if (count < 0) return false;
  countDecisions(slot, <u32>count);
  let result = RESULTS;
  for (let line = from; line != end; line = nextOf(line)) {
    countTurn();
    setVerdict(line, <i32>load<u8>(result++));
  }
  return true;
}

/** Something else may be requested for some lines than they say: the rules have to allow that as well. */
function decideRewritten(first: u32, slot: usize): void {
  for (let line = first; line != NONE; line = nextOf(line)) {
    countTurn();
    if (!isRewrittenLine(line) || verdictAt(line) != ALLOWED) continue;
    setVerdict(line, verdictOfDecision(decideReadings(slot, originEnd(startOf(line)), urlEnd(line))));
  }
}
