/**
 * Bot challenges: responses of a firewall that say of themselves, in a header, that they are not the site's answer. Which statuses
 * they change is data of the policy.
 */
import type { Headers } from "./headers.ts";

/** A header with a value that only challenges have. */
interface ChallengeSign {
  readonly header: string;
  readonly values: readonly string[];
}

export const CHALLENGE_SIGNS: readonly ChallengeSign[] = [
  // developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response
  { header: "cf-mitigated", values: ["challenge"] },
  // docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html
  { header: "x-amzn-waf-action", values: ["challenge", "captcha"] },
  // Not documented by Vercel; clients read it, such as docs.rs/crate/rover-fetch/0.3.2 (fetcher/challenge.rs).
  { header: "x-vercel-mitigated", values: ["challenge"] },
];

/** The sign that the headers have, such as `cf-mitigated: challenge`. A header that is sent twice arrives joined by a comma. */
export function challengeIn(headers: Headers): string | undefined {
  for (const { header, values } of CHALLENGE_SIGNS) {
    const value = headers[header];
    if (value === undefined) continue;
    const words = value.toLowerCase().split(",");
    const found = words.map((word) => word.trim()).find((word) => values.includes(word));
    if (found !== undefined) return `${header}: ${found}`;
  }
  return undefined;
}
