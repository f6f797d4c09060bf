/** Whatever a program passes to the package: it works, or the error has a code of ours. No error comes from the inside. */

import { expect, it } from "vitest";
import * as client from "../../bindings/crawl/client/index.ts";
import { aMoment, calls, OURS, robots, rules, url } from "../support/calls.ts";
import fc from "../support/properties.ts";
import { sized } from "../support/sized.ts";

const attempt = { url, redirects: [] };
const response = { type: "response", status: 200, headers: {} } as const;
const body = { rules, sitemaps: [], hash: "" };
const entry = client.succeed(client.rfc9309, 0, attempt, response, body);
/** Arguments that some call takes, so that a wrong one also comes after right ones. */
const right: readonly unknown[] = [
  url,
  "x",
  "",
  "search",
  ["x"],
  [url],
  {},
  [],
  rules,
  robots,
  new Uint8Array(3),
  1,
  client.rfc9309,
  attempt,
  response,
  body,
  entry,
];
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  5,
  Number.NaN,
  5n,
  "nope",
  "",
  Symbol("s"),
  () => 1,
  new Map(),
  new Date(),
  [null],
  [5],
  [{}],
  { signal: 5 },
  { url: 5 },
  { get: 5 },
  Promise.resolve(1),
  new Uint8Array(2),
];
const values = fc.oneof(fc.constantFrom(...right), fc.constantFrom(...wrong));

it.each(calls)("%s", async (_, call) => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { maxLength: 5 }), async (given) => {
      try {
        await Promise.race([call(...given), aMoment()]);
      } catch (error) {
        expect(error, `${String((error as Error)?.stack)}`).toHaveProperty("code", expect.stringMatching(OURS));
      }
    }),
    { numRuns: Number(process.env["ROBOTS_CASES"] ?? sized(50, 1_000)) },
  );
});
