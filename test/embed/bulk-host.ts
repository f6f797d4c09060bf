/** A host of the bulk exports, as docs/embedding.md tells hosts to be: it reads pages, spells origins and finds rules. */
import { urlOf } from "../../bindings/base/url.ts";
import { type DialectName, dialectNamed } from "../../bindings/core/dialects.ts";
import type { RandomAccess } from "../../bindings/crawl/archive/index.ts";
import { type Exports, errors, instantiate, type Name, read, write } from "./module.ts";

/** The saved rules of an origin, its robots.txt with product tokens, or one verdict for all its URLs. */
export type Rules = Uint8Array | { readonly file: Uint8Array; readonly agents: string } | OriginVerdict;
/** For all URLs of an origin. */
export type OriginVerdict = "allow" | "disallow" | "unknown";

export interface BulkOptions {
  readonly dialect?: DialectName;
  readonly missing?: OriginVerdict | ((origin: string) => Rules);
  readonly memoryBytes?: number;
  /** An origin with its host in ASCII; "" if a URL parser refuses it. */
  readonly spell?: (origin: string) => string;
  readonly module?: Name;
}

export interface Asked {
  readonly kind: "page" | "origin" | "rules";
  readonly number: number;
  readonly offset: number;
  readonly bytes: number;
  readonly archive: number;
  readonly text: string;
}

const kinds = ["", "page", "origin", "rules"] as const;
const missingNames = ["allow", "disallow", "ask", "unknown"];
const verdictNames = ["disallow", "allow", "", "", "unknown"];
const nameOf = new Map(Object.entries(errors).map(([name, code]) => [code, name]));

export class BulkError extends Error {
  readonly origin: string;

  constructor(name: string, origin: string) {
    super(origin === "" ? name : `${name} at ${origin}`);
    this.origin = origin;
  }
}

export class BulkHost {
  readonly module: Exports;
  readonly #archives: RandomAccess[] = [];
  readonly #missing: BulkOptions["missing"];
  readonly #spell: (origin: string) => string;
  readonly #open: () => void;
  readonly largestRound = { asks: 0, pageBytes: 0 };
  /** Every ask that was answered. */
  readonly asked: Asked[] = [];

  constructor({
    dialect = "rfc9309",
    missing = "allow",
    memoryBytes = 64 * 2 ** 20,
    module = "embed",
    spell = spelled,
  }: BulkOptions = {}) {
    this.module = instantiate(module);
    this.#missing = missing;
    this.#spell = spell;
    const number = missingNames.indexOf(typeof missing === "function" ? "ask" : missing);
    this.#open = () => this.#check(this.module.bulk_open(dialectNamed(dialect).id, number, memoryBytes, 0x1234567));
    this.#open();
  }

  /** Starts another run, without archives. */
  reopen(): this {
    this.#archives.length = 0;
    this.asked.length = 0;
    this.#open();
    return this;
  }

  add(archive: RandomAccess, crawler = 0, shard = 0, shards = 1): this {
    const headBytes = 12 + new DataView(archive.read(8, 4).slice().buffer).getUint32(0, true);
    const bytes = write(this.module, Buffer.concat([archive.read(0, headBytes), archive.read(archive.size - 44, 44)]));
    this.#check(this.module.bulk_archive(bytes, crawler, shard, shards));
    this.#archives.push(archive);
    return this;
  }

  /** After the module has been opened anew. */
  addAgain(archive: RandomAccess): this {
    this.#archives.length = 0;
    return this.add(archive);
  }

  /** `1`, `0`, `-` for what is not a URL, `?` for what is too long and `u` for an unknown origin, one for each line. */
  decide(block: string | Uint8Array): string {
    return this.#decide(this.module.bulk_lines(write(this.module, block)));
  }

  /** The same, and the module keeps why. */
  explain(block: string | Uint8Array): string {
    return this.#decide(this.module.bulk_explain(write(this.module, block)));
  }

  #decide(result: number): string {
    let asks = this.#check(result);
    while (asks > 0) {
      this.#answer(this.asks(asks));
      asks = this.#check(this.module.bulk_resume());
    }
    const verdicts = read(this.module, this.module.bulk_count(0));
    return Array.from(verdicts, (verdict) => "01-?u"[verdict]).join("");
  }

  asks(count: number): Asked[] {
    const at = this.module.buffer(0);
    const view = new DataView(this.module.memory.buffer, at);
    let text = 24 * count;
    return Array.from({ length: count }, (_, i) => {
      const [kind, number, bytes, archive] = [0, 4, 16, 20].map((field) => view.getUint32(24 * i + field, true));
      const isPage = kind === 1;
      const origin = isPage ? "" : Buffer.from(this.module.memory.buffer, at + text, bytes!).toString("latin1");
      text += isPage ? 0 : bytes!;
      const offset = Number(view.getBigUint64(24 * i + 8, true));
      return {
        kind: kinds[kind!] as Asked["kind"],
        number: number!,
        offset,
        bytes: bytes!,
        archive: archive!,
        text: origin,
      };
    });
  }

  #answer(asks: readonly Asked[]): void {
    this.asked.push(...asks);
    const pages = asks.filter(({ kind }) => kind === "page");
    const pageBytes = pages.reduce((sum, { bytes }) => sum + bytes, 0);
    this.largestRound.asks = Math.max(this.largestRound.asks, asks.length);
    this.largestRound.pageBytes = Math.max(this.largestRound.pageBytes, pageBytes);
    const read = pages.map(({ archive, offset, bytes }) => this.#archives[archive]!.read(offset, bytes));
    if (pages.length > 0) this.#check(this.module.bulk_pages(write(this.module, Buffer.concat(read))));
    for (const { kind, number, text } of asks) {
      if (kind === "origin") this.#check(this.module.bulk_origin(number, write(this.module, this.#spell(text))));
      if (kind === "rules") this.#giveRules(number, (this.#missing as (origin: string) => Rules)(text));
    }
  }

  #giveRules(number: number, rules: Rules): void {
    const { module } = this;
    if (typeof rules === "string") this.#check(module.bulk_verdict(number, verdictNames.indexOf(rules)));
    else if (rules instanceof Uint8Array) this.#check(module.bulk_rules(number, write(module, rules)));
    else {
      const agents = Buffer.from(rules.agents);
      write(module, Buffer.concat([rules.file, agents]));
      this.#check(module.bulk_file(number, rules.file.length, agents.length));
    }
  }

  #check(result: number): number {
    if (result >= 0) return result;
    const bytes = this.module.bulk_failed_at();
    throw new BulkError(nameOf.get(result)!, Buffer.from(read(this.module, bytes)).toString("latin1"));
  }
}

/** The origin with its host in ASCII; nothing if a URL parser refuses it. */
function spelled(origin: string): string {
  // Not URL.canParse, which takes Latin-1 for UTF-8 in Node.js 20 once V8 has optimized the call.
  return urlOf(Buffer.from(origin, "latin1").toString("utf8"))?.origin ?? "";
}
