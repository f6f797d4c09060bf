/** The client and filter decide every byte of readings.json, in every dialect. */
import { expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { readingsJson } from "../../vectors/readings.ts";
import { byteVectors, FILE, wrongByClient, wrongByFilter, wrongByRules } from "../../vectors/readings-deciders.ts";

it("readings.json is what the URL Standard and the oracle say (npm run vectors writes it)", async () =>
  expect(readingsJson()).toMatchFileSnapshot(`../${FILE}`));

it("the rules of the client", () => expect(wrongByRules(byteVectors)).toEqual([]));

it.each(dialects.map(({ name }) => name))("the client in %s", async (dialect) =>
  expect(await wrongByClient(byteVectors, dialect)).toEqual([]),
);

it.each(["verdicts", "json"] as const)("filter, as %s", async (format) =>
  expect(await wrongByFilter(byteVectors, format)).toEqual([]),
);
