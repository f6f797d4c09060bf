/**
 * Tokens that never crawl and only permit or refuse a use (purpose `permission` of robots-wasm/agents): Disallow in the group
 * of such a token refuses the use of pages that another crawler fetches. The mechanism of draft-kelley-aipref-training-
 * preference-signal-00 (2026-10-30) is the same; its tokens are not known to us yet, so callers name them.
 */

import { checkedList, checkedObject, textOfUrl } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import type { Use } from "../robots/fields/preference.ts";
import type { UsageStatement } from "../robots/fields/usage.ts";

/** A token and the use that it stands for. */
export interface PermissionToken {
  readonly token: string;
  readonly use: Use;
}

/** What these functions need of the result of `parse`. */
export interface ParsedRobots {
  agent(token: string): {
    /** Whether a group names the token. */
    readonly isNamed: boolean;
    isAllowed(url: string): boolean;
  };
}

/**
 * The tokens whose operators document the use. Google-Extended and Applebot-Extended permit training; see robots-wasm/agents
 * for their pages.
 */
export const permissionTokens: readonly PermissionToken[] = [
  { token: "Google-Extended", use: "train-ai" },
  { token: "Applebot-Extended", use: "train-ai" },
];

/**
 * Returns what the groups of permission tokens state about a URL: a statement for each token that a group names. The group for
 * `*` states nothing, because it is about crawling. Pass the result to `usageOf` as `statements`, for the operator's own crawler.
 * @param robots the result of `parse`.
 * @param url absolute, or a path that starts with `/`.
 * @param tokens default: permissionTokens. Name the tokens that your crawler's operator documents.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type.
 */
export function permissionStatements(
  robots: ParsedRobots,
  url: string | URL,
  tokens: readonly PermissionToken[] = permissionTokens,
): readonly UsageStatement[] {
  if (typeof robots?.agent !== "function") throw wrongType("robots", "the result of parse", robots);
  const address = textOfUrl(url);
  return checkedList("tokens", tokens).flatMap((row, i): readonly UsageStatement[] => {
    const { token, use } = checkedObject(`tokens[${i}]`, row);
    const rules = robots.agent(token);
    if (!rules.isNamed) return [];
    const allowed = rules.isAllowed(address);
    return [{ use, allowed, source: "permission", field: token, value: allowed ? "allow" : "disallow" }];
  });
}
