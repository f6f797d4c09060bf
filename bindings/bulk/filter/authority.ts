/** Finds where the origin of a URL ends, on undecoded bytes. */
import { CR, LF } from "../../base/characters.ts";

const COLON = 58;
const SLASH = 47;
const LOWER_CASE = 32;

/** Bytes that end an authority; bytes that it cannot contain: spaces, controls, and what URL parsers treat differently. */
const ENDS = 1;
const FORBIDDEN = 2;
const classOf: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === LF || "/?#".includes(String.fromCharCode(byte))) return ENDS;
  return byte <= 32 || byte === 127 || '\\;<>^`{|}"'.includes(String.fromCharCode(byte)) ? FORBIDDEN : 0;
});

/** The byte after `http(s)://authority`; -1 if the line does not start like that. LF ends the line. */
export function authorityEnd(bytes: Uint8Array, start: number): number {
  let at = start + 4;
  if (!spellsHttp(bytes, start)) return -1;
  if ((bytes[at]! | LOWER_CASE) === 115) at++;
  if (bytes[at] !== COLON || bytes[at + 1] !== SLASH || bytes[at + 2] !== SLASH) return -1;
  const authority = at + 3;
  at = authority;
  while (classOf[bytes[at]!] === 0) at++;
  // A CR before LF belongs to the line end, not to the authority.
  const isForbidden = classOf[bytes[at]!] === FORBIDDEN && !(bytes[at] === CR && bytes[at + 1] === LF);
  return at === authority || isForbidden ? -1 : at;
}

/** `http` in any case. */
function spellsHttp(bytes: Uint8Array, at: number): boolean {
  return (
    (bytes[at]! | LOWER_CASE) === 104 &&
    (bytes[at + 1]! | LOWER_CASE) === 116 &&
    (bytes[at + 2]! | LOWER_CASE) === 116 &&
    (bytes[at + 3]! | LOWER_CASE) === 112
  );
}
