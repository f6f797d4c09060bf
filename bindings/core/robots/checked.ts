/** Checks arguments. Misuse throws an error that says what was expected and what was given; the content of a site never does. */
import { wrongType } from "../errors.ts";

/** @throws TypeError unless `body` is a string or a Uint8Array. */
export function checkedBody(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  throw wrongType("body", "a string or a Uint8Array", body);
}

/** @throws TypeError unless `options` is an object; callers pass the name of a dialect by mistake. */
export function checkedOptions<T extends object>(name: string, options: T): T {
  if (typeof options === "object" && options !== null) return options;
  throw wrongType(name, "an object", options);
}

/** @throws TypeError unless `list` is an array. */
export function checkedList<T>(name: string, list: readonly T[]): readonly T[] {
  if (Array.isArray(list)) return list;
  throw wrongType(name, "an array", list);
}

/** Does not check whether the URL is valid. @throws TypeError unless `url` is a string or a URL. */
export function textOfUrl(url: string | URL): string {
  if (typeof url === "string" || url instanceof URL) return String(url);
  throw wrongType("url", "a string or a URL", url);
}
