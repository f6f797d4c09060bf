/** Text from a file, a URL or a header, shown as text: control characters and direction marks become visible. */
import type { VNode } from "preact";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is made visible
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A line of a stranger may have megabytes; browsers take seconds to lay it out. */
const MAX_CHARACTERS = 2000;

const cut = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);

export const visible = (text: string): string =>
  cut(text).replace(INVISIBLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A message of the linter, as a sentence begins. */
export const sentence = (text: string): string => visible(text.charAt(0).toUpperCase() + text.slice(1));

/** `bdi` keeps text that runs from right to left from reordering what stands around it. */
export const Code = ({ text }: { text: string }): VNode => (
  <bdi>
    <code>{visible(text)}</code>
  </bdi>
);

export const Plain = ({ text }: { text: string }): VNode => <bdi>{visible(text)}</bdi>;
