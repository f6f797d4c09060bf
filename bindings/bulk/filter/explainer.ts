/** Says why the module decided a line as it did: the reason and, if a rule decided, that rule with its line. */
import { CR } from "../../base/characters.ts";
import { GrowingBytes } from "../../base/growing-bytes.ts";
import { RecentMap } from "../../base/recent-map.ts";
import { urlOf } from "../../base/url.ts";
import type { Explanation } from "../../core/index.ts";
import { fetchedAnyway } from "../../owners/agents/internal.ts";
import { ALLOWED, INVALID, UNDECIDED, UNKNOWN_ORIGIN } from "../engine/engine.ts";
import type { Cause, Origin, OriginRules } from "./origin-rules.ts";
import { indexLines, type LineIndex } from "./url-field.ts";

/** Output is appended in pieces: the verdicts of a large window would exceed the longest string. */
const PIECE_CHARACTERS = 65_536;

/** Memory of an entry beside its program: key, objects and the cache's own lists, measured with 100,000 origins. */
const RULES_BYTES = 500;

/** One verdict of `filter --json`. */
interface LineVerdict {
  readonly url: string;
  /** null if nothing is known of the origin. */
  readonly allowed: boolean | null;
  readonly reason: Explanation["reason"] | Cause;
  readonly rule?: Explanation["rule"];
  /** Why the crawler fetches what the file refuses it. */
  readonly fetchedAnyway?: string | undefined;
  /** When the robots.txt was fetched, if that is known. */
  readonly fetchedAt?: Date | undefined;
  readonly snapshot?: string | undefined;
}

type Finding = OriginRules | Promise<OriginRules>;

export class Explainer {
  readonly #token: string;
  readonly #find: (origin: Origin) => Finding;
  /** By the way URLs spell the origin. */
  readonly #cache: RecentMap<OriginRules>;

  /** @param token the first of the crawler @param find returns a promise only for a fetch. @param cacheBytes bounds the rules that are kept */
  constructor(token: string, find: (origin: Origin) => Finding, cacheBytes: number) {
    this.#token = token;
    this.#find = find;
    const sizeOf = ({ rules }: OriginRules, spelling: string): number =>
      RULES_BYTES + 2 * spelling.length + rules.byteLength;
    this.#cache = new RecentMap(cacheBytes, { sizeOf });
  }

  /** An object for each line that is a URL. */
  async json(bytes: Uint8Array, verdicts: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const lines = indexLines(bytes);
    const json = new JsonLines(bytes.length);
    for (let line = 0; line < lines.count; line++) {
      if (verdicts[line] === INVALID) continue;
      const explained = this.#explain(lines, line);
      const one = explained instanceof Promise ? await explained : explained;
      json.append({ ...one, allowed: allowedBy(verdicts[line]!) });
    }
    return json.bytes();
  }

  /** Decides the lines that are too long for the module. */
  async decideLong(bytes: Uint8Array, verdicts: Uint8Array): Promise<void> {
    const lines = indexLines(bytes);
    for (let line = verdicts.indexOf(UNDECIDED); line >= 0; line = verdicts.indexOf(UNDECIDED, line + 1))
      verdicts[line] = Number((await this.#explain(lines, line)).allowed);
  }

  #explain(lines: LineIndex, line: number): LineVerdict | Promise<LineVerdict> {
    const bytes = urlAt(lines, line);
    const url = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
    const found = this.#rulesFor(ORIGIN.exec(url)![0]);
    return found instanceof Promise
      ? found.then((one) => this.#verdictOf(url, bytes, one))
      : this.#verdictOf(url, bytes, found);
  }

  #verdictOf(url: string, bytes: Uint8Array, found: OriginRules): LineVerdict {
    const { rules, cause, isUnknown, fetchedAt, snapshot } = found;
    if (isUnknown) return { url, allowed: null, reason: "missing" };
    const { allowed, reason, rule } = rules.explain(bytes);
    if (cause !== undefined && reason !== "robots-txt") return { url, allowed, reason: cause, fetchedAt, snapshot };
    const fetched = allowed ? undefined : fetchedAnyway(this.#token, rules);
    return { url, allowed, reason, ...(rule !== undefined && { rule }), fetchedAnyway: fetched, fetchedAt, snapshot };
  }

  #rulesFor(spelling: string): Finding {
    const known = this.#cache.get(spelling);
    if (known !== undefined) return known;
    const origin = urlOf(spelling)!;
    const found = this.#cache.get(origin.origin) ?? this.#find(origin);
    const keep = (one: OriginRules): OriginRules => {
      for (const key of [spelling, origin.origin]) this.#cache.set(key, one);
      return one;
    };
    return found instanceof Promise ? found.then(keep) : keep(found);
  }
}

/** The scheme and authority of a line that is a URL. */
const ORIGIN = /^[^/]*\/\/[^/?#]*/;

const allowedBy = (verdict: number): boolean | null => (verdict === UNKNOWN_ORIGIN ? null : verdict === ALLOWED);

/** The bytes of a line without its LF or CRLF. */
function urlAt({ bytes, lineStart }: LineIndex, line: number): Uint8Array {
  const end = lineStart(line + 1) - 1;
  return bytes.subarray(lineStart(line), bytes[end - 1] === CR ? end - 1 : end);
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
