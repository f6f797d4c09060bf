/** 402 Payment Required with crawler-price: the price is kept, and no verdict depends on it. */
import { describe, expect, it } from "vitest";
import { decodeEntry, encodeEntry, policies, step, verdictOf } from "../../../bindings/core/access/index.ts";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const url = "https://shop.example/robots.txt";
const attempt = { url, redirects: [] };

function entryOf(policy: (typeof policies)[number], status: number, headers: Record<string, string>) {
  const action = step(policy, 0, undefined, attempt, { type: "response", status, headers });
  if (action.type !== "done") throw new Error(action.type);
  return action.entry;
}

describe.each(policies)("$name", (policy) => {
  it("keeps the price of a 402, and decides as without one", () => {
    const priced = entryOf(policy, 402, { "crawler-price": "USD 0.01" });
    const { price, ...rest } = priced;
    expect(price).toBe("USD 0.01");
    expect(rest).toEqual(entryOf(policy, 402, {}));
    expect(verdictOf(policy, priced)).toBe(verdictOf(policy, entryOf(policy, 402, {})));
    expect(decodeEntry(encodeEntry(priced))).toEqual(priced);
  });

  itEach<[status: number, price: string]>("%i with %j has no price", (status, price) =>
    expect(entryOf(policy, status, { "crawler-price": price })).not.toHaveProperty("price"),
  );
});

it("the client has it in its access record", async () => {
  const fetch = async () => new Response(null, { status: 402, headers: { "Crawler-Price": "USD 0.01" } });
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  expect((await client.get("https://shop.example/")).access).toMatchObject({ httpStatus: 402, price: "USD 0.01" });
});
