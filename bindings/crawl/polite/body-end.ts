/** Notices when the body of a response has ended, by itself, by an error, by cancellation, or because nobody can read it any more. */

import { orAborted } from "../../client/internal.ts";

/** How a body ended. */
export type BodyEnd = "end" | "error" | "cancel";

interface Held {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly ended: (end: BodyEnd) => void;
}

/** A body that is neither read nor cancelled would hold its host for ever: it ends when it is collected. */
const abandoned = new FinalizationRegistry<Held>(({ reader, ended }) => {
  reader.cancel().catch(() => undefined);
  ended("cancel");
});

/** The same response, whose body calls `ended` once, and fails when the signal aborts. Without a body it calls at once. */
export function noticingEnd(
  response: Response,
  signal: AbortSignal,
  ended: (end: BodyEnd) => void,
  stream: ReadableStream<Uint8Array> | null = response.body,
): Response {
  if (stream === null) {
    ended("end");
    return response;
  }
  const { status, statusText, headers, url } = response;
  const body = noticingStream(stream.getReader(), signal, ended);
  return Object.defineProperty(new Response(body, { status, statusText, headers }), "url", { value: url });
}

function noticingStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
  ended: (end: BodyEnd) => void,
): ReadableStream<Uint8Array> {
  const key = {};
  const finish = (end: BodyEnd): void => {
    abandoned.unregister(key);
    ended(end);
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await orAborted(reader.read(), signal);
      if (!done) return controller.enqueue(value);
      controller.close();
      finish("end");
    } catch (error) {
      finish("error");
      reader.cancel(error).catch(() => undefined);
      throw error;
    }
  };
  const cancel = (reason: unknown): Promise<void> => {
    finish("cancel");
    return reader.cancel(reason);
  };
  const stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  abandoned.register(stream, { reader, ended }, key);
  return stream;
}
