/**
 * The URL standard's own parser, without exceptions. `URL.canParse` is asked nowhere: Node 20's refuses
 * `http://bücher.example/` once it has run some thousand times, because what it becomes then takes Latin-1 for UTF-8.
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
