/**
 * What URL parsers read in two ways in a host beyond ASCII, because they have other versions of Unicode and IDNA: Node.js 20 and 24,
 * ada 1.32, x/net/idna 0.50 and ICU 77 were asked about every code point on 2026-11-28. The module refuses it, so that no host of the
 * module allows what another refuses.
 */
import { DELETE } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { codeAt } from "./punycode";

const HYPHEN: u32 = 45;
const NON_JOINER: u32 = 0x200c;
const JOINER: u32 = 0x200d;

/** The first and the last code point of each range, in their order. */
const RANGES: StaticArray<u32> = [
  0x4c0, 0x4c0, 0x61d, 0x61d, 0x870, 0x8ff, 0xc3c, 0xc3c, 0xc5c, 0xc5c, 0xcdc, 0xcdc, 0xcf3, 0xcf3, 0xece, 0xece,
  0x10a0, 0x10c5, 0x115f, 0x1160, 0x1715, 0x1715, 0x17b4, 0x17b5, 0x1806, 0x1806, 0x180e, 0x180e, 0x1ab0, 0x1aff,
  0x1b4e, 0x1b4f, 0x1b7f, 0x1b7f, 0x1c89, 0x1c8a, 0x1df6, 0x1dfa, 0x1e9e, 0x1e9e, 0x2061, 0x2063, 0x206a, 0x206f,
  0x20c1, 0x20c1, 0x2132, 0x2132, 0x2183, 0x2183, 0x2427, 0x2429, 0x2b96, 0x2b96, 0x3164, 0x3164, 0x31e4, 0x31e5,
  0xa7cb, 0xa7cf, 0xa7d2, 0xa7d2, 0xa7d4, 0xa7d4, 0xa7da, 0xa7f1, 0xfbc2, 0xfbd2, 0xfd90, 0xfdce, 0xffa0, 0xffa0,
  0x105c0, 0x105f3, 0x10940, 0x10959, 0x10d40, 0x10d8f, 0x10ec2, 0x10efc, 0x10f70, 0x10f81, 0x10f86, 0x10f89, 0x11070,
  0x11070, 0x11073, 0x11074, 0x110c2, 0x110c2, 0x11241, 0x11241, 0x11380, 0x113e2, 0x116d0, 0x116e3, 0x11b60, 0x11bf9,
  0x11db0, 0x11de9, 0x11f00, 0x11f01, 0x11f03, 0x11f03, 0x11f34, 0x11f42, 0x11f5a, 0x11f5a, 0x13440, 0x13440, 0x13447,
  0x143fa, 0x16100, 0x16139, 0x16d40, 0x16d79, 0x16ea0, 0x16ed3, 0x16ff2, 0x16ff6, 0x187f8, 0x187ff, 0x18cff, 0x18cff,
  0x18d09, 0x18df2, 0x1cc00, 0x1cf46, 0x1d173, 0x1d17a, 0x1e08f, 0x1e08f, 0x1e2ae, 0x1e2ae, 0x1e4ec, 0x1e4ef, 0x1e5d0,
  0x1e6ff, 0x1f6d8, 0x1f6d8, 0x1f777, 0x1f77a, 0x1f8b2, 0x1f8d8, 0x1fa54, 0x1fa57, 0x1fa89, 0x1fa8f, 0x1fabe, 0x1fabe,
  0x1fac6, 0x1facd, 0x1fadc, 0x1fadf, 0x1fae9, 0x1faef, 0x1fbcb, 0x1fbef, 0x1fbfa, 0x1fbfa, 0x2b73a, 0x2b73f, 0x2cea2,
  0x2cead, 0x2ebf0, 0x2ee5d, 0x2f868, 0x2f868, 0x2f874, 0x2f874, 0x2f91f, 0x2f91f, 0x2f95f, 0x2f95f, 0x2f9bf, 0x2f9bf,
  0x323b0, 0x33479,
];

/** Letters of Hebrew, Arabic, Syriac, Thaana and N'Ko that have been right-to-left in every version. */
const LETTERS: StaticArray<u32> = [
  0x5d0, 0x5ea, 0x620, 0x63f, 0x641, 0x64a, 0x671, 0x674, 0x679, 0x6d3, 0x6d5, 0x6d5, 0x6ee, 0x6ef, 0x6fa, 0x6fc, 0x6ff,
  0x6ff, 0x710, 0x710, 0x712, 0x72f, 0x780, 0x7a5, 0x7ca, 0x7ea,
];

/** The blocks that hold all characters that are written from right to left. */
const RIGHT_TO_LEFT: StaticArray<u32> = [
  0x590, 0x8ff, 0xfb1d, 0xfdff, 0xfe70, 0xfeff, 0x10800, 0x10fff, 0x1e800, 0x1efff,
];

function isIn(ranges: StaticArray<u32>, code: u32): bool {
  for (let i = 0; i < ranges.length; i += 2) {
    countTurn();
    if (code <= unchecked(ranges[i + 1])) return code >= unchecked(ranges[i]);
  }
  return false;
}

/** Whether the label that was read has a code point that parsers read in two ways, or joiners in an odd place. */
export function isUncertain(count: i32): bool {
  for (let i = 0; i < count; i++) {
    countTurn();
    const code = codeAt(i);
    if (code <= DELETE) continue;
    if (isIn(RANGES, code)) return true;
    // RFC 5892 appendix A: parsers differ on joiners at an edge, and on two in a row.
    if (isJoiner(code) && (i == 0 || i + 1 == count || isJoiner(codeAt(i + 1)))) return true;
  }
  return false;
}

function isJoiner(code: u32): bool {
  return code == NON_JOINER || code == JOINER;
}

export function hasRightToLeft(count: i32): bool {
  for (let i = 0; i < count; i++) {
    countTurn();
    if (codeAt(i) > DELETE && isIn(RIGHT_TO_LEFT, codeAt(i))) return true;
  }
  return false;
}

/**
 * Whether every parser accepts the label in a name with right-to-left labels (RFC 5893 §2): letters of one direction, digits and
 * hyphens, a letter first, and no hyphen last. Other labels may be valid too, but parsers differ on them.
 */
export function isSureOfDirection(count: i32): bool {
  if (count == 0) return true;
  const isRight = hasRightToLeft(count);
  for (let i = 0; i < count; i++) {
    countTurn();
    const code = codeAt(i);
    const isLetter = isRight ? isIn(LETTERS, code) : code - 97 < 26;
    if (!isLetter && (i == 0 || !(code - 48 < 10 || (code == HYPHEN && i + 1 < count)))) return false;
  }
  return true;
}
