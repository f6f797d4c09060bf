/** Checks of what callers pass in. Misuse throws and says what was expected and what came; what a site says never does. */

/** What came, in a word. */
export const kindOf = (value: unknown): string => (value === null ? "null" : typeof value);

/** @throws TypeError for what is neither text nor bytes. */
export function checkedBody(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  throw new TypeError(`body: expected a string or a Uint8Array; got ${kindOf(body)}`);
}

/** @throws TypeError for what is no object, such as a dialect's name. */
export function checkedOptions<T extends object>(name: string, options: T): T {
  if (typeof options === "object" && options !== null) return options;
  throw new TypeError(`${name}: expected an object; got ${kindOf(options)}`);
}

/** @throws TypeError for what is no array. */
export function checkedList<T>(name: string, list: readonly T[]): readonly T[] {
  if (Array.isArray(list)) return list;
  throw new TypeError(`${name}: expected an array; got ${kindOf(list)}`);
}

/** @throws TypeError for what is neither a string nor a URL; one that makes no sense is none of our business. */
export function textOfUrl(url: string | URL): string {
  if (typeof url === "string" || url instanceof URL) return String(url);
  throw new TypeError(`url: expected a string or a URL; got ${kindOf(url)}`);
}
