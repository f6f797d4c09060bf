/**
 * The runtime's URL parser, without exceptions. Do not use `URL.canParse`: in Node 20 and 22 it rejects
 * `http://bücher.example/` after some thousand calls, because V8 then calls code that takes Latin-1 for UTF-8.
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
