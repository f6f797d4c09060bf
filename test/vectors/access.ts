/** The cases of test/core/access as language-neutral questions: what a server answers, and what a crawler may fetch then. */
import { createHash } from "node:crypto";
import { type AccessPolicy, google, rfc9309 } from "../../bindings/crawl/client/index.ts";
import { type Case, cases, NOW, type Reply } from "../core/access/access-cases.ts";
import { purely } from "../core/access/outcomes.ts";
import { bodyOf } from "../core/access/pure.ts";

/** What comes back for one request. */
export interface ReplyVector {
  /** 0 is a connection that is reset. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface VisitVector {
  readonly at: string;
  /** To each request in turn, redirects included. */
  readonly replies: readonly ReplyVector[];
  /** Whether `/private` and `/` may be fetched. */
  readonly allowed: readonly boolean[];
  readonly requests: number;
}

export interface AccessVector {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly policy: string;
  readonly visits: readonly VisitVector[];
}

/** The pure core parses URLs, so it gets real ones. */
const ORIGINS = ["http://a.example", "http://b.example"] as const;

const policies: readonly (readonly [AccessPolicy, section: string])[] = [
  [rfc9309, "RFC 9309 §2.3.1, §2.4"],
  [google, "Google's page, Handling of errors and HTTP status codes"],
];

const isSuccess = (code: number): boolean => code >= 200 && code < 300;

function replyOf({ code, headers, body = isSuccess(code) ? bodyOf(code) : "" }: Reply): ReplyVector {
  return { status: code, ...(headers && { headers }), ...(body !== "" && { body }) };
}

function vectorOf(policy: AccessPolicy, section: string, one: Case): AccessVector {
  const outcomes = purely(policy, one, ORIGINS);
  const visits = one.visits.map(({ atMs, replies }, i) => ({
    at: new Date(NOW + atMs).toISOString(),
    replies: replies.map(replyOf),
    allowed: outcomes[i]!.allowed,
    requests: outcomes[i]!.asked.length,
  }));
  const question = visits.map(({ at, replies }) => ({ at, replies }));
  const hash = createHash("sha256")
    .update(JSON.stringify([policy.name, question]))
    .digest("hex");
  return { id: `access-${policy.name}-${hash.slice(0, 10)}`, title: one.name, section, policy: policy.name, visits };
}

/** Cases that differ only in how long an answer stays fresh ask the same. */
export function accessVectors(): readonly AccessVector[] {
  const all = policies.flatMap(([policy, section]) => cases.map((one) => vectorOf(policy, section, one)));
  return [...new Map(all.map((vector) => [vector.id, vector])).values()];
}
