/** Cases labelled by google/robotstxt: a file, an agent, a URL, the verdict and the line of the rule. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Engine } from "../../../bindings/core/program/engine.ts";
import { parse } from "../../../bindings/index.ts";
import { withEngine } from "../../support/engines.ts";

export interface GoogleCase {
  readonly id: string;
  readonly robots?: string;
  readonly robots_b64?: string;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
  readonly line: number;
}

const fixture = new URL("../../fixtures/google-cases.ndjson.gz", import.meta.url);
export const googleCases: GoogleCase[] = gunzipSync(readFileSync(fixture))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

function bytesOf({ robots, robots_b64 }: GoogleCase): Uint8Array {
  return robots_b64 === undefined
    ? new TextEncoder().encode(robots)
    : new Uint8Array(Buffer.from(robots_b64, "base64"));
}

/** What an engine answers otherwise than the labels, in words. */
export function wrongAnswers(engine: Engine): string[] {
  return withEngine(engine, () =>
    googleCases.flatMap((one) => {
      const { allowed, rule } = parse(bytesOf(one), { dialect: "google", reading: "written" })
        .agent(one.agent)
        .explain(one.url);
      if (allowed === one.allowed && (rule?.line ?? 0) === one.line) return [];
      const expected = `expected ${verdict(one.allowed)} by line ${one.line}`;
      return [`${one.id}: ${one.agent}, ${one.url}: ${expected}; got ${verdict(allowed)} by line ${rule?.line ?? 0}`];
    }),
  );
}

const verdict = (allowed: boolean): string => (allowed ? "allow" : "disallow");
