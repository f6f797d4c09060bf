/**
 * Whether a body that arrived over HTTP/2 was cut. undici, which is also Node's own `fetch`, takes RST_STREAM with CANCEL for the
 * end of a body. The code of the reset is on the stream, which Node publishes on a diagnostics channel from 22.17 and 24.2 on.
 * Older versions do not tell, so a body without a length is refused there. Other runtimes report the reset themselves.
 */
import { builtinModule } from "../../base/runtime.ts";

/** RFC 9113 §7. */
const CANCEL = 8;
const CHANNEL = "http2.client.stream.start";

interface Http2Stream {
  readonly rstCode: number;
}

/** What Node publishes when a request starts. */
interface Started {
  readonly stream: Http2Stream;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Runtime {
  readonly versions?: Readonly<Record<string, string | undefined>>;
}

const runtime: Runtime | undefined = (globalThis as { readonly process?: Runtime }).process;

/** The streams of requests for one URL, while it watches. */
export class StreamWatch {
  readonly #url: URL;
  readonly #streams: Http2Stream[] = [];
  readonly #channels = builtinModule("node:diagnostics_channel");
  readonly #note = (message: unknown): void => {
    const { stream, headers = {} } = message as Started;
    const { host, pathname, search } = this.#url;
    if (headers[":authority"] === host && headers[":path"] === pathname + search) this.#streams.push(stream);
  };

  constructor(url: string) {
    this.#url = new URL(url);
    this.#channels?.subscribe(CHANNEL, this.#note);
  }

  /** Why the body of `response`, which has ended, may not be whole. */
  failureOf(response: Response): string | undefined {
    if (this.#streams.some(({ rstCode }) => rstCode === CANCEL)) return "body: reset (CANCEL)";
    if (isSilent && isUnframed(response))
      return "body: HTTP/2 without Content-Length, of which this Node does not tell the end";
    return undefined;
  }

  stop(): void {
    this.#channels?.unsubscribe(CHANNEL, this.#note);
  }
}

/** Whether this is a Node without the channel. */
const isSilent: boolean = isSilentNode(runtime?.versions ?? {});

export function isSilentNode({ node, bun, deno }: NonNullable<Runtime["versions"]>): boolean {
  if (node === undefined || bun !== undefined || deno !== undefined) return false;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return major < 22 || (major === 22 && minor < 17) || major === 23 || (major === 24 && minor < 2);
}

/**
 * As undici shows HTTP/2: without a reason phrase, which HTTP/1.1 may leave out too, and without headers that tell where the body ends.
 * HTTP/2 has no Connection header (RFC 9113 §8.2.2).
 */
const isUnframed = ({ type, statusText, headers }: Response): boolean =>
  type === "basic" && statusText === "" && !FRAMING.some((name) => headers.has(name));
const FRAMING = ["content-length", "transfer-encoding", "connection"];
