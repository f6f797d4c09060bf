/** Verdicts that differ between two versions of a file, for each agent that they name, by example. */

import { checkedBody } from "../../base/arguments.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { DialectName } from "../../core/index.ts";
import { MAX_EXAMPLES } from "../../core/linting.ts";
import { Comparison, type Difference, dialectNamed } from "../../core/parsing.ts";

/** A verdict that differs between two versions of a file. */
export interface VerdictChange {
  /** A product token that a file names, or `*` for all crawlers that it does not name. */
  readonly agent: string;
  /**
   * An example: a path as crawlers request it. Absent where the search for examples was ended: then verdicts of the agent may change
   * that no other entry names.
   */
  readonly path?: string;
  /** The verdict of the new version; the old version has the opposite. Absent without a path. */
  readonly allowed?: boolean;
  /** The dialects in which the verdict changes, or may change. */
  readonly dialects: readonly DialectName[];
}

/** Which dialects `changedVerdicts` compares. All are optional. */
export interface ChangeOptions {
  /** Compared as well as rfc9309 and google. Default "rfc9309". */
  readonly dialect?: DialectName;
}

const changeOptions: KnownOptions<ChangeOptions> = { dialect: 1 };

/**
 * Verdicts that differ between two versions of a file, in rfc9309, google and the given dialect: for each agent that a file names, and
 * for `*`, an example for each rule that makes a difference. At most 100 examples. Where the search was ended, an entry without a path
 * says that more verdicts of an agent may change; so an empty list means that no verdict changes.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for
 *   invalid arguments; never because of the files.
 */
export function changedVerdicts(
  before: string | Uint8Array,
  after: string | Uint8Array,
  options: ChangeOptions = {},
): readonly VerdictChange[] {
  const { dialect: name = "rfc9309" } = checkedOptions("options", options, changeOptions);
  const versions = [checkedBody(before), checkedBody(after)] as const;
  const found = new Map<string, VerdictChange>();
  const add = (agent: string, { path, allowed }: Difference, dialect: DialectName): void => {
    const isListed = path !== undefined && found.size < MAX_EXAMPLES;
    const change = path === undefined ? { agent } : { agent, path, allowed: allowed! };
    const key = JSON.stringify(change);
    const dialects = [...new Set([...(found.get(key)?.dialects ?? []), dialect])];
    if (isListed || found.has(key)) found.set(key, { ...change, dialects });
    else if (path !== undefined) add(agent, {}, dialect);
    else if (found.size < 2 * MAX_EXAMPLES) found.set(key, { ...change, dialects });
  };
  for (const dialect of new Set((["rfc9309", "google", name] as const).map(dialectNamed))) {
    const comparison = new Comparison(versions, dialect);
    for (const agent of comparison.agents())
      for (const change of comparison.differencesFor(agent === "*" ? [] : [agent])) add(agent, change, dialect.name);
  }
  return [...found.values()];
}
