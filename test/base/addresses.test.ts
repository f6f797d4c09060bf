/** Where DNS keeps the names of addresses. */
import { expect, it } from "vitest";
import { bitsOf, pointerName } from "../../bindings/base/addresses.ts";

it.each([
  ["192.0.2.31", "31.2.0.192.in-addr.arpa"],
  // The example of RFC 3596 §2.5.
  ["4321:0:1:2:3:4:567:89ab", "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4.ip6.arpa"],
])("the names of %s stand at %s", (address, name) => expect(pointerName(bitsOf(address)!)).toBe(name));
