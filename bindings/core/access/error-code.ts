/**
 * Why an origin gave no robots.txt, as a code that does not change. Runtimes name the same fault differently: Node and Bun by
 * `code`, on the error or on its cause, and Deno by the message only.
 */

/** Why an attempt to fetch a robots.txt gave no file. */
export type AccessErrorCode =
  /** The host's name has no address, or no name server answered. */
  | "dns"
  /** The host's address may not be connected to. */
  | "address"
  /** Nothing listens on the port. */
  | "refused"
  /** Connecting, TLS included, took longer than the limit of `fetch`. */
  | "connect-timeout"
  /** No secure connection: the certificate, the protocol. */
  | "tls"
  /** The head of a response took longer than `firstByteTimeoutMs`. */
  | "first-byte-timeout"
  /** The whole attempt took longer than `bodyTimeoutMs`. */
  | "body-timeout"
  /** The connection ended before the response did. */
  | "reset"
  /** A status other than 2xx. */
  | "status"
  /** A redirect without a Location that can be followed. */
  | "bad-redirect"
  /** More redirects than the policy follows. */
  | "too-many-redirects"
  /** A bot challenge of a firewall, by its headers. */
  | "challenge"
  /** An HTML page, under a policy that does not take it for a file. */
  | "html"
  /** The body is damaged, or in a coding that was not undone. */
  | "coding"
  /** More bytes than a limit. A robots.txt never has this code: it is read up to the limit. */
  | "size"
  /** Everything else. */
  | "network";

const CODES: Readonly<Record<AccessErrorCode, true>> = {
  dns: true,
  address: true,
  refused: true,
  "connect-timeout": true,
  tls: true,
  "first-byte-timeout": true,
  "body-timeout": true,
  reset: true,
  status: true,
  "bad-redirect": true,
  "too-many-redirects": true,
  challenge: true,
  html: true,
  coding: true,
  size: true,
  network: true,
};

/** A fault that the client found itself. */
export class AccessFailure extends Error {
  readonly errorCode: AccessErrorCode;

  constructor(message: string, errorCode: AccessErrorCode) {
    super(message);
    this.errorCode = errorCode;
  }
}

export const isAccessErrorCode = (value: unknown): value is AccessErrorCode =>
  typeof value === "string" && Object.hasOwn(CODES, value);

/** Codes of Node's system errors, OpenSSL, zlib and undici, and of Bun. The first row that holds a code decides. */
const BY_CODE: readonly (readonly [AccessErrorCode, RegExp])[] = [
  ["address", /^ERR_ADDRESS_REFUSED$/],
  ["dns", /^(ENOTFOUND|EAI_[A-Z]+|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|ENOTIMP|ETIMEOUT)$/],
  ["refused", /^ECONNREFUSED$/],
  ["connect-timeout", /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/],
  ["first-byte-timeout", /^UND_ERR_HEADERS_TIMEOUT$/],
  ["body-timeout", /^UND_ERR_BODY_TIMEOUT$/],
  [
    "reset",
    /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_HTTP2_STREAM_ERROR)$/,
  ],
  ["coding", /^(Z_|ZSTD_|ERR__ERROR_|ERR_BROTLI_|ZlibError$|BrotliDecompressionError$|ZstdDecompressionError$)/],
  ["tls", /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH$|INVALID_CA$)/],
];

/** Messages of errors without a code: Deno's, and llhttp's in undici for chunks that end too early. */
const BY_MESSAGE: readonly (readonly [AccessErrorCode, RegExp])[] = [
  ["dns", /dns error/],
  ["refused", /tcp connect error: Connection refused/],
  [
    "reset",
    /\(Invalid EOF state\)|Connection reset by peer|connection closed before message completed|error reading a body|tls handshake eof/,
  ],
  ["coding", /^(Invalid gzip header|brotli error|unexpected end of file|corrupt deflate stream)/],
  ["tls", /\(Connect\): (invalid peer certificate|received corrupt message|received fatal alert|peer is incompatible)/],
];

/** @param error whatever a `fetch` threw. */
export function errorCodeOf(error: unknown): AccessErrorCode {
  try {
    const reasons = [...reasonsOf(error)];
    return firstOf(reasons, codeOf) ?? firstOf(reasons, messageCodeOf) ?? "network";
  } catch {
    // A getter that throws, in an error of the caller's own `fetch`.
    return "network";
  }
}

/** What `fetch` throws is wrapped: the reason is a cause, or several where several addresses failed. */
function* reasonsOf(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== "object" || error === null || depth > 4) return;
  yield error;
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown };
  yield* reasonsOf(cause, depth + 1);
  if (Array.isArray(errors)) yield* reasonsOf(errors[0], depth + 1);
}

function firstOf<T, U>(values: readonly T[], read: (value: T) => U | undefined): U | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function codeOf(reason: { readonly errorCode?: unknown; readonly code?: unknown }): AccessErrorCode | undefined {
  const { errorCode, code } = reason;
  if (isAccessErrorCode(errorCode)) return errorCode;
  return typeof code === "string" ? rowOf(BY_CODE, code) : undefined;
}

const messageCodeOf = ({ message }: { readonly message?: unknown }): AccessErrorCode | undefined =>
  typeof message === "string" ? rowOf(BY_MESSAGE, message) : undefined;

const rowOf = (rows: typeof BY_CODE, text: string): AccessErrorCode | undefined =>
  rows.find(([, pattern]) => pattern.test(text))?.[0];
