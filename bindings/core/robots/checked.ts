/** Checks of what callers pass in. Misuse throws and says what was expected and what came; what a site says never does. */
import { wrongType } from "../errors.ts";

/** @throws TypeError for what is neither text nor bytes. */
export function checkedBody(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  throw wrongType("body", "a string or a Uint8Array", body);
}

/** @throws TypeError for what is no object, such as a dialect's name. */
export function checkedOptions<T extends object>(name: string, options: T): T {
  if (typeof options === "object" && options !== null) return options;
  throw wrongType(name, "an object", options);
}

/** @throws TypeError for what is no array. */
export function checkedList<T>(name: string, list: readonly T[]): readonly T[] {
  if (Array.isArray(list)) return list;
  throw wrongType(name, "an array", list);
}

/** @throws TypeError for what is neither a string nor a URL; one that makes no sense is none of our business. */
export function textOfUrl(url: string | URL): string {
  if (typeof url === "string" || url instanceof URL) return String(url);
  throw wrongType("url", "a string or a URL", url);
}
