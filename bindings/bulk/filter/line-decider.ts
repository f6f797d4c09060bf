/** Decides lines by the module. The library says what the module cannot: why, and what holds for very long URLs. */

import { RecentMap } from "../../base/recent-map.ts";
import { BulkEngine, type EngineOptions, type Found, type OriginVerdict, UNDECIDED } from "../engine/engine.ts";
import { ModuleError } from "../engine/module.ts";
import { inputError } from "../files/input-error.ts";
import { Explainer } from "./explainer.ts";
import { type LookupCounts, Lookups, type OnMissing } from "./lookups.ts";
import { type Origin, type OriginFile, type OriginRules, type OriginSource, splitOrigin } from "./origin-rules.ts";
import { type SelectLines, selectionOf } from "./select-lines.ts";

const REFUSALS_BYTES = 2 ** 20;
const REFUSAL_BYTES = 200;

interface DecidingBy extends Omit<EngineOptions, "missing" | "explains"> {
  /** Finds the rules of origins; of an archive, the module finds them itself. */
  readonly library: OriginSource | undefined;
  readonly missing: OnMissing;
  /** Whether to say why. */
  readonly explains?: boolean;
}

export interface Decision {
  /** REFUSED, ALLOWED, INVALID or UNKNOWN_ORIGIN for each line. */
  readonly verdicts: Uint8Array;
  readonly lookups: LookupCounts;
  /** Valid until the next block. */
  readonly select: SelectLines;
  /** A JSON object for each URL, if the decider explains. */
  readonly json?: Uint8Array<ArrayBuffer>;
}

export class LineDecider {
  readonly #engine: BulkEngine;
  readonly #library: OriginSource | undefined;
  readonly #lookups: Lookups;
  readonly #explainer: Explainer;
  /** As the engine counted after the last block. */
  #distinctOrigins = 0;
  /** What was fetched for the lines of this block: nothing is fetched again to explain them. */
  readonly #fetched: Map<string, OriginRules> = new Map();
  /** Of origins whose fetch failed, the recent ones: the module knows only that they are unreachable. */
  readonly #refusals: RecentMap<NonNullable<OriginRules["refusal"]>> = new RecentMap(REFUSALS_BYTES, {
    sizeOf: (_, origin) => REFUSAL_BYTES + 2 * origin.length,
  });

  constructor({ dialect, agents, library, archives, missing, memoryBytes, explains = false }: DecidingBy) {
    this.#library = library;
    const uncounted = new Lookups(library, missing);
    this.#explainer = new Explainer({
      token: agents[0]!,
      find: (origin) => this.#fetched.get(origin.origin) ?? uncounted.find(origin),
      refusalOf: (origin) => this.#refusals.get(origin),
      snapshot: library?.snapshot,
    });
    const isArchive = archives.length > 0;
    this.#lookups = new Lookups(isArchive ? undefined : library, missing);
    const isFetching = typeof missing === "function";
    this.#engine = engineOf({
      dialect,
      agents,
      archives,
      missing:
        !isFetching && (isArchive || library === undefined)
          ? blanketVerdict(missing)
          : (origin) => this.#find(splitOrigin(origin), isFetching),
      memoryBytes,
      explains,
    });
  }

  /** Decides lines that all end in LF. Call it for one block at a time. */
  async decide(lines: Uint8Array): Promise<Decision> {
    this.#fetched.clear();
    const verdicts = await this.#verdictsOn(lines);
    const causes = this.#engine.causes();
    const hasLong = verdicts.includes(UNDECIDED);
    if (hasLong) await this.#explainer.decideLong(lines, verdicts);
    const select = hasLong ? selectionOf(lines, verdicts) : (verdict: number) => this.#engine.select(verdict);
    const { origins, missing } = this.#engine.counts;
    const firsts = this.#engine.distinctOrigins - this.#distinctOrigins;
    this.#distinctOrigins += firsts;
    const lookups = this.#lookups.takeCounts();
    const decision = {
      verdicts,
      lookups: { ...lookups, origins, firsts, missing: lookups.missing + missing },
      select,
    };
    return causes ? { ...decision, json: await this.#explainer.json(lines, verdicts, causes) } : decision;
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

  #find(origin: Origin, isFetching: boolean): Found | Promise<Found> {
    const found = isFetching ? this.#lookups.find(origin) : this.#lookups.findFile(origin);
    const give = (one: OriginRules | OriginFile): Found => {
      if ("file" in one) return one.file;
      if (isFetching) this.#fetched.set(origin.origin, one);
      if (one.refusal !== undefined) this.#refusals.set(origin.origin, one.refusal);
      return rulesOrVerdict(one);
    };
    return found instanceof Promise ? found.then(give) : give(found);
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

/** One verdict takes no memory in the module. */
const rulesOrVerdict = (found: OriginRules): Found =>
  found.cause === undefined ? found.rules : { verdict: blanketVerdict(found), status: found.cause };

const blanketVerdict = ({ rules, isUnknown }: OriginRules): OriginVerdict =>
  isUnknown ? "unknown" : rules.isAllowed("/") ? "allowed" : "refused";
