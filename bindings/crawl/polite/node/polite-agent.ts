/**
 * A dispatcher for undici that obeys robots.txt. The order of interceptors decides whether it does: `redirect` and `retry` have to
 * stand outside, so that each of their requests is decided and takes a turn, and name lookup inside, so that URLs have names. So
 * there is a whole agent here and no interceptor. It shares with `politeFetch` all but the handler that undici calls.
 */
import { stringify } from "node:querystring";
import { Agent, type Dispatcher, getGlobalDispatcher, interceptors } from "undici";
import { checkedNumber } from "../../../base/arguments.ts";
import { withCode, wrongType } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { possibleTargets } from "../../../core/access/internal.ts";
import { type RequestedUrl, settingsOf } from "../../client/client.ts";
import type { RobotsClient } from "../../client/index.ts";
import { isClosed, isRepeatable } from "../../client/lost-connections.ts";
import { connectorOf } from "../../client/node/fetch.ts";
import { AddressRefused, type NodeFetch, nodeFetch } from "../../client/node/index.ts";
import { type Permission, Route } from "../../client/permission.ts";
import { checkedMethods } from "../../client/stores/adapter.ts";
import type { PageRobots } from "../page-robots.ts";
import { checkedVisitorOptions, DEFAULT_REDIRECTS, type Visit, Visitor, type VisitorOptions } from "../visitor.ts";
import { type Connecting, checkConnection } from "./connections.ts";
import { OpenRedirects } from "./open-redirects.ts";

/** Options of `politeAgent`. All are optional. */
export interface PoliteAgentOptions extends VisitorOptions {
  /** How often a failed request is repeated, each time in a turn of its own. Default 0. */
  readonly maxRetries?: number;
  /**
   * What connects, such as an `Agent` with interceptors for DNS. Default: an `Agent` that connects as the client's `nodeFetch`
   * does. The address of each of its connections is checked before a request is sent.
   */
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
 * (ERR_ROBOTS_REFUSED, with the `decision`), and redirects from public to other addresses with ERR_ADDRESS_REFUSED; `fetch` has
 * the error as the `cause`. Read or destroy every body: the turn of the host ends with it.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for invalid arguments; Error
 *   (ERR_UNSUPPORTED) with undici 5 and 6.
 */
export function politeAgent(client: RobotsClient, options: PoliteAgentOptions = {}): Dispatcher {
  const read = checkedAgentOptions(options);
  const { maxRedirects = DEFAULT_REDIRECTS, maxRetries = 0, dispatcher } = read;
  const settings = settingsOf(client);
  const gate = new Gate(client, read, () => agent);
  const { connects } = settings.fetch as NodeFetch;
  const inner = dispatcher ?? new Agent(connects === undefined ? {} : { connect: connectorOf(connects) });
  const agent: Dispatcher = inner.compose(
    (dispatch) => (request, handler) => gate.pass(dispatch, request, handler),
    ...(maxRetries > 0 ? [interceptors.retry({ maxRetries })] : []),
    interceptors.redirect({ maxRedirections: maxRedirects }),
    // What redirects and retries lead to is on the same route.
    (dispatch) => (request, handler) =>
      dispatch({ ...request, [ROUTE]: new Route(settings.addresses) } as Routed, handler),
  );
  return agent;
}

const ROUTE: unique symbol = Symbol("route");
type Routed = Dispatcher.DispatchOptions & { readonly [ROUTE]?: Route };

function checkedAgentOptions(options: PoliteAgentOptions): PoliteAgentOptions {
  const read = checkedVisitorOptions(checkedOptions("options", options, agentOptions));
  const { dispatcher, onResponse, maxRetries = 0 } = read;
  if (dispatcher !== undefined) checkedMethods("dispatcher", dispatcher, "dispatch", "compose");
  if (onResponse !== undefined && typeof onResponse !== "function")
    throw wrongType("onResponse", "a function", onResponse);
  checkedNumber("maxRetries", maxRetries, [0], "an integer");
  // Its handlers have other methods.
  if (!("cache" in (interceptors ?? {})))
    throw withCode(
      new Error("politeAgent: expected undici 7 or 8; got an older one: run npm install undici@7"),
      "ERR_UNSUPPORTED",
    );
  return read;
}

type Dispatch = Dispatcher["dispatch"];

/** undici hands an error over before there is a request to control. */
const failing =
  (handler: Dispatcher.DispatchHandler) =>
  (error: Error): void =>
    handler.onResponseError?.(null as never, error);

/** A request and what may be done for it. */
interface GateTrip {
  readonly dispatch: Dispatch;
  readonly request: Routed;
  readonly handler: Dispatcher.DispatchHandler;
  readonly place: RequestedUrl & { readonly path: string };
  readonly permission: Permission;
}
type AgentSettings = ReturnType<typeof settingsOf>;
type OnResponse = PoliteAgentOptions["onResponse"];

class Gate {
  readonly #visitor: Visitor;
  readonly #settings: AgentSettings;
  readonly #onResponse: OnResponse;
  readonly #agent: () => Dispatcher;
  readonly #mayConnect: (address: string) => boolean;
  /** Connections of the caller's dispatcher may lead to a proxy. */
  readonly #mayBeProxied: boolean;
  readonly #redirects = new OpenRedirects();

  constructor(client: RobotsClient, options: PoliteAgentOptions, agent: () => Dispatcher) {
    this.#settings = settingsOf(client);
    const { reach = nodeFetch().reach, connects } = this.#settings.fetch as NodeFetch;
    this.#visitor = new Visitor(client, options, reach);
    this.#mayConnect = connects?.isAllowed ?? (() => true);
    this.#onResponse = options.onResponse;
    this.#mayBeProxied = options.dispatcher !== undefined;
    this.#agent = agent;
  }

  pass(dispatch: Dispatch, request: Routed, handler: Dispatcher.DispatchHandler): boolean {
    this.#start(dispatch, request, handler).catch(failing(handler));
    return true;
  }

  async #start(dispatch: Dispatch, request: Routed, handler: Dispatcher.DispatchHandler): Promise<void> {
    this.#expectOtherFetch();
    const place = targetOf(request);
    const { addresses } = this.#settings;
    const isLed = this.#redirects.take(place.url);
    const route = isLed ? new Route(addresses, true) : (request[ROUTE] ?? new Route(addresses));
    const trip = { dispatch, request, handler, place, permission: route.next(place.parsed) };
    await this.#visit(trip, isRepeatable(request.method, request.body, requestSignal(request)));
  }

  /** @param mayRepeat whether a kept connection that was closed before the server read the request gets it a second turn */
  async #visit(trip: GateTrip, mayRepeat: boolean): Promise<void> {
    const { dispatch, request, handler, place, permission } = trip;
    const { path, url, parsed } = place;
    const { userAgent } = this.#settings;
    const visit = await this.#visitor.enter(place, permission, requestSignal(request));
    const own = { path, query: undefined, headers: undiciHeaders(request.headers, userAgent) } as object;
    try {
      const permits = this.#mayBeProxied
        ? permission.mayUse
        : this.#settings.addressBook.noting(parsed, permission.mayConnect);
      const check = (address: string): void => {
        visit.turn.check();
        if (!permits(address) || !this.#mayConnect(address)) throw new AddressRefused(address, [address]);
      };
      const visitAgain = (mayRepeatAgain: boolean) => (): void =>
        void this.#visit(trip, mayRepeatAgain).catch(failing(handler));
      const repeat = mayRepeat ? visitAgain(false) : undefined;
      const wait = isSentOnce(request.body) ? undefined : visitAgain(mayRepeat);
      const take = this.#take(url, permission, visit);
      dispatch({ ...request, ...own }, new VisitHandler(handler, visit, { check, take, repeat, wait }));
    } catch (error) {
      visit.fail(error);
      throw error;
    }
  }

  #take(url: string, permission: Permission, visit: Visit): TakeHead {
    return (status, headers) => {
      const get = (name: string): string | null => [headers[name] ?? []].flat().join(", ") || null;
      visit.arrived(status, { get });
      const locations = [headers["location"] ?? []].flat();
      if (locations.length > 0 && permission.bindsNext) this.#redirects.add(possibleTargets(url, locations));
      if (this.#onResponse === undefined) return;
      const { redirects: _, ...robots } = visit.robots({ get }, visit.waitedMs, []);
      this.#onResponse(robots);
    };
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
function targetOf({
  origin,
  path,
  query,
  method,
}: Dispatcher.DispatchOptions & { query?: object | null }): RequestedUrl & { readonly path: string } {
  if (origin === undefined || origin === null || !path.startsWith("/") || (method as string) === "CONNECT")
    throw withCode(
      new TypeError(`url: expected an origin and a path; got ${String(origin)} and ${path}`),
      "ERR_INVALID_URL",
    );
  const words = query ? stringify(query as never) : "";
  const whole = words === "" ? path : `${path}?${words}`;
  const parsed = new URL(`${origin}${whole}`);
  // Other spellings of the origin, such as with a slash at its end, need a parser of their own.
  if (parsed.origin === origin) return { url: `${origin}${whole}`, parsed, path: whole };
  const url = `${new URL(origin).origin}${whole}`;
  return { url, parsed: new URL(url), path: whole };
}

function requestSignal(request: object): AbortSignal | undefined {
  const { signal } = request as { signal?: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}

type RequestHeaders = Dispatcher.DispatchOptions["headers"];

/** Headers of undici are an object, pairs, or names and values in turns. */
function undiciHeaders(headers: RequestHeaders, userAgent: string): RequestHeaders {
  if (headers === undefined || headers === null) return ["user-agent", userAgent];
  const pairs = pairsOf(headers);
  if (pairs.some(isNamed)) return headers;
  return [...pairs.filter(([name]) => !isUserAgent(name)), ["user-agent", userAgent]].flat() as string[];
}

type Pair = readonly [name: string, value: unknown];

function pairsOf(headers: NonNullable<RequestHeaders>): Pair[] {
  if (Array.isArray(headers))
    return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]] as Pair] : []));
  return Symbol.iterator in headers ? [...(headers as Iterable<Pair>)] : Object.entries(headers);
}

const isUserAgent = (name: string): boolean => name.toLowerCase() === "user-agent";
/** `fetch` of undici names itself where the caller does not name the crawler. */
const isNamed = ([name, value]: Pair): boolean => isUserAgent(name) && value !== "undici" && value !== "node";

type TakeHead = (status: number, headers: Readonly<Record<string, string | string[] | undefined>>) => void;
type Parameter<Name extends keyof Dispatcher.DispatchHandler> = Parameters<
  NonNullable<Dispatcher.DispatchHandler[Name]>
>;

/** What a handler calls. */
interface VisitCalls {
  readonly check: Connecting["check"];
  readonly take: TakeHead;
  /** Sends the request once more, in a new turn, after its connection was lost. */
  readonly repeat: (() => void) | undefined;
  /** Waits for a new turn, after that of the request was lost. */
  readonly wait: (() => void) | undefined;
}

/** Passes everything on, and ends the visit with the response. */
class VisitHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #visit: Visit;
  readonly #calls: VisitCalls;
  /** On a kept connection, and without an answer so far. */
  #mayBeLost = false;

  constructor(handler: Dispatcher.DispatchHandler, visit: Visit, calls: VisitCalls) {
    this.#handler = handler;
    this.#visit = visit;
    this.#calls = calls;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    const onSocket = (isReused: boolean): void => {
      this.#mayBeLost = isReused;
    };
    checkConnection({ controller, check: this.#calls.check, onSocket });
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(...words: Parameter<"onRequestUpgrade">): void {
    this.#visit.arrived(words[1], new Headers());
    this.#visit.end();
    this.#handler.onRequestUpgrade?.(...words);
  }

  onResponseStart(...words: Parameter<"onResponseStart">): void {
    const [, status, headers] = words;
    this.#mayBeLost = false;
    // Informational responses come before the response.
    if (status >= 200) this.#calls.take(status, headers);
    this.#handler.onResponseStart?.(...words);
  }

  onResponseData(...words: Parameter<"onResponseData">): void {
    this.#handler.onResponseData?.(...words);
  }

  onResponseEnd(...words: Parameter<"onResponseEnd">): void {
    this.#visit.end();
    this.#handler.onResponseEnd?.(...words);
  }

  onResponseError(...words: Parameter<"onResponseError">): void {
    const { repeat, wait } = this.#calls;
    const { isLost } = this.#visit.turn;
    const again = isLost ? wait : this.#mayBeLost && isClosed(words[1]) ? repeat : undefined;
    if (again !== undefined || isLost || isAbort(words[1])) this.#visit.end();
    else this.#visit.fail(words[1]);
    if (again === undefined) this.#handler.onResponseError?.(...words);
    else again();
  }
}

/** A body that is read while it is sent. */
const isSentOnce = (body: unknown): boolean =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

/** A caller who gives up says nothing about the host. */
const isAbort = (error: Error): boolean => error.name === "AbortError" || error.name === "DOMException";
