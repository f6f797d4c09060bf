/** Notices when the body of a response has ended, by itself, by an error, by cancellation, or because nobody can read it any more. */
import { responseWith } from "../client/response.ts";
import type { Exchange } from "./exchange.ts";

interface Held {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly exchange: Exchange;
}

/** A body that is neither read nor cancelled would hold its host for ever: it ends when it is collected. */
const abandoned = new FinalizationRegistry<Held>(({ reader, exchange }) => {
  reader.cancel().catch(() => undefined);
  exchange.end("cancel");
});

/** The same response, whose body ends the exchange, and fails when the exchange does. */
export function noticingEnd(
  response: Response,
  exchange: Exchange,
  stream: ReadableStream<Uint8Array> | null = response.body,
): Response {
  if (stream === null) {
    exchange.end("end");
    return response;
  }
  return responseWith(noticingStream(stream.getReader(), exchange), response);
}

function noticingStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  exchange: Exchange,
): ReadableStream<Uint8Array> {
  const key = {};
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await exchange.within(reader.read());
      if (!done) return controller.enqueue(value);
      controller.close();
      abandoned.unregister(key);
      exchange.end("end");
    } catch (error) {
      abandoned.unregister(key);
      exchange.end("error");
      reader.cancel(error).catch(() => undefined);
      throw error;
    }
  };
  const cancel = (reason: unknown): Promise<void> => {
    abandoned.unregister(key);
    exchange.end("cancel");
    return reader.cancel(reason);
  };
  const stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  abandoned.register(stream, { reader, exchange }, key);
  return stream;
}
