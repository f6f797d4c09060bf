/** The error of a request that robots.txt refuses. */
import type { ErrorCode, Refusal } from "../../base/errors.ts";
import { shownUrl } from "../../base/url.ts";
import type { ClientExplanation } from "../client/index.ts";

/**
 * The error `ERR_ROBOTS_REFUSED`: nothing was requested from the URL. Not every refusal is final: in an outage nobody knows what
 * the rules are.
 */
export interface RobotsRefused extends Error, Refusal {
  readonly code: ErrorCode;
  /** Why, with the URL and the rule. */
  readonly decision: ClientExplanation;
}

export class RefusedError extends Error implements RobotsRefused {
  override readonly name: string = "RobotsRefused";
  readonly code: ErrorCode = "ERR_ROBOTS_REFUSED";
  readonly decision: ClientExplanation;
  readonly isFinal: boolean;
  readonly retryAt?: Date;

  constructor(decision: ClientExplanation) {
    const { rule, reason, url, access } = decision;
    const because = rule === undefined ? reason : `${rule.directive}: ${rule.pattern}, line ${rule.line}`;
    super(
      `${shownUrl(url)}: refused by robots.txt (${because}${access.status === "success" ? "" : `, ${access.status}`})`,
    );
    this.decision = decision;
    this.isFinal = decision.isFinal !== false;
    if (decision.retryAt !== undefined) this.retryAt = decision.retryAt;
  }
}
