/** What each visit of access-cases.ts comes to through the pure core, and what the case says of it. */
import { expect } from "vitest";
import { type AccessPolicy, type StoredEntry, verdictOf } from "../../../bindings/crawl/client/index.ts";
import { type Case, columns, NOW, type Reply } from "./access-cases.ts";
import { type Asked, attempt } from "./pure.ts";

/** What a visit comes to, in the terms that both sides have. */
export interface Outcome {
  readonly state: string;
  readonly httpStatus: number | undefined;
  readonly redirects: readonly string[];
  readonly freshMs: number;
  readonly asked: readonly Asked[];
  /** `/private`, `/` */
  readonly allowed: readonly boolean[];
}

const cell = <T>(cells: readonly T[], policy: AccessPolicy): T =>
  columns[policy.name]!.map((column) => cells[column]).find((one) => one !== undefined) ?? cells[0]!;

/** Replies with these origins for the placeholders. */
export const placed = (replies: readonly Reply[], [origin, other]: readonly [string, string]): Reply[] =>
  replies.map(({ code, headers, body }) => ({
    code,
    ...(body !== undefined && { body }),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replace("{origin}", origin).replace("{other}", other),
        ]),
      ),
    }),
  }));

const ALLOWED = { rules: [false, true], allowed: [true, true], refused: [false, false] };

export function purely(policy: AccessPolicy, { visits }: Case, origins: readonly [string, string]): Outcome[] {
  let known: StoredEntry | undefined;
  return visits.map(({ atMs, replies }) => {
    const nowMs = NOW + atMs;
    const { entry, asked } = attempt(policy, nowMs, `${origins[0]}/robots.txt`, placed(replies, origins), known);
    known = entry;
    const { status, httpStatus, redirects, expiresAtMs } = entry;
    const verdict = verdictOf(policy, entry);
    const allowed =
      verdict === "rules" ? ["/private", "/"].map((path) => entry.copy!.rules.isAllowed(path)) : ALLOWED[verdict];
    return { state: `${status}/${verdict}`, httpStatus, redirects, freshMs: expiresAtMs - nowMs, asked, allowed };
  });
}

export function expectAsSaid(policy: AccessPolicy, { visits }: Case, outcomes: readonly Outcome[]): void {
  for (const [i, { expected, freshMs, requests, replies, asked }] of visits.entries()) {
    const outcome = outcomes[i]!;
    const where = `visit ${i}`;
    expect(outcome.state, where).toBe(cell(expected, policy));
    expect(outcome.asked.length, where).toBe(cell(requests ?? [replies.length], policy));
    if (freshMs !== undefined) expect(outcome.freshMs, where).toBe(cell(freshMs, policy));
    const { "if-none-match": etag, "if-modified-since": since } = outcome.asked.at(-1)?.headers ?? {};
    if (asked !== undefined) expect([etag, since], where).toEqual(asked);
  }
}
