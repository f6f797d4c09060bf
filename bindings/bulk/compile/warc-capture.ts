/** Turns a WARC record into a capture, or into the reason why it is skipped. Nothing is guessed. */
import { AsyncIterReader, WARCParser, type WARCRecord } from "warcio";
import { type AccessPolicy, type FetchAction, step } from "../../access/index.ts";
import { toUtf8 } from "../../access/internal.ts";
import { urlOf } from "../../base/url.ts";
import { LEAST_READ_BYTES } from "../../core/parsing.ts";
import { MAX_HOST_BYTES } from "../filter/index.ts";
import { type Captured, type Kind, type Response, UNDATED, type Unnumbered } from "./capture.ts";
import { NOT_HTTP, type SkipReason } from "./compile-stats.ts";
import { type Body, bodyOf, type HttpResponse, hasHeaders, headerOf, headIn, responseIn } from "./http-response.ts";
import { MAX_BLOCK_BYTES, type WarcRecord } from "./warc-records.ts";

export interface CaptureOptions {
  readonly policy: AccessPolicy;
  /** Returns what to keep of the body of a robots.txt, in UTF-8 unless it has a byte order mark. */
  readonly keep: (body: Uint8Array) => Uint8Array;
}

/** What a record says of its URL. */
export interface ReadRecord {
  readonly kind: Kind;
  readonly captured: Unnumbered<Captured>;
}

/** A record whose URL is unknown. */
export interface Unnamed {
  readonly skipped: SkipReason;
  /** The text in place of its URL. */
  readonly target: string | undefined;
}

/** The headers that access policies read. */
const HEADERS = ["location", "cache-control", "expires", "date", "age", "retry-after", "etag", "last-modified"];

/** @returns undefined for a record of another type, such as a request. */
export async function captureOf(from: WarcRecord, options: CaptureOptions): Promise<ReadRecord | Unnamed | undefined> {
  if (from.type !== "response" && from.type !== "revisit") return undefined;
  const record = await parsed(from);
  const target = headerOf(record.warcHeaders, "warc-target-uri");
  const url = targetOf(target);
  if (url === undefined) return { skipped: reasonWithoutUrl(target), target: target ?? undefined };
  const dateMs = dateOf(record.warcDate ?? "");
  if (!(dateMs >= 0)) return skippedAt({ url, dateMs: UNDATED }, "response: no valid WARC-Date");
  const at = { url, dateMs, digest: record.warcHeader("WARC-Payload-Digest") ?? undefined };
  const response = responseIn(record, from.block);
  if (from.type === "revisit") return revisitOf(at, record, response, options.policy);
  if (response === undefined) return skippedAt(at, "response: no complete HTTP head");
  return respond(at, response, { from, record }, options);
}

interface At {
  readonly url: string;
  readonly dateMs: number;
  readonly digest?: string | undefined;
}

const skippedAt = ({ url, dateMs }: At, skipped: SkipReason): ReadRecord => ({
  kind: "skip",
  captured: { url, dateMs, skipped },
});

/** `dns:` and other schemes have no robots.txt, so nothing is lost. */
const reasonWithoutUrl = (target: string | null): SkipReason =>
  /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(target ?? "")
    ? NOT_HTTP
    : "response: its WARC-Target-URI is not an http or https URL";

/**
 * Milliseconds since 1970, of the format of WARC or of 14 digits (`20260301120000`); NaN for any other format, because
 * machines parse those differently.
 */
function dateOf(text: string): number {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  return /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d))?$/.test(iso) ? Date.parse(iso) : Number.NaN;
}

/** Parses the heads only. The block is in memory, so warcio cannot read past it. */
async function parsed({ head, block }: WarcRecord): Promise<WARCRecord> {
  const reader = new AsyncIterReader([Buffer.concat([head, block])], null);
  const record = await WARCParser.parse(reader, { parseHttp: hasHeaders(headIn(block) ?? "") });
  return record!;
}

function targetOf(text: string | null): string | undefined {
  const authority = /^https?:[/\\]*([^/\\?#]*)/i.exec(text ?? "")?.[1];
  const url = authority !== undefined && authority.length <= MAX_HOST_BYTES ? urlOf(text!) : undefined;
  if (url === undefined) return undefined;
  url.hash = "";
  return url.href;
}

function outcomeOf({ status, header }: HttpResponse): Response {
  const known = HEADERS.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { type: "response", status, headers: Object.fromEntries(known), chance: 0 };
}

/** What the policy does after this response to a first request. */
const actionAfter = (policy: AccessPolicy, { url, dateMs }: At, outcome: Response): FetchAction =>
  step(policy, dateMs, undefined, { url, redirects: [] }, outcome);

async function respond(
  { url, dateMs, digest }: At,
  response: HttpResponse,
  { from, record }: { readonly from: WarcRecord; readonly record: WARCRecord },
  options: CaptureOptions,
): Promise<ReadRecord> {
  const at = { url, dateMs, ...(digest !== undefined && { digest }) };
  const outcome = outcomeOf(response);
  const action = actionAfter(options.policy, at, outcome);
  if (action.type !== "read") return { kind: kindAfter(action, outcome), captured: { ...at, outcome } };
  const body = await bodyOf(response);
  const cut = cutOf(from, record, body);
  if (cut?.error !== undefined)
    return { kind: "outage", captured: { ...at, outcome: { type: "error", error: cut.error, chance: 0 } } };
  if (cut !== undefined) return skippedAt(at, "response: stored incompletely");
  const kept = options.keep(toUtf8(body.bytes, response.header("content-type") ?? ""));
  return { kind: "answer", captured: { ...at, outcome, kept } };
}

/** A redirect and a revalidation (304) say nothing without another capture. */
function kindAfter(action: FetchAction, { status }: Response): Kind {
  if (action.type === "request" || status === 304) return "reference";
  return action.type === "done" && action.entry.status === "unreachable" ? "outage" : "answer";
}

/** WARC 1.1 §6.7: the payload is the one of the record that WARC-Refers-To-Target-URI and WARC-Refers-To-Date name. */
function revisitOf(at: At, record: WARCRecord, response: HttpResponse | undefined, policy: AccessPolicy): ReadRecord {
  const { url, dateMs, digest } = at;
  const outcome = response && outcomeOf(response);
  const isRead = outcome !== undefined && actionAfter(policy, at, outcome).type === "read";
  // A response that needs no body says all by itself.
  if (outcome !== undefined && !isRead && outcome.status !== 304)
    return { kind: kindAfter(actionAfter(policy, at, outcome), outcome), captured: { url, dateMs, outcome } };
  const original = {
    url: targetOf(headerOf(record.warcHeaders, "warc-refers-to-target-uri")) ?? url,
    dateMs: dateOf(record.warcHeader("WARC-Refers-To-Date") ?? ""),
  };
  const isKnown = /\/(identical-payload-digest|server-not-modified)$/.test(record.warcHeader("WARC-Profile") ?? "");
  if (!isKnown || !(original.dateMs >= 0)) {
    if (outcome?.status === 304) return { kind: "reference", captured: { url, dateMs, outcome } };
    return skippedAt(at, "revisit: it does not name its original");
  }
  const head = isRead ? { head: outcome } : {};
  return { kind: "reference", captured: { url, dateMs, original, ...head, ...(digest !== undefined && { digest }) } };
}

/** How the body is truncated: by the network, as a client would have seen it, or only in the record; undefined if whole. */
function cutOf({ blockBytes }: WarcRecord, record: WARCRecord, body: Body): { readonly error?: string } | undefined {
  // Nothing beyond the parsing limit matters.
  if (body.bytes.length >= LEAST_READ_BYTES) return undefined;
  if (blockBytes > MAX_BLOCK_BYTES) return {};
  const reason = record.warcHeader("WARC-Truncated");
  if (reason === "disconnect" || reason === "time") return { error: `body: truncated (${reason})` };
  // The rest of a segmented response is in other records (ISO 28500, "continuation").
  if (reason !== null || record.warcHeader("WARC-Segment-Number") !== null) return {};
  return body.error === undefined ? undefined : { error: body.error };
}
