/** A `fetch` that obeys robots.txt: verdict, turn, request, and the same for each redirect. */
import { checkedNumber } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { absolute } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { isNode } from "../../base/runtime.ts";
import { settingsOf } from "../client/client.ts";
import { MAX_TIMER_MS } from "../client/client-options.ts";
import { permitted } from "../client/connection-check.ts";
import type { Fetch, FetchInit, RobotsClient } from "../client/index.ts";
import { isRepeatable } from "../client/lost-connections.ts";
import { type Permission, Route } from "../client/permission.ts";
import { checkResponse, expectFetch } from "../client/transport.ts";
import { noticingEnd } from "./body-end.ts";
import { noticingReads } from "./body-reads.ts";
import { Exchange } from "./exchange.ts";
import type { PageRobots } from "./page-robots.ts";
import { isRedirect, type PageRequest, redirectError, redirected } from "./redirect.ts";
import { checkedVisitorOptions, DEFAULT_REDIRECTS, type Visit, Visitor, type VisitorOptions } from "./visitor.ts";

/** Options of `politeFetch`. All are optional. */
export interface PoliteOptions extends VisitorOptions {
  /** What requests are made with. Default: the client's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * How long one request may take, its body included, without waiting for its turn. Default 300,000, which is when Node's own `fetch`
   * gives up; a shorter time costs about 20 µs of processor time a request.
   */
  readonly timeoutMs?: number;
}

const politeOptions: KnownOptions<PoliteOptions> = {
  pace: 1,
  minIntervalMs: 1,
  fetch: 1,
  maxRedirects: 1,
  timeoutMs: 1,
};

/** Called with the caller's method and body as well, which the requests of the client do not have. */
interface RequestFetch extends Pick<Fetch, "reach"> {
  (url: string, init: RequestInit & Pick<FetchInit, "mayConnect">): Promise<Response>;
}

/** A function that is called like `fetch`. */
export type PoliteFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What is known of a response is worked out when somebody asks. */
const known = new WeakMap<Response, () => PageRobots>();

/** What robots.txt and headers say about a response of `politeFetch`; undefined for another one. */
export function robotsOf(response: Response): PageRobots | undefined {
  if (typeof response === "object" && response !== null) return known.get(response)?.();
  throw wrongType("response", "a Response", response);
}

/**
 * Returns a `fetch` that requests a URL only if its robots.txt allows it, in the turn of its host, and decides and paces each
 * redirect too. Read or cancel every body: the turn of the host ends with it.
 * @throws TypeError or RangeError for invalid arguments. The function rejects with RobotsRefused (ERR_ROBOTS_REFUSED, with the
 *   `decision`), ERR_TOO_SLOW, ERR_REDIRECT, ERR_ADDRESS_REFUSED, ERR_TIMEOUT, the signal's reason, and what `fetch` throws.
 */
export function politeFetch(client: RobotsClient, options: PoliteOptions = {}): PoliteFetch {
  const trips = new Trips(client, checkedPolite(options));
  return (input, init) => trips.make(input, init);
}

function checkedPolite(options: PoliteOptions): PoliteOptions {
  const read = checkedVisitorOptions(checkedOptions("options", options, politeOptions));
  const { timeoutMs = 1 } = read;
  checkedNumber("timeoutMs", timeoutMs, [1, MAX_TIMER_MS]);
  return read;
}

/** As long as Node's own `fetch` waits for the head of a response. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** One request in its turn. */
interface Attempt {
  readonly visit: Visit;
  readonly permission: Permission;
  readonly signal: AbortSignal | undefined;
  /** The second one. */
  readonly isAgain: boolean;
}

/** Requests with all that their redirects lead to. */
export class Trips {
  readonly #visitor: Visitor;
  readonly #settings: ReturnType<typeof settingsOf>;
  readonly #fetch: RequestFetch;
  /** Whether the responses of the `fetch` are read by their methods and streams alone. */
  readonly #isKnown: boolean;
  /** Whether the `fetch` gives a silent server up by itself. With a signal, each request would take a fifth longer. */
  readonly #isPatient: boolean;
  readonly #maxRedirects: number;
  readonly #timeoutMs: number;

  constructor(
    client: RobotsClient,
    { maxRedirects = DEFAULT_REDIRECTS, timeoutMs = DEFAULT_TIMEOUT_MS, fetch, ...rest }: PoliteOptions,
  ) {
    expectFetch(fetch);
    this.#settings = settingsOf(client);
    const { isGlobalFetch, fetch: own } = this.#settings;
    // What it returns is checked when it does.
    this.#fetch = (fetch ?? own) as RequestFetch;
    this.#visitor = new Visitor(client, rest, (fetch ?? own).reach);
    this.#isKnown = isNode() && fetch === undefined && (isGlobalFetch || "connects" in own);
    this.#isPatient = this.#isKnown && isGlobalFetch && timeoutMs >= DEFAULT_TIMEOUT_MS;
    this.#maxRedirects = maxRedirects;
    this.#timeoutMs = timeoutMs;
  }

  /** @param route remembers where earlier requests have been. */
  async make(
    input: string | URL | Request,
    init: RequestInit = {},
    route: Route = new Route(this.#settings.addresses),
  ): Promise<Response> {
    const signal = (init.signal ?? (input instanceof Request ? input.signal : undefined)) || undefined;
    const mode = init.redirect ?? (input instanceof Request ? input.redirect : "follow");
    const redirects: string[] = [];
    let waitedMs = 0;
    for (let request = requestOf(input, init); ; ) {
      const permission = route.next(request.parsed);
      let visit: Visit;
      let response: Response | undefined;
      let isAgain = false;
      do {
        visit = await this.#visitor.enter(request, permission, signal);
        waitedMs += visit.waitedMs;
        response = await this.#request(request, init, { visit, permission, signal, isAgain });
        isAgain ||= !visit.turn.isLost;
      } while (response === undefined);
      if (mode === "manual" || !isRedirect(response)) {
        known.set(
          response,
          once(() => visit.robots(response.headers, waitedMs, redirects)),
        );
        return response;
      }
      await response.body?.cancel();
      if (mode === "error")
        throw redirectError(request.url, 'no redirect (redirect: "error")', String(response.status));
      request = redirected(request, response);
      redirects.push(request.url);
      if (redirects.length > this.#maxRedirects)
        throw redirectError(request.url, `at most ${this.#maxRedirects} redirects`, "more");
    }
  }

  /**
   * The visit ends with the body, also if it breaks or takes too long.
   * @returns undefined if the request is to be asked again in a new turn: a kept connection was closed before the server read it, or its turn
   *   was over before it was sent.
   */
  async #request(
    request: PageRequest,
    init: RequestInit,
    { visit, permission, signal, isAgain }: Attempt,
  ): Promise<Response | undefined> {
    const exchange = new Exchange(visit, this.#timeoutMs, signal);
    try {
      const own = {
        ...withBody(request, this.#settings.userAgent),
        redirect: "manual",
        signal: this.#isPatient ? signal : exchange.signal,
      } as const;
      const { addressBook } = this.#settings;
      const { turn } = visit;
      const arriving = permitted(this.#fetch, request.parsed, { permission, addressBook, turn }, (mayConnect) =>
        this.#fetch(request.url, { ...init, ...own, mayConnect } as never),
      );
      const response = checkResponse(await arrived(arriving, exchange));
      this.#settings.lost.answered(request.parsed.origin);
      visit.arrived(response.status, response.headers);
      return (this.#isKnown ? noticingReads : noticingEnd)(response, exchange);
    } catch (error) {
      const isLost = !isAgain && this.#settings.lost.mayRepeat(request.parsed.origin, error);
      if (visit.turn.isLost || (isLost && isRepeatable(request.method, request.body, signal))) {
        exchange.end("cancel");
        // A stream that is being read cannot be sent in another turn.
        if (request.body instanceof ReadableStream && request.body.locked) visit.turn.check();
        return undefined;
      }
      exchange.end("error", error);
      throw error;
    }
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** @throws TypeError (ERR_INVALID_URL) unless given an absolute URL; what `new Request` throws for other mistakes. */
function requestOf(input: string | URL | Request, init: RequestInit): PageRequest {
  const request = input instanceof Request ? input : undefined;
  const parsed = absolute(request?.url ?? (input as string | URL));
  if (parsed.hash !== "") parsed.hash = "";
  const method = (init.method ?? request?.method ?? "GET").toUpperCase();
  return {
    url: parsed.href,
    parsed,
    method,
    headers: init.headers ?? request?.headers,
    body: init.body ?? request?.body,
  };
}

/** A `fetch` that ignores its signal holds nobody up. What it returns later is not read. */
async function arrived(response: Promise<Response>, exchange: Exchange): Promise<Response> {
  try {
    return await exchange.within(response);
  } catch (error) {
    response.then(({ body }) => body?.cancel()).catch(() => undefined);
    throw error;
  }
}

/** Node asks for `duplex` beside a stream. A redirect may have dropped the body of the first request: null replaces it. */
const withBody = ({ method, headers, body = null }: PageRequest, userAgent: string): RequestInit => ({
  method,
  headers: fetchHeaders(headers, userAgent),
  body,
  ...(body instanceof ReadableStream && { duplex: "half" }),
});

function fetchHeaders(given: HeadersInit | undefined, userAgent: string): HeadersInit {
  if (given === undefined) return { "user-agent": userAgent };
  const headers = new Headers(given);
  if (!headers.has("user-agent")) headers.set("user-agent", userAgent);
  return headers;
}
