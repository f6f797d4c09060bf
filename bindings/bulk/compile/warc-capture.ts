/** Turns a WARC record into a capture, or into the reason why it is skipped. Nothing is guessed. */
import { AsyncIterReader, WARCParser, type WARCRecord } from "warcio";
import { toUtf8 } from "../../access/charset.ts";
import { type AccessPolicy, type FetchOutcome, step } from "../../access/index.ts";
import { MIN_MAX_BYTES } from "../../core/robots/text.ts";
import { urlOf } from "../../core/robots/url.ts";
import { type ParseOptions, parse } from "../../index.ts";
import { programsOf } from "../archive/programs.ts";
import { MAX_HOST_BYTES } from "../filter/spelling.ts";
import type { Capture } from "./capture.ts";
import type { SkipReason } from "./compile-stats.ts";
import { type Body, bodyOf } from "./http-response.ts";
import { MAX_BLOCK_BYTES, MAX_HEAD_BYTES, type WarcRecord } from "./warc-records.ts";

export interface CaptureOptions {
  readonly crawlers: readonly (readonly string[])[];
  readonly parse: ParseOptions;
  readonly policy: AccessPolicy;
  /** Called for a body longer than the parsing limit. */
  readonly onTruncated: () => void;
}

/** `undefined`: a record of another type, such as a request. */
export type Captured = Capture | { readonly skipped: SkipReason } | undefined;

/** The headers that access policies read. */
const HEADERS = ["location", "cache-control", "expires", "date", "age", "retry-after", "etag", "last-modified"];

const skipped = (reason: SkipReason): { readonly skipped: SkipReason } => ({ skipped: reason });

export async function captureOf(from: WarcRecord, options: CaptureOptions): Promise<Captured> {
  if (from.type === "revisit") return skipped("record: a revisit");
  if (from.type !== "response") return undefined;
  const record = await parsed(from);
  const url = targetOf(headerOf(record.warcHeaders, "warc-target-uri"));
  if (url === undefined) return skipped("response: its WARC-Target-URI is not an http or https URL");
  const dateMs = dateOf(record.warcDate ?? "");
  if (!(dateMs >= 0)) return skipped("response: no valid WARC-Date");
  const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})(?: |$)/.exec(record.httpHeaders?.statusline ?? "")?.[1]);
  // A status below 200 is interim: the final response follows (RFC 9110 §15.2).
  if (!hasHttpHead(from.block) || !(status >= 200)) return skipped("response: no complete HTTP head");
  return respond({ url, dateMs }, responseOf(record, status), { from, record }, options);
}

/** Milliseconds since 1970; NaN for any other format, because machines parse those differently. */
const dateOf = (text: string): number =>
  /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;

/** Parses the heads only. The block is in memory, so warcio cannot read past it. */
const parsed = async ({ head, block }: WarcRecord): Promise<WARCRecord> =>
  (await WARCParser.parse(new AsyncIterReader([Buffer.concat([head, block])], null), {
    parseHttp: hasHttpHead(block),
  }))!;

/** warcio stores a value with characters beyond Latin-1 as UTF-8 bytes, one character each. */
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
 * Whether warcio ends the head at the first empty line. After a status line alone it does not, and would read the body as
 * headers.
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
  outcome: Response,
  { from, record }: { readonly from: WarcRecord; readonly record: WARCRecord },
  options: CaptureOptions,
): Promise<Captured> {
  const attempt = { url: capture.url, redirects: [] };
  const isRead = step(options.policy, capture.dateMs, undefined, attempt, outcome).type === "read";
  if (!isRead) return { ...capture, outcome };
  const body = await bodyOf(record);
  const cut = cutOf(from, record, body);
  if (cut?.error !== undefined) return { ...capture, outcome: { type: "error", error: cut.error, chance: 0 } };
  if (cut !== undefined) return skipped("response: stored incompletely");
  const text = toUtf8(body.bytes, record.httpHeaders!.headers.get("Content-Type") ?? "");
  const robots = parse(text, options.parse);
  if (robots.truncated) options.onTruncated();
  return { ...capture, outcome, programs: programsOf(robots, options.crawlers) };
}

/** How the body is truncated: by the network, as a client would have seen it, or only in the record; undefined if whole. */
function cutOf({ blockBytes }: WarcRecord, record: WARCRecord, body: Body): { readonly error?: string } | undefined {
  // Nothing beyond the parsing limit matters.
  if (body.bytes.length >= MIN_MAX_BYTES) return undefined;
  if (blockBytes > MAX_BLOCK_BYTES) return {};
  const reason = record.warcHeader("WARC-Truncated");
  if (reason === "disconnect" || reason === "time") return { error: `body: truncated (${reason})` };
  // The rest of a segmented response is in other records (ISO 28500, "continuation").
  if (reason !== null || record.warcHeader("WARC-Segment-Number") !== null) return {};
  return body.error === undefined ? undefined : { error: body.error };
}
