/** From a WARC record to a capture, or to why it is none. What is not certain is left out, never guessed. */
import { AsyncIterReader, WARCParser, type WARCRecord } from "warcio";
import { toUtf8 } from "../../access/charset.ts";
import { type AccessPolicy, type FetchOutcome, step } from "../../access/index.ts";
import { MIN_MAX_BYTES } from "../../core/robots/text.ts";
import { urlOf } from "../../core/robots/url.ts";
import { type ParseOptions, parse } from "../../index.ts";
import { MAX_HOST_BYTES } from "../filter/spelling.ts";
import type { Capture } from "./capture.ts";
import { type Body, bodyOf } from "./http-response.ts";
import { MAX_BLOCK_BYTES, MAX_HEAD_BYTES, type WarcRecord } from "./warc-records.ts";

export interface CaptureOptions {
  readonly agents: readonly string[];
  readonly parse: ParseOptions;
  readonly policy: AccessPolicy;
}

/** `undefined`: a record of another kind, such as a request. */
export type Captured = Capture | { readonly skipped: string } | undefined;

/** What the policies read of a response. */
const HEADERS = ["location", "cache-control", "expires", "date", "age", "retry-after", "etag", "last-modified"];

const skipped = (reason: string): { readonly skipped: string } => ({ skipped: reason });

export async function captureOf(from: WarcRecord, options: CaptureOptions): Promise<Captured> {
  if (from.type === "revisit") return skipped("revisit records");
  if (from.type !== "response") return undefined;
  const record = await parsed(from);
  const url = targetOf(headerOf(record.warcHeaders, "warc-target-uri"));
  if (url === undefined) return skipped("responses whose WARC-Target-URI is no http or https URL");
  const dateMs = dateOf(record.warcDate ?? "");
  if (!(dateMs >= 0)) return skipped("responses without a usable WARC-Date");
  const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})(?: |$)/.exec(record.httpHeaders?.statusline ?? "")?.[1]);
  // One below 200 is interim: the response that it announces follows it (RFC 9110 §15.2).
  if (!hasHttpHead(from.block) || !(status >= 200)) return skipped("responses without a whole HTTP head");
  return respond({ url, dateMs }, responseOf(record, status), { from, record }, options);
}

/** Milliseconds since 1970; NaN for what says no date in the way of the format, which another machine may read otherwise. */
const dateOf = (text: string): number =>
  /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;

/** Heads only: the block is at hand, so warcio reads no further than it. */
const parsed = async ({ head, block }: WarcRecord): Promise<WARCRecord> =>
  (await WARCParser.parse(new AsyncIterReader([Buffer.concat([head, block])], null), {
    parseHttp: hasHttpHead(block),
  }))!;

/** warcio keeps a value with characters beyond Latin-1 as the bytes of its UTF-8, a character each. */
function headerOf({ headers, reencodeHeaders }: WARCRecord["warcHeaders"], name: string): string | null {
  const value = headers.get(name) ?? null;
  return value !== null && reencodeHeaders?.has(name) ? Buffer.from(value, "latin1").toString("utf8") : value;
}

function targetOf(text: string | null): string | undefined {
  const authority = /^https?:[/\\]*([^/\\?#]*)/i.exec(text ?? "")?.[1];
  const url = authority !== undefined && authority.length <= MAX_HOST_BYTES ? urlOf(text!) : undefined;
  if (url === undefined) return undefined;
  url.hash = "";
  return url.href;
}

/**
 * Whether the first empty line is one that warcio ends the head at, and not the one after a status line alone, which it
 * passes over: then it would take the body for headers.
 */
function hasHttpHead(block: Uint8Array): boolean {
  const text = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, MAX_HEAD_BYTES)).toString("latin1");
  const end = /\r?\n\r?\n/.exec(text);
  return end !== null && end[0] === "\r\n\r\n" && text.slice(0, end.index).includes("\r\n");
}

type Response = FetchOutcome & { readonly type: "response" };

function responseOf(record: WARCRecord, status: number): Response {
  const known = HEADERS.flatMap((name) => {
    const value = headerOf(record.httpHeaders!, name);
    return value ? [[name, value] as const] : [];
  });
  return { type: "response", status, headers: Object.fromEntries(known), chance: 0 };
}

async function respond(
  capture: Pick<Capture, "url" | "dateMs">,
  happening: Response,
  { from, record }: { readonly from: WarcRecord; readonly record: WARCRecord },
  options: CaptureOptions,
): Promise<Captured> {
  const attempt = { url: capture.url, redirects: [] };
  const isRead = step(options.policy, capture.dateMs, undefined, attempt, happening).type === "read";
  if (!isRead) return { ...capture, happening };
  const body = await bodyOf(record);
  if (body === undefined) return skipped("responses in a coding that is not known");
  const cut = cutOf(from, record, body);
  if (cut?.error !== undefined) return { ...capture, happening: { type: "error", error: cut.error, chance: 0 } };
  if (cut !== undefined) return skipped("responses of which too little was kept");
  const text = toUtf8(body.bytes, record.httpHeaders!.headers.get("Content-Type") ?? "");
  return { ...capture, happening, program: parse(text, options.parse).agent(options.agents).toBytes() };
}

/** How the body was cut short: by the network, as a client would have seen it, or only in the record; undefined if not. */
function cutOf({ blockBytes }: WarcRecord, record: WARCRecord, body: Body): { readonly error?: string } | undefined {
  // From here on it does not matter that a body goes on.
  if (body.bytes.length >= MIN_MAX_BYTES) return undefined;
  if (blockBytes > MAX_BLOCK_BYTES) return {};
  const reason = record.warcHeader("WARC-Truncated");
  if (reason === "disconnect" || reason === "time") return { error: `body: cut short (${reason})` };
  // The rest of a segmented response is in other records (ISO 28500, "continuation").
  if (reason !== null || record.warcHeader("WARC-Segment-Number") !== null) return {};
  return body.error === undefined ? undefined : { error: body.error };
}
