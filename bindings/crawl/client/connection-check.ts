/**
 * Checks requests at the last moment: undici, which is Node's own `fetch` too, publishes each request with its socket before it writes.
 * Then the turn of the request must not be over and, for a `fetch` that does not ask about addresses, that of the connection must be
 * permitted. Requests of one URL at the same time cannot be told apart, so each of them needs the checks of all. Other runtimes publish
 * nothing.
 */
import { builtinModule } from "../../base/runtime.ts";
import type { AddressBook } from "./address-book.ts";
import { AddressRefused, type IsAllowed } from "./addresses.ts";
import type { Permission } from "./permission.ts";
import type { Fetch } from "./transport.ts";
import type { TurnCheck } from "./turn.ts";

interface Socket {
  readonly remoteAddress?: string;
  destroy(error: Error): void;
}

interface Sending {
  readonly request: { readonly origin: unknown; readonly path: string };
  readonly socket: Socket;
}

/** Throws unless a request may be written to a connection with this address. */
type Check = (address: string) => void;

/** What a request needs until it is sent. */
export interface RequestChecks {
  readonly permission: Permission;
  readonly addressBook: AddressBook;
  /** Absent without a pace. */
  readonly turn?: TurnCheck | undefined;
}

const watched = new Map<string, Set<Check>>();
let isListening = false;

/**
 * Calls `send` with what a `fetch` that resolves names asks. Of another `fetch`, the connections of a bound permission are checked.
 * @throws AddressRefused if the host of the URL is an address that is refused; ERR_NOT_DUE if the turn is over.
 */
export async function permitted<R>(
  { reach }: Pick<Fetch, "reach">,
  url: URL,
  { permission, addressBook, turn }: RequestChecks,
  send: (mayConnect: IsAllowed) => Promise<R>,
): Promise<R> {
  permission.check();
  turn?.check();
  const bound = reach === undefined && permission.isBound ? permission : undefined;
  const check = (address: string): void => {
    turn?.check();
    if (bound?.mayUse(address) === false) throw new AddressRefused(bound.hostname, [address]);
  };
  const stop = turn === undefined && bound === undefined ? undefined : watch(url, check);
  try {
    return await send(addressBook.noting(url, permission.mayConnect));
  } finally {
    stop?.();
  }
}

/** Until the function that it returns is called, requests of the URL are sent only if the check passes. */
function watch(url: URL, check: Check): () => void {
  if (!isListening) builtinModule("node:diagnostics_channel")?.subscribe("undici:client:sendHeaders", checkSending);
  isListening = true;
  const key = `${url.origin} ${url.pathname}${url.search}`;
  const checks = watched.get(key) ?? new Set();
  watched.set(key, checks.add(check));
  return () => {
    checks.delete(check);
    if (checks.size === 0) watched.delete(key);
  };
}

function checkSending(message: unknown): void {
  if (watched.size === 0) return;
  const { request, socket } = message as Sending;
  const checks = watched.get(`${String(request.origin).replace(/\/$/, "")} ${request.path}`) ?? [];
  try {
    for (const check of checks) check(socket.remoteAddress ?? "");
  } catch (error) {
    socket.destroy(error as Error);
  }
}
