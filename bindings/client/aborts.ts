/** Being told of an abort through one listener a signal, however many wait for it: Node takes more than ten for a leak. */

interface Listener {
  readonly callbacks: Set<() => void>;
  readonly callAll: () => void;
}

const listeners = new WeakMap<AbortSignal, Listener>();

/** Calls back if the signal aborts, until the function that is returned is called. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, callAll } = listeners.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    signal.removeEventListener("abort", callAll);
    listeners.delete(signal);
  };
}

function listen(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>();
  const callAll = (): void => {
    for (const callback of callbacks) callback();
  };
  const listener = { callbacks, callAll };
  listeners.set(signal, listener);
  signal.addEventListener("abort", callAll, { once: true });
  return listener;
}
