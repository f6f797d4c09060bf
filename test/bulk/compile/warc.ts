/** WARC files made for tests: records with any head and block, plain or a gzip member each. */
import { gzipSync } from "node:zlib";

export interface RecordParts {
  readonly type?: string;
  readonly url?: string | null;
  readonly date?: string | null;
  /** Further lines of the WARC head. */
  readonly head?: readonly string[];
  readonly block: string | Uint8Array;
  /** In place of the block's own length. */
  readonly length?: number | null;
}

let count = 0;

export function recordOf({
  type = "response",
  url = "https://a.example/robots.txt",
  block,
  ...rest
}: RecordParts): Buffer {
  const { date = "2026-03-01T12:00:00Z", head = [], length } = rest;
  const bytes = Buffer.from(block as string);
  const lines = [
    "WARC/1.0",
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(++count).padStart(12, "0")}>`,
    ...(date === null ? [] : [`WARC-Date: ${date}`]),
    ...(url === null ? [] : [`WARC-Target-URI: ${url}`]),
    "Content-Type: application/http; msgtype=response",
    ...(length === null ? [] : [`Content-Length: ${length ?? bytes.length}`]),
    ...head,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes, Buffer.from("\r\n\r\n")]);
}

export function http(status: number, body: string | Uint8Array = "", headers: readonly string[] = []): Buffer {
  const head = [`HTTP/1.1 ${status} Whatever`, "Server: test", ...headers].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body as string)]);
}

export const response = (url: string, date: string, ...rest: Parameters<typeof http>): Buffer =>
  recordOf({ url, date, block: http(...rest) });

export const info: Buffer = recordOf({ type: "warcinfo", url: null, block: "software: test\r\n" });

/** As Common Crawl does: a gzip member for each record. */
export const gzipped = (records: readonly Buffer[]): Buffer => Buffer.concat(records.map((record) => gzipSync(record)));
