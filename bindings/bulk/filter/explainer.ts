/** Says why lines are decided as they are: the reason and, if a rule decided, that rule with its line. */
import { CR } from "../../base/characters.ts";
import type { Refusal } from "../../base/errors.ts";
import { RecentMap } from "../../base/recent-map.ts";
import { urlOf } from "../../base/url.ts";
import { findAgent } from "../../owners/agents/index.ts";
import { fetchedAnyway } from "../../owners/agents/internal.ts";
import type { Cause, Causes } from "../engine/causes.ts";
import { ALLOWED, INVALID, UNDECIDED, UNKNOWN_ORIGIN } from "../engine/engine.ts";
import { JsonWriter } from "./json-writer.ts";
import type { Origin, OriginRules } from "./origin-rules.ts";
import { indexLines, type LineIndex } from "./url-field.ts";

/** The rules that are kept of origins of which the module knows too little: of very long URLs and patterns. */
const CACHE_BYTES = 2 ** 20;
/** Memory of an entry beside its program: key, objects and the cache's own lists, measured with 100,000 origins. */
const RULES_BYTES = 500;

/** Where rules come from, if that is known. */
interface Provenance {
  readonly fetchedAt?: Date | undefined;
  readonly snapshot?: string | undefined;
  readonly refusal?: OriginRules["refusal"];
}

const NOWHERE: Provenance = {};

interface ExplainerOptions {
  /** The first of the crawler. */
  readonly token: string;
  /** Returns a promise only for a fetch. */
  readonly find: (origin: Origin) => OriginRules | Promise<OriginRules>;
  /** What is known of an origin whose fetch failed. */
  readonly refusalOf: (origin: string) => OriginRules["refusal"];
  /** What `compile --snapshot` called the archive. */
  readonly snapshot: string | undefined;
}

export class Explainer {
  readonly #options: ExplainerOptions;
  /** What the crawler fetches though it is refused: where a group names it, and where none does. */
  readonly #fetchedAnyway: Readonly<Record<"true" | "false", string | undefined>>;
  /** By the way URLs spell the origin. */
  readonly #rules: RecentMap<OriginRules>;

  constructor(options: ExplainerOptions) {
    this.#options = options;
    const sizeOf = ({ rules }: OriginRules, spelling: string): number =>
      RULES_BYTES + 2 * spelling.length + rules.byteLength;
    const agent = findAgent(options.token);
    const textIf = (isNamed: boolean): string | undefined => fetchedAnyway(agent, { isNamed });
    this.#fetchedAnyway = { true: textIf(true), false: textIf(false) };
    this.#rules = new RecentMap(CACHE_BYTES, { sizeOf });
  }

  /** An object for each line that is a URL. Lines of which the module knows too little are explained by the rules of their origins. */
  async json(bytes: Uint8Array, verdicts: Uint8Array, causes: Causes): Promise<Uint8Array<ArrayBuffer>> {
    const lines = indexLines(bytes);
    const json = new JsonWriter(2 * bytes.length);
    /** What follows the URL, by the row of the cause. */
    const texts = new Array<string | undefined>(causes.rows);
    for (let line = 0; line < lines.count; line++) {
      const verdict = verdicts[line]!;
      if (verdict === INVALID) continue;
      const row = causes.rowOf(line);
      const known = row < 0 ? undefined : (texts[row] ?? this.#knownText(causes, lines, line, verdict));
      if (known !== undefined) texts[row] = known;
      const text = known ?? (await this.#longText(urlAt(lines, line), verdict));
      json.append(bytes, lines.lineStart(line), endOfUrl(lines, line), text);
    }
    return json.bytes();
  }

  /** Decides the lines that are too long for the module. */
  async decideLong(bytes: Uint8Array, verdicts: Uint8Array): Promise<void> {
    const lines = indexLines(bytes);
    for (let line = verdicts.indexOf(UNDECIDED); line >= 0; line = verdicts.indexOf(UNDECIDED, line + 1)) {
      const url = urlAt(lines, line);
      verdicts[line] = Number((await this.#rulesFor(url)).rules.isAllowed(url));
    }
  }

  /** undefined if the module does not know enough. */
  #knownText(causes: Causes, lines: LineIndex, line: number, verdict: number): string | undefined {
    const cause = causes.causeIn(causes.rowOf(line));
    if (cause === undefined) return undefined;
    if (!cause.isArchived) return this.#afterUrl(verdict, cause, NOWHERE);
    const { refusalOf, snapshot } = this.#options;
    const originOf = (): string => urlOf(spellingOf(urlAt(lines, line)))!.origin;
    const refusal = cause.status === "unreachable" ? refusalOf(originOf()) : undefined;
    return this.#afterUrl(verdict, cause, { fetchedAt: causes.fetchedAt(line), snapshot, refusal });
  }

  async #longText(url: Uint8Array, verdict: number): Promise<string> {
    const found = await this.#rulesFor(url);
    const { reason, rule } = found.rules.explain(url);
    return this.#afterUrl(verdict, { reason, rule, status: found.cause, isNamed: found.rules.isNamed }, found);
  }

  /** What `filter --json` says behind the URL (docs/filter.md). One call of JSON.stringify for the whole would take twice the time. */
  #afterUrl(verdict: number, cause: Omit<Cause, "isArchived">, { fetchedAt, snapshot, refusal }: Provenance): string {
    if (verdict === UNKNOWN_ORIGIN) return ',"allowed":null,"reason":"missing"}\n';
    let text = `,"allowed":${verdict === ALLOWED},"reason":`;
    const { status, reason } = cause;
    text += status !== undefined && reason !== "robots-txt" ? `"${status}"` : this.#ruled(cause, verdict);
    if (verdict !== ALLOWED) text += refusalText(refusal ?? { isFinal: status !== "unreachable" });
    if (fetchedAt !== undefined) text += `,"fetchedAt":"${fetchedAt.toISOString()}"`;
    return snapshot === undefined ? `${text}}\n` : `${text},"snapshot":${JSON.stringify(snapshot)}}\n`;
  }

  #ruled({ reason, rule, isNamed }: Omit<Cause, "isArchived">, verdict: number): string {
    let text = `"${reason}"`;
    if (rule !== undefined) {
      const { directive, pattern, line } = rule;
      text += `,"rule":{"directive":"${directive}","pattern":${JSON.stringify(pattern)},"line":${line}}`;
    }
    const fetched = verdict === ALLOWED ? undefined : this.#fetchedAnyway[`${isNamed}`];
    return fetched === undefined ? text : `${text},"fetchedAnyway":${JSON.stringify(fetched)}`;
  }

  async #rulesFor(url: Uint8Array): Promise<OriginRules> {
    const spelling = spellingOf(url);
    const known = this.#rules.get(spelling);
    if (known !== undefined) return known;
    const origin = urlOf(spelling)!;
    const found = this.#rules.get(origin.origin) ?? (await this.#options.find(origin));
    for (const key of [spelling, origin.origin]) this.#rules.set(key, found);
    return found;
  }
}

/** The scheme and authority of a line that is a URL. */
const ORIGIN = /^[^/]*\/\/[^/?#]*/;

const spellingOf = (url: Uint8Array): string =>
  ORIGIN.exec(Buffer.from(url.buffer, url.byteOffset, url.length).toString("utf8"))![0];

const refusalText = ({ isFinal, retryAt }: Partial<Refusal>): string =>
  `,"isFinal":${isFinal}${retryAt === undefined ? "" : `,"retryAt":"${retryAt.toISOString()}"`}`;

/** Without LF or CRLF. */
function endOfUrl({ bytes, lineStart }: LineIndex, line: number): number {
  const end = lineStart(line + 1) - 1;
  return bytes[end - 1] === CR ? end - 1 : end;
}

const urlAt = (lines: LineIndex, line: number): Uint8Array =>
  lines.bytes.subarray(lines.lineStart(line), endOfUrl(lines, line));
