/**
 * What is known of an origin, and its form in a store: a mark, a checksum, a length, JSON, the compiled rules, and the file if it
 * is kept, whose length the JSON has. Bytes that are foreign, damaged or of another version decode to nothing, so that the file is fetched again.
 */

import { fnv1a } from "../../base/checksum.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { AgentRules } from "../index.ts";
import { type AccessErrorCode, isAccessErrorCode } from "./error-code.ts";
import type { AccessStatus } from "./policy.ts";

/** What a body holds. */
export interface RobotsBody {
  readonly rules: AgentRules;
  readonly sitemaps: readonly string[];
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  /** SHA-256 of what was parsed, in UTF-8, if that is not the whole body: it is longer than `maxBytes`, or in another charset. */
  readonly parsedHash?: string;
  /** The file is longer than `maxBytes`: rules after the limit are not known. */
  readonly truncated?: boolean;
  /** The body looks like an HTML page. */
  readonly looksLikeHtml?: boolean;
  /** The body was gzip, and no header said so. */
  readonly undeclaredGzip?: boolean;
  /** The file in UTF-8, if it is to be kept. */
  readonly file?: Uint8Array;
}

/** The last file that was read. */
export interface RobotsCopy extends RobotsBody {
  /** Where the file was found after redirects. Its validators hold for this URL only. */
  readonly url: string;
  /** When the origin last gave or confirmed the file, in milliseconds since 1970. */
  readonly fetchedAtMs: number;
  readonly etag?: string;
  readonly lastModified?: string;
}

/** What is known of an origin after an attempt. Times are milliseconds since 1970. */
export interface StoredEntry {
  readonly status: AccessStatus;
  readonly httpStatus?: number;
  readonly error?: string;
  /** Absent after a success. */
  readonly errorCode?: AccessErrorCode;
  /** What the origin asks for its robots.txt: `crawler-price` of a 402, such as `USD 0.01`. */
  readonly price?: string;
  /** The URLs that redirects led to, in order. If there were too many, the last one was not requested. */
  readonly redirects: readonly string[];
  /** The status codes of the redirects, in order; absent without redirects. */
  readonly redirectStatuses?: readonly number[];
  readonly fetchedAtMs: number;
  /** No further attempt is made before this time. */
  readonly expiresAtMs: number;
  /** The first failure of an outage; absent without an outage. */
  readonly unreachableSinceMs?: number;
  /** Attempts that failed in a row. */
  readonly failures: number;
  readonly copy?: RobotsCopy;
}

/** What an entry's objects take besides rules and texts, roughly, and what each text takes besides its characters. */
const ENTRY_BYTES = 1024;
const TEXT_BYTES = 32;

/** What an entry takes in memory, roughly: at worst a character takes two bytes. */
export function heldBytes({ copy, redirects, error = "", price = "" }: StoredEntry): number {
  const { sitemaps = [], url = "", etag = "", lastModified = "" } = copy ?? {};
  const texts = [...redirects, error, price, ...sitemaps, url, etag, lastModified];
  const textBytes = texts.reduce((sum, text) => sum + TEXT_BYTES + 2 * text.length, 0);
  return ENTRY_BYTES + textBytes + (copy?.rules.byteLength ?? 0) + (copy?.file?.length ?? 0);
}

/**
 * "RWE3": the version is in the mark. Entries of an older version are fetched again, not converted: their rules may come from
 * bodies that this version does not read.
 */
const MARK = 0x52_57_45_33;
const HEAD_BYTES = 12;
const NO_BYTES = new Uint8Array();

/**
 * @param key what the entry is stored under. `decodeEntry` refuses to read it under another key, because stores mix up keys:
 *   file systems ignore case, and some drivers fold characters.
 */
export function encodeEntry(entry: StoredEntry, key?: string): Uint8Array {
  const { copy, ...known } = entry;
  const state = key === undefined ? known : { ...known, key };
  const { rules, file = NO_BYTES, ...rest } = copy ?? {};
  const kept = { ...rest, ...(copy?.file && { fileBytes: file.length }) };
  const json = new TextEncoder().encode(JSON.stringify(copy === undefined ? state : { ...state, copy: kept }));
  const program = rules?.toBytes() ?? NO_BYTES;
  const bytes = new Uint8Array(HEAD_BYTES + json.length + program.length + file.length);
  bytes.set(json, HEAD_BYTES);
  bytes.set(program, HEAD_BYTES + json.length);
  bytes.set(file, HEAD_BYTES + json.length + program.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MARK);
  view.setUint32(8, json.length);
  view.setUint32(4, fnv1a(bytes.subarray(8)));
  return bytes;
}

/**
 * @param key the key that the entry has to be stored under.
 * @returns undefined for everything that is not an entry. Never throws.
 */
export function decodeEntry(bytes: unknown, key?: string): StoredEntry | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.length < HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0) !== MARK || view.getUint32(4) !== fnv1a(bytes.subarray(8))) return undefined;
  try {
    return read(bytes, HEAD_BYTES + view.getUint32(8), key);
  } catch {
    return undefined;
  }
}

function read(bytes: Uint8Array, end: number, wanted: string | undefined): StoredEntry | undefined {
  const json = decodeUtf8(bytes.subarray(HEAD_BYTES, end));
  const { key, ...entry } = JSON.parse(json) as StoredEntry & { readonly key?: unknown };
  if (!isState(entry) || (wanted !== undefined && key !== wanted)) return undefined;
  if (entry.copy === undefined) return entry;
  const { fileBytes, ...copy } = entry.copy as RobotsCopy & { readonly fileBytes?: number };
  const rulesEnd = bytes.length - (fileBytes ?? 0);
  const rules = AgentRules.fromBytes(bytes.slice(end, rulesEnd));
  return { ...entry, copy: { ...copy, rules, ...(fileBytes !== undefined && { file: bytes.slice(rulesEnd) }) } };
}

/** Whether a program passes an entry, as attempts and `decodeEntry` make them. */
export const isEntry = (entry: StoredEntry): boolean =>
  typeof entry === "object" &&
  entry !== null &&
  isState(entry) &&
  (entry.copy === undefined || typeof entry.copy.rules?.toBytes === "function");

const isState = ({
  httpStatus = 0,
  unreachableSinceMs = 0,
  error = "",
  price = "",
  copy,
  ...entry
}: StoredEntry): boolean =>
  ["success", "unavailable", "unreachable"].includes(entry.status) &&
  [httpStatus, unreachableSinceMs, entry.fetchedAtMs, entry.expiresAtMs, entry.failures].every(Number.isFinite) &&
  (entry.errorCode === undefined || isAccessErrorCode(entry.errorCode)) &&
  Array.isArray(entry.redirects) &&
  (entry.redirectStatuses === undefined || isStatuses(entry.redirectStatuses)) &&
  [error, price, ...entry.redirects].every(isText) &&
  (copy === undefined ? entry.status !== "success" : copy !== null && isCopy(copy));

const isStatuses = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isInteger);

const isText = (value: unknown): boolean => typeof value === "string";

const isCopy = ({
  hash,
  parsedHash = "",
  url,
  sitemaps,
  fetchedAtMs,
  etag = "",
  lastModified = "",
  ...flags
}: RobotsCopy): boolean =>
  [hash, parsedHash, url, etag, lastModified].every(isText) &&
  [flags.truncated, flags.looksLikeHtml, flags.undeclaredGzip].every((flag = false) => typeof flag === "boolean") &&
  Number.isFinite(fetchedAtMs) &&
  Array.isArray(sitemaps) &&
  sitemaps.every(isText);
