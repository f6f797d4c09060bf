/** Addresses that are not public, by IANA's registries; and none that ipaddr.js, a second reading of them, calls special. */

import ipaddr from "ipaddr.js";
import { expect, it } from "vitest";
import { isPublicAddress } from "../../../../bindings/crawl/client/node/index.ts";
import fc from "../../../support/properties.ts";
import { tablesOf } from "../../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

itEach<[...cell0: string[]]>("is not public: %s", (...[, ...addresses]) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it("is public: what lies beside", () => {
  const beside = [
    ...["1.0.0.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
    ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0"],
    ...["192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
    ...["2001:200::1", "2001:4860:4860::8888", "2606:4700::1111", "2a00::1", "3ffe::1"],
  ];
  expect(beside.filter((one) => !isPublicAddress(one))).toEqual([]);
});

/** IPv6 addresses that begin as the special ones do, and then anyhow. */
const nearSpecial = fc
  .tuple(
    fc.constantFrom("0", "64", "100", "2001", "2002", "2620", "3fff", "5f00", "fe80"),
    fc.constantFrom("0", "2", "4", "db8", "4f", "ff9b", "ffff"),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 6, maxLength: 6 }),
  )
  .map(([first, second, rest]) => [first, second, ...rest.map((one) => one.toString(16))].join(":"));

it("is nothing that ipaddr.js calls special", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearSpecial), (address) => {
      if (isPublicAddress(address)) expect(ipaddr.parse(address).range()).toBe("unicast");
    }),
    { numRuns: 20_000 },
  );
});
