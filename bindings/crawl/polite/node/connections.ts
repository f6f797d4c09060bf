/**
 * Checks the turn of a request and the address of the connection that it is about to be written to, whichever dispatcher chose it: new or kept
 * alive, of undici's own or of another copy of undici. undici calls `onRequestStart` of the handler and publishes its diagnostics
 * event with the socket one after the other, before it writes.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { addressOf } from "../../client/node/proxy.ts";

/** A request that is about to be written. */
export interface Connecting {
  readonly controller: Dispatcher.DispatchController;
  /** Throws unless the request may be written to a connection with this address. */
  readonly check: (address: string) => void;
  /** Called before the request is written. @param isReused whether the connection had another request before */
  readonly onSocket: (isReused: boolean) => void;
}

const used = new WeakSet<Socket>();

let starting: Connecting | undefined;
let isListening = false;

/** To be called from `onRequestStart`: aborts the request with what its check throws. */
export function checkConnection(request: Connecting): void {
  if (!isListening) subscribe("undici:client:sendHeaders", checkSocket);
  isListening = true;
  starting = request;
  // Dispatchers without sockets, such as undici's mocks, publish nothing.
  queueMicrotask(() => {
    starting = undefined;
  });
}

function checkSocket(event: unknown): void {
  const { socket } = event as { readonly socket: Socket };
  const request = starting;
  starting = undefined;
  // Sockets of the file system have no address.
  const address = addressOf(socket) ?? "";
  request?.onSocket(used.has(socket));
  used.add(socket);
  try {
    request?.check(address);
  } catch (error) {
    request?.controller.abort(error as Error);
    socket.destroy();
  }
}
