/**
 * The URL standard's own parser, without exceptions. `URL.canParse` is asked nowhere: in Node 20 and 22 it refuses
 * `http://bücher.example/` after some thousand calls, because what V8 then calls takes Latin-1 for UTF-8.
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
