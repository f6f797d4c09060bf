/**
 * Notices when a method of a response has read its body, without a stream around it, which takes a fifth of the time of a request.
 * Whoever reads the body in another way gets the stream of body-end.ts.
 */
import { orAborted } from "../../client/internal.ts";
import { type BodyEnd, noticingEnd } from "./body-end.ts";

/** They fail only if the body does. */
const WHOLE = ["arrayBuffer", "blob", "text"] as const;
const STREAMED = ["bytes", "clone", "formData"] as const;
type Method = (this: Response) => never;

/**
 * The same response, which calls `ended` once. For a `fetch` that obeys its signal, in Node: other runtimes read bodies without the
 * methods of the response too, such as for a cache.
 */
export function noticingReads(response: Response, signal: AbortSignal, ended: (end: BodyEnd) => void): Response {
  const { body } = response;
  if (body === null) return noticingEnd(response, signal, ended);
  const reads = new Reads(response, body, signal, ended);
  const original = Object.getPrototypeOf(response) as Record<string, Method>;
  const own: Record<string, unknown> = {};
  for (const name of WHOLE) own[name] = () => reads.whole(original[name]!);
  for (const name of STREAMED) if (name in original) own[name] = () => reads.streamed(original[name]!);
  own["json"] = async () => JSON.parse(await reads.whole(original["text"]!));
  Object.assign(response, own);
  return Object.defineProperty(response, "body", { get: () => reads.body });
}

/** A response that nobody reads would hold its host for ever: it ends when it is collected. */
const abandoned = new FinalizationRegistry<() => void>((cancel) => cancel());

class Reads {
  readonly #response: Response;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #signal: AbortSignal;
  readonly #ended: (end: BodyEnd) => void;
  #isRead = false;
  #streamed: Response | undefined;

  constructor(
    response: Response,
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal,
    ended: (end: BodyEnd) => void,
  ) {
    this.#response = response;
    this.#body = body;
    this.#signal = signal;
    this.#ended = ended;
    const cancel = (): void => {
      body.cancel().catch(() => undefined);
      ended("cancel");
    };
    abandoned.register(response, cancel, this);
  }

  get body(): ReadableStream<Uint8Array> {
    return this.#isRead ? this.#body : this.#withStream().body!;
  }

  async whole(method: Method): Promise<never> {
    if (this.#isRead || this.#streamed !== undefined) return this.streamed(method);
    this.#isRead = true;
    abandoned.unregister(this);
    try {
      const read = await orAborted<never>(method.call(this.#response), this.#signal);
      this.#ended("end");
      return read;
    } catch (error) {
      this.#ended("error");
      throw error;
    }
  }

  streamed(method: Method): never {
    return method.call(this.#isRead ? this.#response : this.#withStream());
  }

  #withStream(): Response {
    abandoned.unregister(this);
    this.#streamed ??= noticingEnd(this.#response, this.#signal, this.#ended, this.#body);
    return this.#streamed;
  }
}
