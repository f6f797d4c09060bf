/** Makes a Response from what came: the only place that does. */

/** What a response says of itself besides its body. */
export type ResponseHead = Pick<Response, "status" | "statusText" | "headers" | "url">;

/** What `new Response` takes with a body. It refuses the other statuses of three digits (RFC 9110 §15). */
const takesBody = (status: number): boolean =>
  status >= 200 && status <= 599 && status !== 204 && status !== 205 && status !== 304;

/**
 * A response with the head as it came. `new Response` throws for a status beyond 599 and for a reason phrase beyond Latin-1, although
 * HTTP allows both to be received (RFC 9110 §15, RFC 9112 §4). So the response itself says what it was.
 */
export function responseWith(
  body: ReadableStream<Uint8Array>,
  { status, statusText, headers, url }: ResponseHead,
): Response {
  const made = new Response(body, { status: takesBody(status) ? status : 200, headers });
  return saying(made, { status, statusText, url, ok: status >= 200 && status <= 299 });
}

type Said = Pick<Response, "status" | "statusText" | "url" | "ok">;

/** The same response with these properties, and its clones too. They are its prototype's, so that others can override them. */
function saying(response: Response, said: Said): Response {
  const clone = function (this: Response): Response {
    return saying(Response.prototype.clone.call(this), said);
  };
  const own = Object.entries({ ...said, clone }).map(([name, value]) => [name, { value, writable: true }]);
  return Object.setPrototypeOf(response, Object.create(Object.getPrototypeOf(response), Object.fromEntries(own)));
}
