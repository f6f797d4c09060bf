/**
 * Notices when a method of a response has read its body, without a stream around it, which takes a fifth of the time of a request.
 * Whoever reads the body in another way gets the stream of body-end.ts.
 */
import { concat } from "../../base/little-endian.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { noticingEnd } from "./body-end.ts";
import type { Exchange } from "./exchange.ts";

const chunksText = (chunks: readonly Uint8Array[]): string =>
  decodeUtf8(chunks.length === 1 ? chunks[0]! : concat(chunks));

/** What they make of the bytes does not depend on the headers. The body was read also if it is not JSON. */
const WHOLE = {
  arrayBuffer: (chunks) => concat(chunks).buffer,
  json: (chunks) => JSON.parse(chunksText(chunks)),
  text: chunksText,
} satisfies Record<string, (chunks: readonly Uint8Array[]) => unknown>;
const STREAMED = ["blob", "bytes", "clone", "formData"] as const;
type Method = (this: Response) => unknown;
type Methods = Record<string, Method>;

const READS: unique symbol = Symbol("reads");
type Noticed = Response & { readonly [READS]: Reads };

/**
 * The same response, which ends the exchange. In Node only: other runtimes read bodies without the methods of the response too, such as
 * for a cache.
 */
export function noticingReads(response: Response, exchange: Exchange): Response {
  const { body } = response;
  if (body === null) return noticingEnd(response, exchange, body);
  const reads = new Reads(response, body, exchange);
  return Object.assign(Object.setPrototypeOf(response, noticingPrototype(Object.getPrototypeOf(response))), {
    [READS]: reads,
  });
}

/** By the prototype of a `fetch`'s responses: functions for each response would cost a tenth of a request. */
const prototypes = new WeakMap<Methods, object>();

function noticingPrototype(original: Methods): object {
  const known = prototypes.get(original) ?? Object.create(original, noticingMethods(original));
  prototypes.set(original, known);
  return known;
}

function noticingMethods(original: Methods): PropertyDescriptorMap {
  const method = (value: (this: Noticed) => unknown): PropertyDescriptor => ({ value, writable: true });
  const own: PropertyDescriptorMap = {};
  for (const [name, decode] of Object.entries(WHOLE))
    own[name] = method(function () {
      return this[READS].whole(name, original[name]!, decode);
    });
  for (const name of STREAMED)
    if (name in original)
      own[name] = method(function () {
        return this[READS].streamed(name, original[name]!);
      });
  own["body"] = {
    get(this: Noticed) {
      return this[READS].body;
    },
  };
  return own;
}

/** A response that nobody reads would hold its host for ever: it ends when it is collected. */
const abandoned = new FinalizationRegistry<() => void>((cancel) => cancel());

class Reads {
  readonly #response: Response;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #exchange: Exchange;
  #isRead = false;
  #streamed: Response | undefined;

  constructor(response: Response, body: ReadableStream<Uint8Array>, exchange: Exchange) {
    this.#response = response;
    this.#body = body;
    this.#exchange = exchange;
    const cancel = (): void => {
      body.cancel().catch(() => undefined);
      exchange.end("cancel");
    };
    abandoned.register(response, cancel, this);
  }

  get body(): ReadableStream<Uint8Array> {
    return this.#isRead ? this.#body : this.#withStream().body!;
  }

  async whole(name: string, method: Method, decode: (chunks: readonly Uint8Array[]) => unknown): Promise<unknown> {
    if (this.#isRead || this.#streamed !== undefined) return this.streamed(name, method);
    this.#isRead = true;
    abandoned.unregister(this);
    const reader = this.#body.getReader();
    try {
      const chunks = await this.#exchange.within(readChunks(reader));
      this.#exchange.end("end");
      return decode(chunks);
    } catch (error) {
      this.#exchange.end("error");
      reader.cancel(error).catch(() => undefined);
      throw error;
    }
  }

  streamed(name: string, method: Method): unknown {
    if (this.#isRead) return method.call(this.#response);
    // Its own method: what cannot be told to the constructor of a response is told by its properties.
    const response = this.#withStream();
    return (response as unknown as Methods)[name]!.call(response);
  }

  #withStream(): Response {
    abandoned.unregister(this);
    this.#streamed ??= noticingEnd(this.#response, this.#exchange, this.#body);
    return this.#streamed;
  }
}

async function readChunks(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}
