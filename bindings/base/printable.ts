/** Text of strangers, so that it cannot change what a terminal shows around it. */

/** What does: controls, line and paragraph separators, bidirectional controls. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const hex = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, "0");

/** Escapes such characters. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) =>
    character <= "\xff" ? `\\x${hex(character, 2)}` : `\\u${hex(character, 4)}`,
  );

/** Escapes them in text of several lines, whose line feeds stay. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** A value as JSON. Readers of JSON get the same text back; a terminal gets no such characters. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(UNPRINTABLE, (character) => `\\u${hex(character, 4)}`);

export const jsonLine = (value: unknown): string => `${jsonText(value)}\n`;
