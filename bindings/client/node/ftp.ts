/**
 * ftp: by anonymous login and RETR, through the optional package basic-ftp, as a `Response`: 200 with the file as a
 * stream, 404 after FTP's 550. Anything else that goes wrong is thrown. The data connection goes to the host of the
 * control connection, whatever the server says, so that no server sends us elsewhere (RFC 2577 §3). Runs in Node only.
 */
import { createRequire } from "node:module";
import type { LookupFunction } from "node:net";
import { Writable } from "node:stream";
import type { Client } from "basic-ftp";
import { abortAfter, orAborted } from "../transport.ts";
import { addressesOf, type IsAllowed } from "./lookup.ts";

export interface FtpSettings {
  readonly isAllowed: IsAllowed;
  readonly lookup: LookupFunction | undefined;
  readonly connectTimeoutMs: number;
}

/** FTP's reply for a file that is not there or not readable (RFC 959 §4.2.1). */
const FILE_UNAVAILABLE = 550;

export function hasFtp(): boolean {
  try {
    createRequire(import.meta.url).resolve("basic-ftp");
    return true;
  } catch {
    return false;
  }
}

export async function fetchFtp(url: URL, settings: FtpSettings, signal: AbortSignal | undefined): Promise<Response> {
  const { Client } = await import("basic-ftp");
  const client = new Client(0);
  const own = new AbortController();
  const stop = (): void => own.abort(signal?.reason);
  const end = (): void => {
    signal?.removeEventListener("abort", stop);
    client.close();
  };
  own.signal.addEventListener("abort", end);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  let isLoggedIn = false;
  try {
    await connectInTime(client, url, settings, own);
    isLoggedIn = true;
    // RFC 1738 §3.2.2: relative to where the login leads.
    const path = decodeURIComponent(url.pathname.slice(1));
    const download = streamed((into) => client.downloadTo(into, path));
    download.closed.then(end);
    await download.begun;
    return new Response(download.body);
  } catch (error) {
    end();
    // A 550 that refuses the connection or the login says nothing of the file.
    if (!isLoggedIn || (error as { code?: unknown }).code !== FILE_UNAVAILABLE) throw error;
    return new Response(null, { status: 404, statusText: "Not Found" });
  }
}

async function connectInTime(client: Client, url: URL, settings: FtpSettings, own: AbortController): Promise<void> {
  const timer = abortAfter(own, settings.connectTimeoutMs, "timeout: connect");
  try {
    await orAborted(connect(client, url, settings, own.signal), own.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** To the first of the addresses that answers. */
async function connect(
  client: Client,
  url: URL,
  { isAllowed, lookup }: FtpSettings,
  signal: AbortSignal,
): Promise<void> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port || 21);
  let failure: unknown;
  for (const { address } of await addressesOf(host, isAllowed, lookup)) {
    try {
      signal.throwIfAborted();
      await client.access({ host: address, port, user: "anonymous", password: "anonymous@" });
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

interface Download {
  /** Once there are bytes, or the transfer has ended. */
  readonly begun: Promise<unknown>;
  readonly closed: Promise<unknown>;
  readonly body: ReadableStream<Uint8Array>;
}

/** Its stream ends well only if the transfer does, and ends the transfer when nobody reads on. */
function streamed(transfer: (into: Writable) => Promise<unknown>): Download {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const cancelled = writer.closed.catch(() => undefined);
  let begin: () => void;
  const bytes = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const into = new Writable({
    write(chunk: Uint8Array, _, done) {
      begin();
      writer.write(chunk).then(() => done(), done);
    },
  });
  const whole = transfer(into);
  const ended = whole.then(
    () => writer.close(),
    (error) => writer.abort(error),
  );
  ended.catch(() => undefined);
  return {
    begun: Promise.race([bytes, whole]),
    closed: Promise.race([cancelled, ended]).catch(() => undefined),
    body: readable,
  };
}
