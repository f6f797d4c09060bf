/** Turns a WARC record into a capture, or into the reason why it is skipped. Nothing is guessed. */

import { MAX_HOST_BYTES, urlOf } from "../../base/url.ts";
import type { AccessPolicy, FetchAction } from "../../core/access/index.ts";
import { step, toUtf8 } from "../../core/access/internal.ts";
import { LEAST_READ_BYTES } from "../../core/parsing.ts";
import { type Captured, HEADERS, isRobotsTxt, type Kind, type Response, UNDATED, type Unnumbered } from "./capture.ts";
import { NOT_HTTP, type SkipReason } from "./compile-stats.ts";
import { fieldsIn, type HeadFields } from "./head-fields.ts";
import { type Body, bodyOf, type HttpResponse, responseIn } from "./http-response.ts";
import { MAX_BLOCK_BYTES, OTHER_TYPES, type WarcRecord } from "./warc-records.ts";

export interface CaptureOptions {
  readonly policy: AccessPolicy;
  /** Returns what to keep of the body of a robots.txt, in UTF-8 unless it has a byte order mark; undefined if that is too long. */
  readonly keep: (body: Uint8Array) => Uint8Array | undefined;
}

/** What a record says of its URL. */
export interface ReadRecord {
  readonly kind: Kind;
  readonly captured: Unnumbered<Captured>;
  /** What the policy does after a response to a first request. */
  readonly action?: FetchAction;
}

/** A record whose URL is unknown. */
export interface Unnamed {
  readonly skipped: SkipReason;
  /** The text in place of its URL. */
  readonly target: string | undefined;
}

type Read = ReadRecord | Unnamed | undefined;

/** The fields of WARC heads that are read. */
const WARC_FIELDS: ReadonlySet<string> = new Set([
  "warc-type",
  "warc-target-uri",
  "warc-date",
  "warc-payload-digest",
  "warc-truncated",
  "warc-segment-number",
  "warc-profile",
  "warc-refers-to-target-uri",
  "warc-refers-to-date",
]);

/** @returns undefined for a record of another type, such as a request; a promise only if its body must be decoded in parts */
export function captureOf(from: WarcRecord, options: CaptureOptions): Read | Promise<Read> {
  if (OTHER_TYPES.has(from.type)) return undefined;
  const fields = fieldsIn(from.head, WARC_FIELDS);
  const target = fields.get("warc-target-uri");
  const dateMs = dateOf(fields.get("warc-date") ?? "");
  const date = { dateMs: dateMs >= 0 ? dateMs : UNDATED };
  const split = splitRobotsTxtOf(target);
  if (split !== undefined) return skippedAt({ url: split, ...date }, MALFORMED_TARGET);
  const url = targetOf(target);
  if (url === undefined) return { skipped: reasonWithoutUrl(target), target };
  if (from.type !== "response" && from.type !== "revisit")
    return skippedAt({ url, ...date }, "record: no valid WARC-Type");
  if (date.dateMs === UNDATED) return skippedAt({ url, ...date }, "response: no valid WARC-Date");
  return captureAt({ url, dateMs, digest: fields.get("warc-payload-digest") }, { from, fields }, options);
}

interface FieldedRecord {
  readonly from: WarcRecord;
  readonly fields: HeadFields;
}

function captureAt(at: At, record: FieldedRecord, options: CaptureOptions): ReadRecord | Promise<ReadRecord> {
  const { from, fields } = record;
  // Readers differ on types in capitals.
  const response = fields.get("warc-type") === from.type ? responseIn(from.block) : undefined;
  if (from.type === "revisit") return revisitOf(at, fields, response, options.policy);
  if (response === undefined) return skippedAt(at, "response: no complete HTTP head");
  return respond(at, response, record, options);
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

const TOO_LONG = "response: its rules are too long for an archive";
const MALFORMED_TARGET = "response: its WARC-Target-URI is not an http or https URL";

/** `dns:` and other schemes have no robots.txt, so nothing is lost. */
const reasonWithoutUrl = (target: string | undefined): SkipReason =>
  /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(target ?? "") ? NOT_HTTP : MALFORMED_TARGET;

/**
 * Milliseconds since 1970, of the format of WARC or of 14 digits (`20260301120000`); NaN for any other format, because
 * machines parse those differently.
 */
function dateOf(text: string): number {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  return /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d))?$/.test(iso) ? Date.parse(iso) : Number.NaN;
}

/** WARC 1.0 has URLs in angle brackets, and Wget writes them so. */
const withoutBrackets = (text: string): string =>
  text.startsWith("<") ? (/^<(.*)>$/.exec(text)?.[1]?.trim() ?? text) : text;

/**
 * A URL with white space is several, or continues in another line, and any of them may be the URL of a robots.txt.
 * @returns the robots.txt of its first URL if so
 */
function splitRobotsTxtOf(target: string | undefined): string | undefined {
  if (target === undefined || !/\s/.test(target)) return undefined;
  const parts = withoutBrackets(target).split(/[\s,]+/);
  if (parts.length < 2 || !parts.join("").toLowerCase().includes("/robots.txt")) return undefined;
  const urls = parts.map(targetOf).filter((url) => url !== undefined);
  const url = urls.find(isRobotsTxt) ?? urls[0];
  return url && new URL("/robots.txt", url).href;
}

function targetOf(target: string | undefined): string | undefined {
  const text = withoutBrackets(target ?? "");
  const authority = /^https?:[/\\]*([^/\\?#]*)/i.exec(text)?.[1];
  const url = authority !== undefined && authority.length <= MAX_HOST_BYTES ? urlOf(text) : undefined;
  if (url === undefined) return undefined;
  if (text.includes("#")) url.hash = "";
  return url.href;
}

function outcomeOf({ status, header }: HttpResponse): Response {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  return { type: "response", status, headers, chance: 0 };
}

/** What the policy does after this response to a first request. */
const actionAfter = (policy: AccessPolicy, { url, dateMs }: At, outcome: Response): FetchAction =>
  step(policy, dateMs, undefined, { url, redirects: [] }, outcome);

function respond(
  { url, dateMs, digest }: At,
  response: HttpResponse,
  record: FieldedRecord,
  options: CaptureOptions,
): ReadRecord | Promise<ReadRecord> {
  const at = { url, dateMs, ...(digest !== undefined && { digest }) };
  const outcome = outcomeOf(response);
  const action = actionAfter(options.policy, at, outcome);
  if (action.type !== "read") return { kind: kindAfter(action, outcome), captured: { ...at, outcome }, action };
  const answered = (body: Body): ReadRecord => {
    const cut = cutOf(record, body);
    if (cut?.error !== undefined)
      return { kind: "outage", captured: { ...at, outcome: { type: "error", error: cut.error, chance: 0 } } };
    if (cut !== undefined) return skippedAt(at, "response: stored incompletely");
    const kept = options.keep(toUtf8(body.bytes, response.header("content-type") ?? ""));
    return kept === undefined
      ? skippedAt(at, TOO_LONG)
      : { kind: "answer", captured: { ...at, outcome, kept }, action };
  };
  const body = bodyOf(response);
  return body instanceof Promise ? body.then(answered) : answered(body);
}

/** A redirect and a revalidation (304) say nothing without another capture. */
function kindAfter(action: FetchAction, { status }: Response): Kind {
  if (action.type === "request" || status === 304) return "reference";
  return action.type === "done" && action.entry.status === "unreachable" ? "outage" : "answer";
}

/** WARC 1.1 §6.7: the payload is the one of the record that WARC-Refers-To-Target-URI and WARC-Refers-To-Date name. */
function revisitOf(at: At, fields: HeadFields, response: HttpResponse | undefined, policy: AccessPolicy): ReadRecord {
  const { url, dateMs, digest } = at;
  const outcome = response && outcomeOf(response);
  const action = outcome && actionAfter(policy, at, outcome);
  const isRead = action?.type === "read";
  // A response that needs no body says all by itself.
  if (outcome !== undefined && action !== undefined && !isRead && outcome.status !== 304)
    return { kind: kindAfter(action, outcome), captured: { url, dateMs, outcome }, action };
  const original = {
    url: targetOf(fields.get("warc-refers-to-target-uri")) ?? url,
    dateMs: dateOf(fields.get("warc-refers-to-date") ?? ""),
  };
  const isKnown = /\/(identical-payload-digest|server-not-modified)$/.test(fields.get("warc-profile") ?? "");
  if (!isKnown || !(original.dateMs >= 0)) {
    if (outcome?.status === 304) return { kind: "reference", captured: { url, dateMs, outcome } };
    return skippedAt(at, "revisit: it does not name its original");
  }
  const head = isRead && outcome !== undefined ? { head: outcome } : {};
  return { kind: "reference", captured: { url, dateMs, original, ...head, ...(digest !== undefined && { digest }) } };
}

/** How the body is truncated: by the network, as a client would have seen it, or only in the record; undefined if whole. */
function cutOf({ from, fields }: FieldedRecord, body: Body): { readonly error?: string } | undefined {
  // Nothing beyond the parsing limit matters.
  if (body.bytes.length >= LEAST_READ_BYTES) return undefined;
  if (from.blockBytes > MAX_BLOCK_BYTES) return {};
  const reason = fields.get("warc-truncated");
  if (reason === "disconnect" || reason === "time") return { error: `body: truncated (${reason})` };
  // The rest of a segmented response is in other records (ISO 28500, "continuation").
  if (reason !== undefined || fields.has("warc-segment-number")) return {};
  return body.error === undefined ? undefined : { error: body.error };
}
