/** What decided a URL, for people, as `AgentRules.explain` tells it. */
import { DOLLAR, NUL, STAR } from "../bytes/characters";
import {
  AGENT_BYTES_AT,
  ALLOW,
  ANCHORED,
  FLAGS_AT,
  LINE_SHIFT,
  NOT_A_URL,
  ORIGINAL,
  PATTERN_BYTES_AT,
  PROGRAM_GROUPED,
  ROBOTS_TXT,
  RULE_BYTES,
  TRAILING_STAR,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { flagsOf, patternEndOf, patternsOf, rulesOf } from "../match/program";
import { OUT_OF_MEMORY } from "./errors";
import { notesOf } from "./pace";
import { addByte, addNumber, addText, endText, finishTexts, NUMBER_BYTES, startTexts } from "./texts";

/** The reasons by their numbers (docs/embedding.md). */
const RULE: u32 = 0;
const NO_MATCH: u32 = 1;
const NO_GROUP: u32 = 2;
const IS_ROBOTS_TXT: u32 = 3;
const IS_NOT_A_URL: u32 = 4;
const COMPRESSED: u32 = 5;

/**
 * Writes six lines to the buffer: 1 or 0 for allowed, the reason, 1 or 0 for whether a group applies, 1 or 0 for an Allow rule, the
 * line of the rule and its pattern; and the rest is the user-agent line. Without a rule its lines are empty.
 */
export function writeExplanation(program: usize, decision: i32): i32 {
  const notes = notesOf(program);
  const agentBytes = <usize>load<u32>(program, AGENT_BYTES_AT);
  if (!startTexts(agentBytes + notes - patternsOf(program) + 6 * NUMBER_BYTES)) return OUT_OF_MEMORY;
  const isGrouped = (load<u8>(program, FLAGS_AT) & PROGRAM_GROUPED) != 0;
  const rule = decidingRule(program, decision);
  const isStated = rule != 0 && flagsOf(rule) >> LINE_SHIFT != 0;
  addNumber(<u32>(decision & 1));
  addNumber(rule != 0 ? (isStated ? RULE : COMPRESSED) : reasonOf(decision, isGrouped));
  addNumber(<u32>isGrouped);
  if (isStated) addRule(program, rule);
  else for (let i = 0; i < 3; i++) endText();
  addText(notes, notes + agentBytes);
  return finishTexts();
}

/** The rule that decided, or 0. */
export function decidingRule(program: usize, decision: i32): usize {
  return decision < 0 ? 0 : rulesOf(program) + <usize>(decision >> 1) * RULE_BYTES;
}

/** Where the pattern of a rule starts. */
export function patternOf(program: usize, rule: usize): usize {
  return patternsOf(program) + (rule == rulesOf(program) ? 0 : patternEndOf(rule - RULE_BYTES));
}

function reasonOf(decision: i32, isGrouped: bool): u32 {
  if (decision == ROBOTS_TXT) return IS_ROBOTS_TXT;
  if (decision == NOT_A_URL) return IS_NOT_A_URL;
  return isGrouped ? NO_MATCH : NO_GROUP;
}

function addRule(program: usize, rule: usize): void {
  const flags = flagsOf(rule);
  addNumber(<u32>((flags & ALLOW) != 0));
  addNumber(flags >> LINE_SHIFT);
  if ((flags & ORIGINAL) != 0) {
    const original = originalOf(program, rule);
    addText(original + 4, original + 4 + load<u32>(original));
    return;
  }
  addPattern(patternOf(program, rule), patternsOf(program) + patternEndOf(rule));
  if ((flags & (TRAILING_STAR | ANCHORED)) != 0) addByte((flags & TRAILING_STAR) != 0 ? STAR : DOLLAR);
  endText();
}

/** Originals have no index: this walks past those of earlier rules. */
export function originalOf(program: usize, rule: usize): usize {
  let original = patternsOf(program) + load<u32>(program, PATTERN_BYTES_AT);
  for (let before = rulesOf(program); before < rule; before += RULE_BYTES) {
    countTurn();
    if ((flagsOf(before) & ORIGINAL) != 0) original += 4 + load<u32>(original);
  }
  return original;
}

/** A canonical pattern, with stars for its wildcards. */
function addPattern(from: usize, end: usize): void {
  for (; from < end; from++) {
    countTurn();
    addByte(load<u8>(from) == NUL ? STAR : load<u8>(from));
  }
}
