/** What is known of an origin: the rules that hold for it, and why, if they are not those of its robots.txt. */
import type { AccessStatus, Verdict } from "../../access/index.ts";
import type { AgentRules, DialectName, Leniency } from "../../index.ts";

/** Why one verdict holds for every URL of an origin: no robots.txt is known, or the policy on its status says so. */
export const causes = ["missing", "unavailable", "unreachable"] as const;
export type Cause = (typeof causes)[number];

export interface Access {
  readonly rules: AgentRules;
  readonly cause?: Cause;
  /** The compiled rules lie in memory that all threads share. */
  readonly isShared?: boolean;
}

/** For whom, and as which dialect, a library answers. */
export interface Question {
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
}

/** Where robots.txt files come from. A library may be asked again and again for one origin, and answers alike. */
export interface Library {
  /** `origin` as `new URL(…).origin` spells it; undefined where nothing is known. @throws when it cannot be read. */
  find(origin: URL): Access | undefined;
}

/** What a policy has made of an origin, as a library tells it. */
export function accessOf(rules: AgentRules, verdict: Verdict, status: AccessStatus): Access {
  return verdict === "rules" || status === "success" ? { rules } : { rules, cause: status };
}
