/** The state of the page in the fragment of its address: JSON, deflated, in base64url. The server never sees it. */

/** What a link carries. A member that is missing keeps its default. */
export interface Shared {
  readonly file?: string;
  readonly site?: string;
  readonly urls?: string;
  /** The question: a crawler and a URL. */
  readonly name?: string;
  readonly url?: string;
  /** Where it opens: `#problems`. */
  readonly view?: string;
  /** For "Is it safe to publish?": the file before, the pages to count, and who has approved it. */
  readonly before?: string;
  readonly pages?: string;
  readonly approved?: string;
}

const PREFIX = "#v2.";

export const isShared = (fragment: string): boolean => fragment.startsWith(PREFIX);
/** A link from a stranger may inflate to anything: reading stops here. */
const MAX_SHARED_BYTES = 32 * 2 ** 20;

async function readAll(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new RangeError(`the link holds more than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob([bytes as BlobPart]).stream();

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** @returns the fragment, `#` included. */
export async function toFragment(state: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const deflated = streamOf(json).pipeThrough(new CompressionStream("deflate-raw"));
  return PREFIX + toBase64Url(await readAll(deflated, Number.POSITIVE_INFINITY));
}

/** @returns undefined for a fragment that is not a state of this page, such as one that was cut. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const inflated = streamOf(fromBase64Url(fragment.slice(PREFIX.length))).pipeThrough(
      new DecompressionStream("deflate-raw"),
    );
    return checked(JSON.parse(new TextDecoder().decode(await readAll(inflated, MAX_SHARED_BYTES))));
  } catch {
    return undefined;
  }
}

const NAMES: readonly (keyof Shared)[] = ["file", "site", "urls", "name", "url", "view", "before", "pages", "approved"];

/** Only the members that are known, and only if they are strings. */
function checked(value: unknown): Shared {
  const entries = Object.entries(Object(value)).filter(
    ([name, text]) => NAMES.includes(name as keyof Shared) && typeof text === "string",
  );
  return Object.fromEntries(entries);
}
