/** The pure core driven by hand, with replies from a list and a virtual clock. */
import {
  type AccessPolicy,
  type FetchAction,
  isFresh,
  type StoredEntry,
  start,
  step,
  succeed,
} from "../../../bindings/crawl/client/index.ts";
import { parse } from "../../../bindings/index.ts";
import type { Reply } from "./access-cases.ts";

export const BODY = "User-agent: *\nDisallow: /private\nCrawl-delay: 2\n";
/** Null body statuses (Fetch §2.2.3) have none; the core asks for it all the same. */
export const bodyOf = (code: number): string => ([204, 205].includes(code) ? "" : BODY);

export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly entry: StoredEntry;
  readonly asked: readonly Asked[];
}

/** What an attempt leads to, or what is known while it is fresh. */
export function attempt(
  policy: AccessPolicy,
  nowMs: number,
  url: string,
  replies: readonly Reply[],
  known?: StoredEntry,
): Outcome {
  if (isFresh(nowMs, known)) return { entry: known, asked: [] };
  const asked: Asked[] = [];
  let action: FetchAction = start(url, known);
  while (action.type === "request") {
    const { attempt, url, headers } = action;
    const reply = replies[asked.length];
    if (reply === undefined)
      throw new Error(
        `${policy.name}: expected at most ${replies.length} requests; request ${asked.length + 1} is ${url}`,
      );
    const { code, headers: answered = {}, body: answeredBody = bodyOf(code) } = reply;
    asked.push({ url, headers });
    const response = { status: code, headers: answered };
    const outcome =
      code === 0 ? ({ type: "error", error: "reset" } as const) : ({ type: "response", ...response } as const);
    action = step(policy, nowMs, known, attempt, outcome);
    if (action.type === "read") {
      const body = { rules: parse(answeredBody).agent("ExampleBot"), sitemaps: [], hash: "" };
      return { entry: succeed(policy, nowMs, attempt, response, body), asked };
    }
  }
  if (action.type !== "done") throw new Error(action.type);
  return { entry: action.entry, asked };
}
