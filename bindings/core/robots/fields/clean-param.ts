/**
 * Clean-param (Yandex): query parameters that do not change what a page shows, `p0[&p1…] [path]`, and the removal of
 * them from a URL. The path is a prefix that may hold `*`. At most 500 characters, as Yandex has it.
 */
import { checkedList, textOfUrl } from "../checked.ts";
import { allOf, type Field } from "./field.ts";

/** A Clean-param line. */
export interface CleanParam {
  /** Names, compared as they are spelled. */
  readonly params: readonly string[];
  /** Where they may be removed: a prefix that may hold `*`; "/" for everywhere. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

const MAX_LENGTH = 500;

/** Undefined for a value that is too long, has no parameter, or a path that is none. */
export function parseCleanParam(value: string): Omit<CleanParam, "line"> | undefined {
  if (value.length > MAX_LENGTH) return undefined;
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
 * The URL, absolute or from the path on, without the parameters that may go; all else as it was, byte for byte.
 * @throws TypeError for what is no string or URL, or no list.
 */
export function cleanUrl(url: string | URL, cleanParams: readonly CleanParam[]): string {
  const text = textOfUrl(url);
  const [address = ""] = text.split("#", 1);
  const question = address.indexOf("?");
  if (question < 0) return text;
  const path = pathOf(address.slice(0, question));
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

function pathOf(address: string): string {
  if (address.startsWith("/")) return address;
  const slash = address.indexOf("/", address.indexOf("://") + 3);
  return slash < 0 ? "/" : address.slice(slash);
}

/** Each segment between stars as early as it can be; linear, since a pattern is short. */
function startsWith(path: string, pattern: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  let at = path.startsWith(head) ? head.length : -1;
  for (const segment of rest) {
    const found = at < 0 ? -1 : path.indexOf(segment, at);
    at = found < 0 ? -1 : found + segment.length;
  }
  return at >= 0;
}
