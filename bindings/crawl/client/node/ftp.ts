/**
 * ftp: by anonymous login and RETR, through the package basic-ftp that the caller passes, as a `Response`: 200 with the file as a
 * stream, 404 after FTP's 550 to RETR. Every other failure throws. Data connections go to the host of the control
 * connection, whatever the server says, so that no server sends the client elsewhere (RFC 2577 §3). Node only.
 */
import type { LookupFunction } from "node:net";
import { PassThrough, type Writable } from "node:stream";
import { orAborted } from "../../../base/read-body.ts";
import type { IsAllowed } from "../addresses.ts";
import { abortAfter } from "../transport.ts";
import { addressesOf } from "./lookup.ts";

/** How one request connects. */
export interface ConnectSettings {
  readonly isAllowed: IsAllowed;
  readonly lookup: LookupFunction | undefined;
  readonly connectTimeoutMs: number;
  /** The proxy for a URL. ftp: uses none. */
  readonly proxyOf?: ((url: URL) => URL | undefined) | undefined;
  /** Whether a proxy may be asked to resolve a name that cannot be resolved here. */
  readonly asksProxy?: boolean;
}

/** What is used of basic-ftp's `Client`. */
interface FtpClient {
  access(options: { host: string; port: number; user: string; password: string }): Promise<unknown>;
  downloadTo(to: Writable, path: string): Promise<unknown>;
  close(): void;
}

/** What is used of the package basic-ftp. */
export interface FtpPackage {
  readonly Client: new (timeoutMs: number) => FtpClient;
}

/** FTP's reply for a file that does not exist or is not readable (RFC 959 §4.2.1). */
const FILE_UNAVAILABLE = 550;

/** Every way to end it closes the client, which makes whatever runs on its connections fail. */
export async function fetchFtp(
  { Client }: FtpPackage,
  url: URL,
  settings: ConnectSettings,
  signal: AbortSignal = NEVER,
): Promise<Response> {
  const client = new Client(0);
  const close = (): void => {
    signal.removeEventListener("abort", close);
    client.close();
  };
  signal.addEventListener("abort", close);
  try {
    await login(client, url, settings, signal);
    return await retrieve(client, url, close);
  } catch (error) {
    close();
    signal.throwIfAborted();
    throw error;
  }
}

const NEVER: AbortSignal = new AbortController().signal;

/** @throws the signal's reason when it aborts; a timeout after `connectTimeoutMs`. */
async function login(client: FtpClient, url: URL, settings: ConnectSettings, signal: AbortSignal): Promise<void> {
  const limit = new AbortController();
  const timer = abortAfter(limit, settings.connectTimeoutMs, "connect-timeout");
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    await orAborted(loginToAny(client, url, settings, either), either);
  } finally {
    clearTimeout(timer);
  }
}

/** Tries the addresses in turn until one accepts the login. */
async function loginToAny(
  client: FtpClient,
  url: URL,
  { isAllowed, lookup }: ConnectSettings,
  signal: AbortSignal,
): Promise<void> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port || 21);
  let failure: unknown;
  for (const { address } of await addressesOf(host, isAllowed, lookup)) {
    signal.throwIfAborted();
    try {
      await client.access({ host: address, port, user: "anonymous", password: "anonymous@" });
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Waits for the first bytes, since the server may still refuse the file. */
async function retrieve(client: FtpClient, url: URL, close: () => void): Promise<Response> {
  // RFC 1738 §3.2.2: the path is relative to the directory of the login.
  const chunks = download(client, decodeURIComponent(url.pathname.slice(1)), close);
  try {
    return new Response(streamOf(await chunks.next(), chunks, close));
  } catch (error) {
    if ((error as { code?: unknown }).code !== FILE_UNAVAILABLE) throw error;
    return new Response(null, { status: 404, statusText: "Not Found" });
  }
}

/** The file's bytes. The end of the data connection does not mean success: the server's last reply says whether the file is whole. */
async function* download(client: FtpClient, path: string, close: () => void): AsyncGenerator<Uint8Array> {
  const file = new PassThrough();
  const transfer = client.downloadTo(file, path);
  transfer.catch((error) => file.destroy(error));
  try {
    yield* file;
    await transfer;
  } finally {
    close();
  }
}

function streamOf(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
  cancel: () => void,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | undefined = first;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = next ?? (await rest.next());
    next = undefined;
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
