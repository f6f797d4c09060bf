/** The error of a request that robots.txt refuses. */
import type { ErrorCode, Refusal } from "../../base/errors.ts";
import { shownUrl } from "../../base/url.ts";
import type { ClientExplanation } from "../client/index.ts";

/** Nothing was requested from the URL. Not every refusal is final: in an outage nobody knows what the rules are. */
export class RobotsRefused extends Error implements Refusal {
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
