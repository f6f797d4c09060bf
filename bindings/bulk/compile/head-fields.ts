/**
 * The fields of WARC and HTTP heads. Lines end in LF, with or without CR; a line that begins with space or tab continues the
 * field before it, also one without a value so far (RFC 9112 §5.2). Linear in the head.
 */
import { SPACE, TAB } from "../../base/characters.ts";

const decoder = new TextDecoder();

/** Fields by their names in lower case. Fields without a value are absent, and values of one name are joined by commas. */
export type HeadFields = ReadonlyMap<string, string>;

/** @param head the first line, the lines of fields, and the empty line */
export function fieldsIn(head: Buffer): HeadFields {
  const text = textOf(head.subarray(head.indexOf("\n", 0, "latin1") + 1));
  const fields = new Map<string, string>();
  let name = "";
  let value = "";
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    if ((name !== "" || value !== "") && isContinuation(line))
      value = value === "" ? line.trim() : value + line.trimEnd();
    else {
      addField(fields, name, value);
      const colon = line.indexOf(":");
      name = line.slice(0, Math.max(0, colon)).trimStart();
      value = colon < 0 ? "" : line.slice(colon + 1).trim();
    }
    start = end + 1;
  }
  addField(fields, name, value);
  return fields;
}

/** Heads are nearly always ASCII; others are UTF-8. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  return /[\x80-\xff]/.test(text) ? decoder.decode(bytes) : text;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

function isContinuation(line: string): boolean {
  const first = line.charCodeAt(0);
  return first === SPACE || first === TAB;
}

/** Values with CR or NUL are not those of a field (RFC 9110 §5.5). */
function addField(fields: Map<string, string>, name: string, value: string): void {
  if (value === "" || value.includes("\r") || value.includes("\0")) return;
  const key = name.toLowerCase();
  const known = fields.get(key);
  fields.set(key, known === undefined ? value : `${known}, ${value}`);
}
