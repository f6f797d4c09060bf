/**
 * Checks the connections of a `fetch` that does not ask: Node's own, and that of any undici. undici publishes each request with its socket
 * before it writes. Requests of one URL at the same time cannot be told apart, so each of them needs the permission of all. Other
 * runtimes publish nothing.
 */
import { builtinModule } from "../../base/runtime.ts";
import type { AddressBook } from "./address-book.ts";
import { AddressRefused, type IsAllowed } from "./addresses.ts";
import type { Permission } from "./permission.ts";
import type { Fetch } from "./transport.ts";

interface Socket {
  readonly remoteAddress?: string;
  destroy(error: Error): void;
}

interface Sending {
  readonly request: { readonly origin: unknown; readonly path: string };
  readonly socket: Socket;
}

const watched = new Map<string, Set<Permission>>();
let isListening = false;

/**
 * Calls `send` with what a `fetch` that resolves names asks. Of another `fetch`, the connections of a bound permission are checked.
 * @throws AddressRefused if the host of the URL is an address that is refused.
 */
export async function permitted<R>(
  { reach }: Pick<Fetch, "reach">,
  url: URL,
  { permission, addressBook }: { readonly permission: Permission; readonly addressBook: AddressBook },
  send: (mayConnect: IsAllowed) => Promise<R>,
): Promise<R> {
  permission.check();
  const stop = reach === undefined ? checkConnections(url, permission) : undefined;
  try {
    return await send(addressBook.noting(url, permission.mayConnect));
  } finally {
    stop?.();
  }
}

/** Until the function that it returns is called, requests of the URL are sent only over connections that the permission has. */
function checkConnections(url: URL, permission: Permission): () => void {
  if (!permission.isBound) return () => undefined;
  if (!isListening) builtinModule("node:diagnostics_channel")?.subscribe("undici:client:sendHeaders", checkSending);
  isListening = true;
  const key = `${url.origin} ${url.pathname}${url.search}`;
  const permissions = watched.get(key) ?? new Set();
  watched.set(key, permissions.add(permission));
  return () => {
    permissions.delete(permission);
    if (permissions.size === 0) watched.delete(key);
  };
}

function checkSending(message: unknown): void {
  if (watched.size === 0) return;
  const { request, socket } = message as Sending;
  const permissions = watched.get(`${String(request.origin).replace(/\/$/, "")} ${request.path}`) ?? [];
  const address = socket.remoteAddress ?? "";
  for (const { mayUse, hostname } of permissions)
    if (!mayUse(address)) socket.destroy(new AddressRefused(hostname, [address]));
}
