/** Bytes as text with one character for each byte, so that the methods of strings work on them. */

/** A call takes no more arguments than the stack has room for. */
const MAX_ARGUMENTS = 8192;

export function textOfBytes(bytes: Uint8Array): string {
  if (bytes.length <= MAX_ARGUMENTS) return Reflect.apply(String.fromCharCode, undefined, bytes);
  let text = "";
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS) text += textOfBytes(bytes.subarray(at, at + MAX_ARGUMENTS));
  return text;
}

export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
