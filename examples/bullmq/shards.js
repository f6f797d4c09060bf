// Divides a list of URLs by shard, and puts the verdicts of the shards back in the order of the list.
import { closeSync, createReadStream, openSync, readSync, writeSync } from "node:fs";
import { originShard } from "robots-wasm/archive";

const LF = 10;
const BUFFER_BYTES = 2 ** 16;

/** Lines as bytes with their LF; a last line without LF gets one. */
async function* linesOf(path) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      yield bytes.subarray(start, end + 1);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield Buffer.concat([rest, Buffer.of(LF)]);
}

/** The shard of every spelling of an origin that was seen before: parsing a URL takes longer than deciding it. */
const known = new Map();
const MAX_KNOWN = 2 ** 20;
const SLASH = 47;

/** What comes before the path determines the origin of every line that can be a URL. */
function shardOf(line, shards) {
  const end = line.indexOf(SLASH, 8);
  const spelling = line.latin1Slice(0, end > 8 ? end : line.length);
  let shard = known.get(spelling);
  if (shard === undefined) {
    if (known.size > MAX_KNOWN) known.clear();
    shard = parsedShardOf(line.toString(), shards);
    known.set(spelling, shard);
  }
  return shard;
}

/** Any shard can say that a line is not a URL. */
function parsedShardOf(url, shards) {
  try {
    return originShard(url, shards);
  } catch {
    return 0;
  }
}

class Writer {
  #pending = [];
  #bytes = 0;

  constructor(path) {
    this.file = openSync(path, "w");
  }

  write(bytes) {
    this.#pending.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > BUFFER_BYTES) this.flush();
  }

  flush() {
    const bytes = Buffer.concat(this.#pending);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at);
    this.#pending = [];
    this.#bytes = 0;
  }

  close() {
    this.flush();
    closeSync(this.file);
  }
}

/** The first character of each line. */
function* verdictsOf(path) {
  const file = openSync(path, "r");
  const bytes = Buffer.alloc(BUFFER_BYTES);
  for (let length = readSync(file, bytes); length > 0; length = readSync(file, bytes))
    for (let at = 0; at < length; at++) if (bytes[at] !== LF) yield String.fromCharCode(bytes[at]);
  closeSync(file);
}

export async function divide(list, paths) {
  const writers = paths.map((path) => new Writer(path));
  for await (const line of linesOf(list)) writers[shardOf(line, paths.length)].write(line);
  for (const writer of writers) writer.close();
}

/** Writes the allowed lines of the list. @throws Error if a shard has fewer or more verdicts than lines */
export async function merge(list, verdicts, output) {
  const shards = verdicts.map(verdictsOf);
  const writer = new Writer(output);
  for await (const line of linesOf(list)) {
    const { value } = shards[shardOf(line, shards.length)].next();
    if (value === undefined) throw new Error("expected a verdict for every line");
    if (value === "1") writer.write(line);
  }
  if (shards.some((shard) => !shard.next().done)) throw new Error("expected a line for every verdict");
  writer.close();
}
