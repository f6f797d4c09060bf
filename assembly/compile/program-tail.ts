/** Writes the notes of a program behind what was compiled (docs/format.md): the agent's name, and the fields. */
import { copy } from "../bytes/bytes";
import { AGENT_BYTES_AT, FLAGS_AT, PROGRAM_GROUPED, PROGRAM_NAMED, TOTAL_BYTES_AT } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { keyEndOf, keyStartOf, LISTED_BYTES, lineOf, valueEndOf, valueStartOf } from "../read/records";

/** The length of a key is one byte: longer keys are cut. */
const MAX_KEY_BYTES: usize = 255;
/** The two lengths and the line, besides a field's key and value. */
const FIELD_OVERHEAD_BYTES: usize = 9;

/** Bytes that the notes take: `agent` is the record that selected the first group, or 0. Fields are listed from the end. */
export function tailBytes(agent: usize, fieldsStart: usize, fieldsEnd: usize): usize {
  let bytes: usize = agent == 0 ? 0 : valueEndOf(agent) - valueStartOf(agent);
  for (; fieldsStart < fieldsEnd; fieldsStart += LISTED_BYTES) {
    countTurn();
    const field = load<u32>(fieldsStart);
    bytes += FIELD_OVERHEAD_BYTES + keyBytesOf(field) + valueEndOf(field) - valueStartOf(field);
  }
  return bytes;
}

/** Writes the notes of a program at its end, and returns its new length. */
export function writeTail(program: usize, agent: usize, isNamed: bool, fieldsStart: usize, fieldsEnd: usize): usize {
  const end = program + load<u32>(program, TOTAL_BYTES_AT);
  let at = end;
  if (agent != 0) {
    at = copy(at, valueStartOf(agent), valueEndOf(agent) - valueStartOf(agent));
    store<u32>(program, <u32>(at - end), AGENT_BYTES_AT);
    const flags = isNamed ? PROGRAM_NAMED | PROGRAM_GROUPED : PROGRAM_GROUPED;
    store<u8>(program, load<u8>(program, FLAGS_AT) | flags, FLAGS_AT);
  }
  while (fieldsEnd > fieldsStart) {
    fieldsEnd -= LISTED_BYTES;
    at = writeField(at, load<u32>(fieldsEnd));
  }
  store<u32>(program, <u32>(at - program), TOTAL_BYTES_AT);
  return at - program;
}

function keyBytesOf(field: usize): usize {
  return min(keyEndOf(field) - keyStartOf(field), MAX_KEY_BYTES);
}

function writeField(at: usize, field: usize): usize {
  countTurn();
  const keyBytes = keyBytesOf(field);
  const valueBytes = valueEndOf(field) - valueStartOf(field);
  store<u8>(at, <u8>keyBytes);
  at = copy(at + 1, keyStartOf(field), keyBytes);
  store<u32>(at, lineOf(field));
  store<u32>(at, <u32>valueBytes, 4);
  return copy(at + 8, valueStartOf(field), valueBytes);
}
