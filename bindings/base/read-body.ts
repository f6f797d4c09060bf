/** Reads a part of a body, also of one that never ends. */
import { concat } from "./little-endian.ts";

/** Settles as `promise` does, or rejects when the signal aborts: a `fetch` that ignores its signal holds nobody up. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * The first `maxBytes` of a body; the rest is cancelled. A response without a body has no bytes.
 * @param checked returns a chunk, or throws if it is something else than bytes.
 */
export async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal?: AbortSignal,
  checked: (chunk: Uint8Array) => Uint8Array = (chunk) => chunk,
): Promise<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < maxBytes) {
      const read = reader.read();
      const { done, value } = signal === undefined ? await read : await orAborted(read, signal);
      if (done) break;
      // Endless empty chunks would never let a timer fire.
      if (checked(value).length === 0) await nextTurn();
      chunks.push(value.subarray(0, maxBytes - length));
      length += chunks.at(-1)!.length;
    }
    return concat(chunks);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
