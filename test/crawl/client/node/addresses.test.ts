/** Addresses that are not public, by IANA's registries; and none that ipaddr.js, a second reading of them, calls special. */

import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../../bindings/crawl/client/node/index.ts";
import fc from "../../../support/properties.ts";

describe("is not public", () => {
  it.each([
    ["this network", "0.0.0.0", "0.255.255.255"],
    [
      "private (RFC 1918)",
      "10.0.0.0",
      "10.255.255.255",
      "172.16.0.0",
      "172.31.255.255",
      "192.168.0.0",
      "192.168.255.255",
    ],
    ["carrier-grade NAT (RFC 6598)", "100.64.0.0", "100.127.255.255"],
    ["loopback", "127.0.0.1", "127.255.255.255", "::1"],
    ["link-local (RFC 3927, RFC 4291 §2.5.6)", "169.254.0.0", "169.254.169.254", "fe80::1", "febf::1", "fe80::1%eth0"],
    ["protocol assignments", "192.0.0.1", "192.0.0.255", "2001::1", "2001:1ff::1"],
    [
      "documentation (RFC 5737, RFC 3849, RFC 9637)",
      "192.0.2.1",
      "198.51.100.1",
      "203.0.113.1",
      "2001:db8::1",
      "3fff::1",
    ],
    ["benchmarking (RFC 2544, RFC 5180)", "198.18.0.0", "198.19.255.255", "2001:2::1"],
    ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
    ["reserved and broadcast", "240.0.0.1", "255.255.255.255"],
    ["unspecified", "::", "0.0.0.0"],
    ["unique-local (RFC 4193)", "fc00::1", "fd12:3456::1", "fdff::1"],
    ["site-local (RFC 3879)", "fec0::1"],
    ["IPv4-mapped", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1"],
    ["IPv4-compatible", "::127.0.0.1", "::8.8.8.8"],
    ["IPv4-translated (RFC 2765)", "::ffff:0:127.0.0.1"],
    ["NAT64 (RFC 6052, RFC 8215)", "64:ff9b::10.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"],
    ["6to4 and its relays", "2002:7f00:1::", "2002:808:808::1", "192.88.99.1"],
    ["Teredo", "2001:0:7f00:1::"],
    ["discard", "100::1"],
    ["segment routing (RFC 9602)", "5f00::1"],
    ["not allocated", "1::1", "4000::1", "8000::1"],
    ["AMT and AS112", "192.52.193.1", "192.31.196.1", "192.175.48.1", "2620:4f:8000::1"],
    ["no address", "", "localhost", "0x7f.1", "127.1", "1.2.3", "256.1.1.1", "[::1]", " 8.8.8.8", "8.8.8.8:80"],
  ])("%s", (...[, ...addresses]) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
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
