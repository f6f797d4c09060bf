/** The rules that hold for an origin and, if they are not those of its robots.txt, why. */

import type { Refusal } from "../../base/errors.ts";
import type { AccessStatus, Verdict } from "../../core/access/index.ts";
import type { AgentRules, DialectName, Leniency } from "../../core/index.ts";

/** Why one verdict holds for every URL of an origin: it has no robots.txt, or the policy decided by its status. */
export const causes = ["missing", "unavailable", "unreachable"] as const;
export type Cause = (typeof causes)[number];

export interface OriginRules {
  readonly rules: AgentRules;
  readonly cause?: Cause;
  readonly fetchedAt?: Date | undefined;
  /** What `compile --snapshot` called the archive. */
  readonly snapshot?: string | undefined;
  /** Nothing is known of the origin, and the output says so instead of a verdict. */
  readonly isUnknown?: boolean;
  /** The file is longer than the parsing limit. */
  readonly isTruncated?: boolean;
  /** The file exists but cannot be read, so everything is refused: its path and why. */
  readonly unreadable?: string;
  /** Of a fetch that failed. */
  readonly refusal?: Partial<Refusal> | undefined;
}

/** A robots.txt whose rules are not compiled yet. */
export interface OriginFile {
  /** Valid until the next look-up. */
  readonly file: Uint8Array;
}

/** What robots.txt files are compiled for. */
export interface CompileTarget {
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
}

/** The origin of a URL, as a URL has it. */
export type Origin = Pick<URL, "origin" | "protocol" | "hostname" | "port">;

/** The parts of an origin of the module, which are spelled already: parsing it would take a tenth of a look-up. */
export function splitOrigin(origin: string): Origin {
  const host = origin.indexOf("//") + 2;
  const colon = origin.lastIndexOf(":");
  const end = colon > host && !origin.endsWith("]") ? colon : origin.length;
  return {
    origin,
    protocol: origin.slice(0, host - 2),
    hostname: origin.slice(host, end),
    port: origin.slice(end + 1),
  };
}

/** A source of robots.txt files. Looking up an origin again gives the same result. */
export interface OriginSource {
  /** What `compile --snapshot` called it. */
  readonly snapshot?: string | undefined;
  /** @returns undefined if the library knows nothing of the origin. @throws when it cannot be read. */
  find(origin: Origin): OriginRules | undefined;
  /** Finds rules, or a file for a caller that compiles files itself. */
  findFile?(origin: Origin): OriginRules | OriginFile | undefined;
}

/** The rules that a policy has already decided on. */
export function originRulesOf(rules: AgentRules, verdict: Verdict, status: AccessStatus): OriginRules {
  return verdict === "rules" || status === "success" ? { rules } : { rules, cause: status };
}
