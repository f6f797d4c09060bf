/** What another policy makes of the answers that a client got, so that a site is not asked once for each policy. */
import type { AccessPolicy, FetchOutcome } from "../../core/access/index.ts";
import { type Headers, step, verdictOf } from "../../core/access/internal.ts";
import { type Access, accessOf } from "./client.ts";

/** How an attempt to fetch a robots.txt ended. */
interface EndedFetch {
  /** The URL of the robots.txt. */
  readonly url: string;
  readonly access: Access;
  /** The headers of the last response. */
  readonly headers: Headers;
}

/** An answer beyond those that were fetched, such as that of the last redirect of too many, is unknown, which counts as a failure. */
export function accessUnder(policy: AccessPolicy, { url, access, headers }: EndedFetch): Access {
  const { redirects, redirectStatuses = [], httpStatus, status, fetchedAt, error = "", errorCode } = access;
  const followed = redirects.slice(0, policy.maxRedirects);
  const attempt = { url, redirects: followed, redirectStatuses: redirectStatuses.slice(0, followed.length) };
  const [target, redirectStatus] = [redirects[followed.length], redirectStatuses[followed.length]];
  const failure: FetchOutcome = { type: "error", error, ...(errorCode && { errorCode }) };
  const answer: FetchOutcome =
    target !== undefined
      ? { type: "response", status: redirectStatus!, headers: { location: target } }
      : httpStatus !== undefined && errorCode !== "too-many-redirects"
        ? { type: "response", status: httpStatus, headers }
        : failure;
  const after = (outcome: FetchOutcome) => step(policy, fetchedAt.getTime(), undefined, attempt, outcome);
  const next = after(answer);
  if (next.type === "read" && status === "success") return { ...access, verdict: "rules" };
  const ended = next.type === "done" ? next : after(failure);
  if (ended.type !== "done") throw new Error("bug: a failure ends an attempt");
  return accessOf(ended.entry, verdictOf(policy, ended.entry));
}
