/** Bytes with a meaning in logs, besides those of base/characters.ts. */
export const QUOTE = 34;
export const ZERO = 48;
export const NINE = 57;
export const OBJECT = 123;
export const OBJECT_END = 125;
export const TILDE = 126;
