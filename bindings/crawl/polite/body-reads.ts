/**
 * Notices when a method of a response has read its body, without a stream around it, which takes a fifth of the time of a request.
 * Whoever reads the body in another way gets the stream of body-end.ts.
 */
import { type BodyEnd, noticingEnd } from "./body-end.ts";

/** They fail only if the body does. */
const WHOLE = ["arrayBuffer", "blob", "text"] as const;
const STREAMED = ["bytes", "clone", "formData"] as const;
type Method = (this: Response) => never;
type Methods = Record<string, Method>;

const READS: unique symbol = Symbol("reads");
type Noticed = Response & { readonly [READS]: Reads };

/**
 * The same response, which calls `ended` once. For a `fetch` that obeys its signal, in Node: other runtimes read bodies without the
 * methods of the response too, such as for a cache.
 */
export function noticingReads(response: Response, signal: AbortSignal, ended: (end: BodyEnd) => void): Response {
  const { body } = response;
  if (body === null) return noticingEnd(response, signal, ended);
  const reads = new Reads(response, body, signal, ended);
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
  for (const name of WHOLE)
    own[name] = method(function () {
      return this[READS].whole(original[name]!);
    });
  for (const name of STREAMED)
    if (name in original)
      own[name] = method(function () {
        return this[READS].streamed(original[name]!);
      });
  // The body was read also if it is not JSON.
  own["json"] = method(async function () {
    return JSON.parse(await this[READS].whole(original["text"]!));
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
      const read: never = await method.call(this.#response);
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
