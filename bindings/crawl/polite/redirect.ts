/** The request that a redirect asks for (Fetch standard, HTTP-redirect fetch). */

import { type Refusal, refusal, withCode } from "../../base/errors.ts";
import { shownUrl } from "../../base/url.ts";
import { isRedirectStatus, targetOf } from "../../core/access/internal.ts";

/** A request as `fetch` takes it. */
export interface PageRequest {
  readonly url: string;
  readonly parsed: URL;
  readonly method: string;
  readonly headers: HeadersInit | undefined;
  readonly body: BodyInit | null | undefined;
}

/** Secrets for one origin, which no other gets. */
const SECRET_HEADERS = ["authorization", "cookie", "proxy-authorization"];
const BODY_HEADERS = ["content-encoding", "content-language", "content-location", "content-type", "content-length"];

/**
 * Whether the response leads to another URL.
 * @throws Error (ERR_UNSUPPORTED) in browsers, which hide where redirects lead.
 */
export function isRedirect(response: Response): boolean {
  const { status } = response;
  if (status !== 0 || response.type !== "opaqueredirect")
    return isRedirectStatus(status) && response.headers.has("location");
  throw withCode(new Error("fetch: expected to see where redirects lead; browsers hide it"), "ERR_UNSUPPORTED");
}

/** @throws Error (ERR_REDIRECT) for a target that is not an http or https URL, and for a body that cannot be sent again. */
export function redirected(request: PageRequest, response: Response): PageRequest {
  const location = response.headers.get("location") ?? "";
  const url = targetOf(request.url, location);
  if (url === undefined)
    throw redirectError(
      request.url,
      "a redirect to an http or https URL without a name and a password",
      shown(location),
    );
  const headers = new Headers(request.headers);
  const parsed = new URL(url);
  if (parsed.origin !== request.parsed.origin) for (const name of SECRET_HEADERS) headers.delete(name);
  if (becomesGet(request.method, response.status)) {
    for (const name of BODY_HEADERS) headers.delete(name);
    return { url, parsed, method: "GET", headers, body: null };
  }
  if (request.body instanceof ReadableStream)
    throw redirectError(request.url, "a body that can be sent again", "a stream");
  return { url, parsed, method: request.method, headers, body: request.body };
}

const becomesGet = (method: string, status: number): boolean =>
  (method === "POST" && (status === 301 || status === 302)) ||
  (status === 303 && method !== "GET" && method !== "HEAD");

export const redirectError = (url: string, expected: string, got: string): Error & Refusal =>
  refusal(`${shownUrl(url)}: expected ${expected}; got ${got}`, "ERR_REDIRECT");

/** Whatever may hold a password is not shown. */
const shown = (location: string): string => (location.includes("@") ? "one with an @" : JSON.stringify(location));
