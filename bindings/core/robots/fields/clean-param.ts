/**
 * Clean-param (Yandex): `p0[&p1…] [path]` names query parameters that do not change the content of a page. `cleanUrl`
 * removes them. The path is a prefix that may contain `*`. Yandex allows at most 500 characters.
 */
import { checkedList, textOfUrl } from "../../../base/arguments.ts";
import { MAX_CLEAN_PARAM_LENGTH } from "../../limits.ts";
import { allOf, type Field } from "./field.ts";

/** A Clean-param line. */
export interface CleanParam {
  /** Names; case matters. */
  readonly params: readonly string[];
  /** Where they may be removed: a prefix that may contain `*`; "/" for the whole site. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** Returns undefined if the value is too long, has no parameter, or has an invalid path. */
export function parseCleanParam(value: string): Omit<CleanParam, "line"> | undefined {
  if (value.length > MAX_CLEAN_PARAM_LENGTH) return undefined;
  const [names = "", path = "/", ...more] = value.split(/\s+/);
  const params = names.split("&").filter((name) => name !== "");
  return params.length > 0 && more.length === 0 && /^[/*]/.test(path) ? { params, path } : undefined;
}

export const cleanParamsOf = (fields: readonly Field[]): readonly CleanParam[] =>
  allOf(fields, "clean-param", ({ value, line }) => {
    const parsed = parseCleanParam(value);
    return parsed && { ...parsed, line };
  });

/**
 * Removes the parameters of `cleanParams` from a URL, absolute or starting with its path. The rest of the URL stays the
 * same, byte for byte.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string or URL, and an array.
 * @example
 * ```ts
 * import { cleanUrl, parse } from "robots-wasm";
 *
 * const { cleanParams } = parse("User-agent: *\nClean-param: ref&sid /shop\n");
 * cleanUrl("https://example.com/shop/lamp?sid=7&colour=red", cleanParams); // "https://example.com/shop/lamp?colour=red"
 * ```
 */
export function cleanUrl(url: string | URL, cleanParams: readonly CleanParam[]): string {
  const text = textOfUrl(url);
  const [address = ""] = text.split("#", 1);
  const question = address.indexOf("?");
  if (question < 0) return text;
  const path = addressPath(address.slice(0, question));
  const removed = new Set(
    checkedList("cleanParams", cleanParams)
      .filter((one) => startsWith(path, one.path))
      .flatMap(({ params }) => params),
  );
  const query = address.slice(question + 1).split("&");
  const kept = query.filter((part) => !removed.has(part.split("=", 1)[0]!));
  if (kept.length === query.length) return text;
  return address.slice(0, question) + (kept.length > 0 ? `?${kept.join("&")}` : "") + text.slice(address.length);
}

function addressPath(address: string): string {
  if (address.startsWith("/")) return address;
  const slash = address.indexOf("/", address.indexOf("://") + 3);
  return slash < 0 ? "/" : address.slice(slash);
}

/** Finds each segment between stars as early as possible. Linear, because patterns are short. */
function startsWith(path: string, pattern: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  let at = path.startsWith(head) ? head.length : -1;
  for (const segment of rest) {
    const found = at < 0 ? -1 : path.indexOf(segment, at);
    at = found < 0 ? -1 : found + segment.length;
  }
  return at >= 0;
}
