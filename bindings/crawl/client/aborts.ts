/** One listener per signal, however many callers wait for it: Node warns of a leak when a signal has more than ten. */

interface Listener {
  readonly callbacks: Set<() => void>;
  readonly callAll: () => void;
}

const listeners = new WeakMap<AbortSignal, Listener>();

/** Calls `callback` when the signal aborts, not if it has aborted already. @returns a function that removes the callback. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, callAll } = listeners.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
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
