/** Where DNS keeps the names of addresses, and IPv4 clients of servers that listen on IPv6. */
import { expect } from "vitest";
import { bitsOf, pointerName, withoutMapping } from "../../bindings/base/addresses.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

itEach<[address: string, name: string]>("the names of %s stand at %s", (address, name) =>
  expect(pointerName(bitsOf(address)!)).toBe(name),
);

itEach<[address: string, plain: string]>("%s is %s without its mapping (RFC 4291 §2.5.5.2)", (address, plain) =>
  expect(withoutMapping(address)).toBe(plain),
);
