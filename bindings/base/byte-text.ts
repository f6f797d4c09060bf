/** Bytes as text with one character for each byte, so that the methods of strings work on them. */

export function textOfBytes(bytes: Uint8Array): string {
  let text = "";
  // A call takes no more arguments than the stack has room for.
  for (let at = 0; at < bytes.length; at += 8192)
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8192));
  return text;
}

export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
