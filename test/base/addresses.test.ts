/** Where DNS keeps the names of addresses, and IPv4 clients of servers that listen on IPv6. */
import { expect, it } from "vitest";
import { bitsOf, pointerName, withoutMapping } from "../../bindings/base/addresses.ts";

it.each([
  ["192.0.2.31", "31.2.0.192.in-addr.arpa"],
  // The example of RFC 3596 §2.5.
  ["4321:0:1:2:3:4:567:89ab", "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4.ip6.arpa"],
])("the names of %s stand at %s", (address, name) => expect(pointerName(bitsOf(address)!)).toBe(name));

it.each([
  ["::ffff:192.0.2.31", "192.0.2.31"],
  ["::FFFF:192.0.2.31", "192.0.2.31"],
  ["::ffff:c000:21f", "192.0.2.31"],
  ["0:0:0:0:0:ffff:192.0.2.31", "192.0.2.31"],
  ["0000:0000:0000:0000:0000:ffff:c000:021f", "192.0.2.31"],
  ["192.0.2.31", "192.0.2.31"],
  // Translated, not mapped (RFC 2765), and addresses that hold the group elsewhere.
  ["::ffff:0:192.0.2.31", "::ffff:0:192.0.2.31"],
  ["2001:db8:ffff::1", "2001:db8:ffff::1"],
  ["::1:ffff:c000:21f", "::1:ffff:c000:21f"],
  ["::ffff:", "::ffff:"],
])("%s is %s without its mapping (RFC 4291 §2.5.5.2)", (address, plain) => expect(withoutMapping(address)).toBe(plain));
