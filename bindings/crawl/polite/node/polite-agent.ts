/**
 * A dispatcher for undici that obeys robots.txt. The order of interceptors decides whether it does: `redirect` and `retry` have to
 * stand outside, so that each of their requests is decided and takes a turn, and name lookup inside, so that URLs have names. So
 * there is a whole agent here and no interceptor.
 */
import { stringify } from "node:querystring";
import { Agent, type Dispatcher, getGlobalDispatcher, interceptors } from "undici";
import { retryAfterMs } from "../../../access/internal.ts";
import { withCode, wrongType, wrongValue } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import type { PaceOutcome, RobotsClient } from "../../../client/index.ts";
import { checkedMethods, settingsOf } from "../../../client/internal.ts";
import { isPublicAddress } from "../../../client/node/index.ts";
import { connectorOf } from "../../../client/node/internal.ts";
import { type PageRobots, pageRobots } from "../page-robots.ts";
import { type PolitePace, type Visit, Visitor } from "../visitor.ts";

/** Options of `politeAgent`. All are optional. */
export interface PoliteAgentOptions {
  /** Where requests wait for their turns. Default: the client's `pace`, or else one that all functions share for this client. */
  readonly pace?: PolitePace;
  /** The own minimum between two requests to one host, in milliseconds. Default 0. */
  readonly minIntervalMs?: number;
  /** How many redirects are followed; `fetch` follows its own 20. A response beyond is returned as it is. Default 5. */
  readonly maxRedirects?: number;
  /** How often a failed request is repeated, each time in a turn of its own. Default 0. */
  readonly maxRetries?: number;
  /** What connects, such as an `Agent` with interceptors for DNS. Default: one that keeps to the client's `addresses`. */
  readonly dispatcher?: Dispatcher;
  /** Called for every response, redirects included, before its body. Its exceptions fail the request. */
  readonly onResponse?: (robots: Omit<PageRobots, "redirects">) => void;
}

const agentOptions: KnownOptions<PoliteAgentOptions> = {
  pace: 1,
  minIntervalMs: 1,
  maxRedirects: 1,
  maxRetries: 1,
  dispatcher: 1,
  onResponse: 1,
};

/**
 * Returns a dispatcher for `fetch` and `request` of undici. Requests that robots.txt refuses fail with RobotsRefused
 * (ERR_ROBOTS_REFUSED, with the `decision`); `fetch` has it as the `cause`. Read or destroy every body: the turn of the host ends
 * with it.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for
 *   invalid arguments.
 */
export function politeAgent(client: RobotsClient, options: PoliteAgentOptions = {}): Dispatcher {
  const { maxRedirects = 5, maxRetries = 0, dispatcher, onResponse, ...rest } = checked(options);
  const settings = settingsOf(client);
  const visitor = new Visitor(client, rest);
  const gate = new Gate(visitor, settings, onResponse, () => agent);
  const inner = dispatcher ?? new Agent(settings.addresses === "public" ? { connect: connectorOf(PUBLIC) } : {});
  const agent: Dispatcher = inner.compose(
    (dispatch) => (request, handler) => gate.pass(dispatch, request, handler),
    ...(maxRetries > 0 ? [interceptors.retry({ maxRetries })] : []),
    interceptors.redirect({ maxRedirections: maxRedirects }),
  );
  return agent;
}

const PUBLIC = { isAllowed: isPublicAddress, lookup: undefined, connectTimeoutMs: 5000 };

function checked(options: PoliteAgentOptions): PoliteAgentOptions {
  const { pace, dispatcher, onResponse, ...counts } = checkedOptions("options", options, agentOptions);
  if (pace !== undefined) checkedMethods("pace", pace, "acquire", "limit");
  if (dispatcher !== undefined) checkedMethods("dispatcher", dispatcher, "dispatch", "compose");
  if (onResponse !== undefined && typeof onResponse !== "function")
    throw wrongType("onResponse", "a function", onResponse);
  for (const [name, value] of Object.entries(counts))
    if (!(Number.isInteger(value) && value >= 0)) throw wrongValue(name, "a number from 0 on", value);
  return options;
}

type Dispatch = Dispatcher["dispatch"];
type Settings = ReturnType<typeof settingsOf>;
type OnResponse = PoliteAgentOptions["onResponse"];

class Gate {
  readonly #visitor: Visitor;
  readonly #settings: Settings;
  readonly #onResponse: OnResponse;
  readonly #agent: () => Dispatcher;

  constructor(visitor: Visitor, settings: Settings, onResponse: OnResponse, agent: () => Dispatcher) {
    this.#visitor = visitor;
    this.#settings = settings;
    this.#onResponse = onResponse;
    this.#agent = agent;
  }

  pass(dispatch: Dispatch, request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // undici hands an error over before there is a request to control.
    const fail = (error: Error): void => handler.onResponseError?.(null as never, error);
    this.#start(dispatch, request, handler).catch(fail);
    return true;
  }

  async #start(
    dispatch: Dispatch,
    request: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): Promise<void> {
    this.#expectOtherFetch();
    const { url, path } = targetOf(request);
    const visit = await this.#visitor.enter(url, signalOf(request));
    const { userAgent } = this.#settings;
    const own = { path, query: undefined, headers: withUserAgent(request.headers, userAgent) } as object;
    try {
      dispatch({ ...request, ...own }, new LeasedHandler(handler, visit, this.#settings, this.#onResponse));
    } catch (error) {
      visit.lease.release();
      throw error;
    }
  }

  /** The client's own requests would wait for themselves. */
  #expectOtherFetch(): void {
    if (!this.#settings.isGlobalFetch || getGlobalDispatcher() !== this.#agent()) return;
    const message =
      "politeAgent: expected the client to have a fetch of its own, such as nodeFetch(); got the global one";
    throw withCode(new Error(message), "ERR_UNSUPPORTED");
  }
}

/** What is sent is what is decided: a path such as `//other.example/` stays a path, and the query is part of it. */
function targetOf({ origin, path, query, method }: Dispatcher.DispatchOptions & { query?: object | null }): {
  url: string;
  path: string;
} {
  if (origin === undefined || origin === null || !path.startsWith("/") || (method as string) === "CONNECT")
    throw withCode(
      new TypeError(`url: expected an origin and a path; got ${String(origin)} and ${path}`),
      "ERR_INVALID_URL",
    );
  const words = stringify((query ?? {}) as never);
  const whole = words === "" ? path : `${path}?${words}`;
  return { url: `${new URL(origin).origin}${whole}`, path: whole };
}

function signalOf(request: object): AbortSignal | undefined {
  const { signal } = request as { signal?: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}

type RequestHeaders = Dispatcher.DispatchOptions["headers"];

/** Headers of undici are an object, pairs, or names and values in turns. */
function withUserAgent(headers: RequestHeaders, userAgent: string): RequestHeaders {
  const pairs = pairsOf(headers);
  if (pairs.some(isNamed)) return headers;
  return [...pairs.filter(([name]) => !isUserAgent(name)), ["user-agent", userAgent]].flat() as string[];
}

type Pair = readonly [name: string, value: unknown];

function pairsOf(headers: RequestHeaders): Pair[] {
  if (headers === undefined || headers === null) return [];
  if (Array.isArray(headers))
    return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]] as Pair] : []));
  return Symbol.iterator in headers ? [...(headers as Iterable<Pair>)] : Object.entries(headers);
}

const isUserAgent = (name: string): boolean => name.toLowerCase() === "user-agent";
/** `fetch` of undici names itself where the caller does not name the crawler. */
const isNamed = ([name, value]: Pair): boolean => isUserAgent(name) && value !== "undici" && value !== "node";

/** Passes everything on, and ends the lease with the response. */
class LeasedHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #visit: Visit;
  readonly #settings: Settings;
  readonly #onResponse: OnResponse;
  #outcome: PaceOutcome | undefined;

  constructor(handler: Dispatcher.DispatchHandler, visit: Visit, settings: Settings, onResponse: OnResponse) {
    this.#handler = handler;
    this.#visit = visit;
    this.#settings = settings;
    this.#onResponse = onResponse;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(...words: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestUpgrade"]>>): void {
    this.#visit.lease.release({ status: words[1] });
    this.#handler.onRequestUpgrade?.(...words);
  }

  onResponseStart(...words: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>): void {
    const [, status, headers] = words;
    // Informational responses come before the response.
    if (status >= 200) this.#take(status, headers);
    this.#handler.onResponseStart?.(...words);
  }

  onResponseData(...words: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseData"]>>): void {
    this.#handler.onResponseData?.(...words);
  }

  onResponseEnd(...words: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>): void {
    this.#visit.lease.release(this.#outcome);
    this.#handler.onResponseEnd?.(...words);
  }

  onResponseError(...words: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseError"]>>): void {
    this.#visit.lease.release(this.#outcome ?? (isAbort(words[1]) ? {} : { error: true }));
    this.#handler.onResponseError?.(...words);
  }

  #take(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    const get = (name: string): string | null => [headers[name] ?? []].flat().join(", ") || null;
    const { tokens, clock } = this.#settings;
    this.#outcome = { status, retryAfterMs: retryAfterMs(clock(), { "retry-after": get("retry-after") ?? "" }) ?? 0 };
    if (this.#onResponse === undefined) return;
    const { decision, lease } = this.#visit;
    const { redirects: _, ...robots } = pageRobots({ get }, tokens, {
      decision,
      waitedMs: lease.waitedMs,
      redirects: [],
    });
    this.#onResponse(robots);
  }
}

/** A caller who gives up says nothing about the host. */
const isAbort = (error: Error): boolean => error.name === "AbortError" || error.name === "DOMException";
