/** Decides lines one by one and says why: the verdict, the reason and, if a rule decided, that rule with its line. */
import { CR } from "../../base/characters.ts";
import { GrowingBytes } from "../../base/growing-bytes.ts";
import type { Explanation } from "../../core/index.ts";
import { MAX_LINE_BYTES } from "../../files/blocks.ts";
import { authorityEnd } from "./authority.ts";
import { INVALID, UNKNOWN_ORIGIN } from "./block-result.ts";
import type { Decision, LineDecider } from "./line-decider.ts";
import type { Lookups } from "./lookups.ts";
import type { Cause, OriginRules } from "./origin-rules.ts";
import { type OriginLookup, Origins } from "./origins.ts";
import { rewritingAt, strictestOf } from "./rewriting.ts";
import { selectLines } from "./select-lines.ts";
import { indexLines, type LineIndex } from "./url-field.ts";

/** Output is appended in pieces: the verdicts of a large window would exceed the longest string. */
const PIECE_CHARACTERS = 65_536;

/** One verdict of `filter --json`. */
export interface LineVerdict {
  readonly url: string;
  /** null if nothing is known of the origin. */
  readonly allowed: boolean | null;
  readonly reason: Explanation["reason"] | Cause;
  readonly rule?: Explanation["rule"];
}

export class Explainer implements LineDecider {
  readonly #lookups: Lookups;
  readonly #origins: Origins;

  /** @param cacheBytes bounds the rules that are kept */
  constructor(lookups: Lookups, cacheBytes: number) {
    this.#lookups = lookups;
    this.#origins = new Origins(lookups, cacheBytes);
  }

  async decide(bytes: Uint8Array): Promise<Decision> {
    const lines = indexLines(bytes);
    const found = await this.#lookUp(lines);
    const verdicts = new Uint8Array(lines.count).fill(INVALID);
    const json = new JsonLines(bytes.length);
    for (const [line, origin] of found.entries()) {
      if (origin === undefined) continue;
      const url = urlAt(lines, line);
      const explanation = explain(lines, line, url, origin);
      verdicts[line] = origin.isUnknown ? UNKNOWN_ORIGIN : Number(explanation.allowed);
      json.append(verdictOf(url, explanation, origin));
    }
    return {
      verdicts,
      lookups: this.#lookups.takeCounts(),
      select: (verdict) => selectLines(lines, verdicts, verdict),
      json: json.bytes(),
    };
  }

  /** The verdict on one of the lines, which must be a URL. */
  async isAllowed(lines: LineIndex, line: number): Promise<boolean> {
    const origin = await this.#originOf(lines, line);
    return origin !== undefined && explain(lines, line, urlAt(lines, line), origin).allowed;
  }

  /** The origin of each line. Origins that must be fetched are fetched concurrently. */
  async #lookUp(lines: LineIndex): Promise<OriginLookup[]> {
    const found = Array.from({ length: lines.count }, (_, line) => this.#originOf(lines, line));
    return found.some((one) => one instanceof Promise) ? Promise.all(found) : (found as OriginLookup[]);
  }

  #originOf({ bytes, lineStart }: LineIndex, line: number): OriginLookup | Promise<OriginLookup> {
    const start = lineStart(line);
    const end = authorityEnd(bytes, start);
    // A large block may hold lines that a smaller one skips: the limit is the same.
    if (end < 0 || lineStart(line + 1) - start > MAX_LINE_BYTES) return undefined;
    return this.#origins.find(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1", start, end));
  }
}

/** The bytes of a line without its LF or CRLF. */
function urlAt({ bytes, lineStart }: LineIndex, line: number): Uint8Array {
  const end = lineStart(line + 1) - 1;
  return bytes.subarray(lineStart(line), bytes[end - 1] === CR ? end - 1 : end);
}

/** Most lines have one reading. */
function explain({ bytes, lineStart }: LineIndex, line: number, url: Uint8Array, { rules }: OriginRules): Explanation {
  const isRewritten = rewritingAt(bytes, authorityEnd(bytes, lineStart(line))) >= 0;
  return isRewritten ? strictestOf(rules, url) : rules.explain(url);
}

function verdictOf(
  line: Uint8Array,
  { allowed, reason, rule }: Explanation,
  { cause, isUnknown }: OriginRules,
): LineVerdict {
  const url = Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8");
  if (isUnknown) return { url, allowed: null, reason: "missing" };
  if (cause !== undefined && reason !== "robots-txt") return { url, allowed, reason: cause };
  return { url, allowed, reason, ...(rule !== undefined && { rule }) };
}

class JsonLines {
  readonly #output: GrowingBytes;
  #text = "";

  constructor(capacity: number) {
    this.#output = new GrowingBytes(capacity);
  }

  append(value: LineVerdict): void {
    this.#text += `${JSON.stringify(value)}\n`;
    if (this.#text.length < PIECE_CHARACTERS) return;
    this.#flush();
  }

  #flush(): void {
    this.#output.append(Buffer.from(this.#text));
    this.#text = "";
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#flush();
    return this.#output.bytes();
  }
}
