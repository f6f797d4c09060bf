/** The state of the page in the fragment of its address: JSON, deflated, in base64url. The server never sees it. */

/**
 * `name` and `url` are the question. `view` is where the link opens: `problems`. The last three are for "Is it safe to publish?":
 * the file before, the pages to count, and who has approved it.
 */
const NAMES = ["file", "site", "urls", "name", "url", "view", "before", "pages", "approved"] as const;

/** What a link carries. A member that is missing keeps its default. */
export type Shared = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

const PREFIX = "#v2.";

export const isShared = (fragment: string): boolean => fragment.startsWith(PREFIX);
/** A link from a stranger may inflate to anything: reading stops here. */
const MAX_SHARED_BYTES = 8 * 2 ** 20;

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob([bytes as BlobPart]).stream();

/** All bytes of a stream; undefined if there are more than `maxBytes`. */
async function readAll(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: BlobPart[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value as BlobPart);
    length += value.length;
    if (length <= maxBytes) continue;
    await reader.cancel();
    return undefined;
  }
}

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
  return PREFIX + toBase64Url((await readAll(deflated, Number.POSITIVE_INFINITY))!);
}

/** @returns undefined for a fragment that is not a state of this page, such as one that was cut. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const deflated = streamOf(fromBase64Url(fragment.slice(PREFIX.length)));
    const inflated = deflated.pipeThrough(new DecompressionStream("deflate-raw"));
    const json = await readAll(inflated, MAX_SHARED_BYTES);
    return json && checked(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return undefined;
  }
}

/** Only the members that are known, and only if they are strings. */
function checked(value: unknown): Shared {
  const entries = Object.entries(Object(value)).filter(
    ([name, text]) => NAMES.includes(name as keyof Shared) && typeof text === "string",
  );
  return Object.fromEntries(entries);
}
