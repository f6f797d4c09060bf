/**
 * The bytes that have a meaning in a robots.txt or a URL, by name. scripts/build-wasm.mjs copies them into
 * bindings/base/characters.ts: this file is the one source for both languages.
 */
export const NUL: u8 = 0;
export const TAB: u8 = 9;
export const LF: u8 = 10;
export const VT: u8 = 11;
export const FF: u8 = 12;
export const CR: u8 = 13;
export const SPACE: u8 = 32;
export const HASH: u8 = 35;
export const DOLLAR: u8 = 36;
export const PERCENT: u8 = 37;
export const QUOTE: u8 = 39;
export const STAR: u8 = 42;
export const HYPHEN: u8 = 45;
export const DOT: u8 = 46;
export const SLASH: u8 = 47;
export const COLON: u8 = 58;
export const SEMICOLON: u8 = 59;
export const LESS: u8 = 60;
export const GREATER: u8 = 62;
export const QUESTION: u8 = 63;
export const AT_SIGN: u8 = 64;
export const BRACKET: u8 = 91;
export const BACKSLASH: u8 = 92;
export const CLOSING_BRACKET: u8 = 93;
export const BAR: u8 = 124;
export const DELETE: u8 = 127;

/** Stands for `*` in canonical patterns. Canonical patterns and paths hold no other NUL. */
export const WILDCARD: u8 = 0;
