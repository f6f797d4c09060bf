/**
 * One block seen by line and by origin. Lines that follow one another and spell their origin alike are a run; runs of
 * one spelling are chained to a group, found by hash. One pass, numbers only: nothing is decoded.
 */
import { seed } from "./seed.ts";

const LF = 10;
const COLON = 58;
const SLASH = 47;

/** What ends an authority, and what no authority holds: white space, controls, and bytes on which readers of URLs differ. */
const ENDS = 1;
const FORBIDDEN = 2;
const classOf: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === LF || "/?#".includes(String.fromCharCode(byte))) return ENDS;
  return byte <= 32 || byte === 127 || '\\;<>^`{|}"'.includes(String.fromCharCode(byte)) ? FORBIDDEN : 0;
});

const NO_GROUP = -1;
const SEED: number = seed();
const FIRST_CAPACITY = 4096;

export class Window {
  bytes: Uint8Array = new Uint8Array();
  lineCount = 0;
  /** Of each line, the byte after its LF. */
  lineEnds: Int32Array = new Int32Array(FIRST_CAPACITY);
  runCount = 0;
  runStarts: Int32Array = new Int32Array(FIRST_CAPACITY);
  runEnds: Int32Array = new Int32Array(FIRST_CAPACITY);
  runLines: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** The next run of the same group, or -1. */
  runNext: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** Of each run, its group, or -1 for lines that cannot be URLs. */
  runGroups: Int32Array = new Int32Array(FIRST_CAPACITY);
  groupCount = 0;
  groupRuns: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** Bytes of the spelling of the origin with which each group's first run starts. */
  groupSpellings: Int32Array = new Int32Array(FIRST_CAPACITY);
  #groupLastRuns: Int32Array = new Int32Array(FIRST_CAPACITY);
  #groupHashes: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** Open addressing: a group's number plus one, or 0. At most half full. */
  #table: Int32Array = new Int32Array(2 * FIRST_CAPACITY);
  #hash = 0;

  /** Reads a block whose lines all end in LF. */
  read(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.lineCount = 0;
    this.runCount = 0;
    this.groupCount = 0;
    this.#table.fill(0);
    for (let start = 0; start < bytes.length; ) start = this.#readLine(start);
  }

  #readLine(start: number): number {
    const { bytes } = this;
    const origin = this.#originEnd(start);
    const group = origin < 0 ? NO_GROUP : this.#groupOf(start, origin - start);
    let end = origin < 0 ? start : origin;
    while (bytes[end] !== LF) end++;
    end++;
    if (this.lineCount === this.lineEnds.length) this.lineEnds = grown(this.lineEnds);
    this.lineEnds[this.lineCount] = end;
    const last = this.runCount - 1;
    if (last >= 0 && this.runGroups[last] === group) this.runEnds[last] = end;
    else this.#startRun(group, start, end);
    this.lineCount++;
    return end;
  }

  /** The byte after `http(s)://authority`, its hash kept; -1 for a line that does not start so. */
  #originEnd(start: number): number {
    const { bytes } = this;
    let at = start + 4;
    if (!spellsHttp(bytes, start)) return -1;
    if ((bytes[at]! | 32) === 115) at++;
    if (bytes[at] !== COLON || bytes[at + 1] !== SLASH || bytes[at + 2] !== SLASH) return -1;
    const authority = at + 3;
    let hash = SEED ^ (authority - start);
    for (at = authority; ; at++) {
      const byte = bytes[at]!;
      const kind = classOf[byte]!;
      if (kind !== 0) {
        // A CR before LF is the line's end, not the authority's.
        if (kind === FORBIDDEN && !(byte === 13 && bytes[at + 1] === LF)) return -1;
        break;
      }
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    this.#hash = hash;
    return at === authority ? -1 : at;
  }

  #groupOf(start: number, length: number): number {
    const hash = this.#hash;
    const mask = this.#table.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const group = this.#table[slot]! - 1;
      if (group < 0) return this.#addGroup(slot, hash, length);
      if (this.#groupHashes[group] === hash && this.#isSpelled(group, start, length)) return group;
    }
  }

  #isSpelled(group: number, start: number, length: number): boolean {
    if (this.groupSpellings[group] !== length) return false;
    const { bytes } = this;
    const known = this.runStarts[this.groupRuns[group]!]!;
    for (let i = 0; i < length; i++) if (bytes[known + i] !== bytes[start + i]) return false;
    return true;
  }

  #addGroup(slot: number, hash: number, length: number): number {
    const group = this.groupCount++;
    if (group === this.#groupHashes.length) {
      this.groupRuns = grown(this.groupRuns);
      this.groupSpellings = grown(this.groupSpellings);
      this.#groupLastRuns = grown(this.#groupLastRuns);
      this.#groupHashes = grown(this.#groupHashes);
    }
    this.#table[slot] = group + 1;
    this.#groupHashes[group] = hash;
    this.groupSpellings[group] = length;
    this.groupRuns[group] = -1;
    if (2 * this.groupCount > this.#table.length) this.#growTable();
    return group;
  }

  #growTable(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let group = 0; group < this.groupCount; group++) {
      const hash = this.#groupHashes[group]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = group + 1;
    }
  }

  #startRun(group: number, start: number, end: number): void {
    const run = this.runCount++;
    if (run === this.runStarts.length) {
      this.runStarts = grown(this.runStarts);
      this.runEnds = grown(this.runEnds);
      this.runLines = grown(this.runLines);
      this.runNext = grown(this.runNext);
      this.runGroups = grown(this.runGroups);
    }
    this.runStarts[run] = start;
    this.runEnds[run] = end;
    this.runLines[run] = this.lineCount;
    this.runNext[run] = -1;
    this.runGroups[run] = group;
    if (group === NO_GROUP) return;
    if (this.groupRuns[group] === -1) this.groupRuns[group] = run;
    else this.runNext[this.#groupLastRuns[group]!] = run;
    this.#groupLastRuns[group] = run;
  }
}

/** `http` in any case. */
function spellsHttp(bytes: Uint8Array, at: number): boolean {
  return (
    (bytes[at]! | 32) === 104 &&
    (bytes[at + 1]! | 32) === 116 &&
    (bytes[at + 2]! | 32) === 116 &&
    (bytes[at + 3]! | 32) === 112
  );
}

function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
