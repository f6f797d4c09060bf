/** Decides lines by the module. The library says what the module cannot: why it failed, and what holds for very long URLs. */

import type { DialectName } from "../../core/index.ts";
import { inputError } from "../../files/input-error.ts";
import {
  type ArchiveFile,
  BulkEngine,
  type EngineOptions,
  type Found,
  ModuleError,
  type OriginVerdict,
  UNDECIDED,
} from "../engine/index.ts";
import { Explainer } from "./explainer.ts";
import { type Decision, type LineDecider, selectionOf } from "./line-decider.ts";
import { Lookups, type OnMissing } from "./lookups.ts";
import type { OriginFile, OriginRules, OriginSource } from "./origin-rules.ts";
import { indexLines } from "./url-field.ts";

/** The rules that are kept of origins with URLs too long for the module. */
const LONG_URLS_CACHE_BYTES = 2 ** 20;

export interface DecidingBy {
  readonly dialect: DialectName;
  readonly agents: readonly string[];
  /** Finds the rules of origins; of an archive, the module finds them itself. */
  readonly library: OriginSource | undefined;
  /** The same as the library, if it is an archive. */
  readonly archives: readonly ArchiveFile[];
  readonly missing: OnMissing;
  readonly memoryBytes: number;
}

export class EngineDecider implements LineDecider {
  readonly #engine: BulkEngine;
  readonly #library: OriginSource | undefined;
  readonly #lookups: Lookups;
  readonly #explainer: Explainer;

  constructor({ dialect, agents, library, archives, missing, memoryBytes }: DecidingBy) {
    this.#library = library;
    this.#explainer = new Explainer(new Lookups(library, missing), LONG_URLS_CACHE_BYTES);
    const isArchive = archives.length > 0;
    const lookups = new Lookups(isArchive ? undefined : library, missing);
    this.#lookups = lookups;
    const hasVerdict = typeof missing !== "function" && (isArchive || library === undefined);
    this.#engine = engineOf({
      dialect,
      agents,
      archives,
      missing: hasVerdict ? blanketVerdict(missing) : (origin) => foundBy(lookups.findFile(new URL(origin))),
      memoryBytes,
    });
  }

  async decide(lines: Uint8Array): Promise<Decision> {
    const verdicts = await this.#verdictsOn(lines);
    const hasLong = verdicts.includes(UNDECIDED);
    if (hasLong) await this.#decideLong(lines, verdicts);
    const select = hasLong ? selectionOf(lines, verdicts) : (verdict: number) => this.#engine.select(verdict);
    const { origins, missing } = this.#engine.counts;
    const lookups = this.#lookups.takeCounts();
    return { verdicts, lookups: { ...lookups, origins, missing: lookups.missing + missing }, select };
  }

  async #verdictsOn(lines: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#engine.decide(lines);
    } catch (error) {
      throw error instanceof ModuleError ? this.#reasonOf(error) : error;
    }
  }

  /** The library fails at the same origin, and knows at which byte. */
  #reasonOf(error: ModuleError): Error {
    if (error.origin === "") return inputError("an archive", error);
    try {
      this.#library?.find(new URL(error.origin));
    } catch (reason) {
      return inputError(error.origin, reason);
    }
    return inputError(error.origin, error);
  }

  async #decideLong(bytes: Uint8Array, verdicts: Uint8Array): Promise<void> {
    const lines = indexLines(bytes);
    for (let line = verdicts.indexOf(UNDECIDED); line >= 0; line = verdicts.indexOf(UNDECIDED, line + 1))
      verdicts[line] = Number(await this.#explainer.isAllowed(lines, line));
  }
}

/** The library has opened the same files, but the module checks more. @throws ERR_INPUT for an archive that it refuses */
function engineOf(options: EngineOptions): BulkEngine {
  try {
    return new BulkEngine(options);
  } catch (error) {
    throw error instanceof ModuleError ? inputError("an archive", error) : error;
  }
}

const foundBy = (found: OriginRules | OriginFile | Promise<OriginRules>): Found | Promise<Found> =>
  found instanceof Promise ? found.then(rulesOrVerdict) : rulesOrVerdict(found);

/** One verdict takes no memory in the module. */
function rulesOrVerdict(found: OriginRules | OriginFile): Found {
  if ("file" in found) return found.file;
  return found.cause === undefined ? found.rules : blanketVerdict(found);
}

const blanketVerdict = ({ rules, isUnknown }: OriginRules): OriginVerdict =>
  isUnknown ? "unknown" : rules.isAllowed("/") ? "allowed" : "refused";
