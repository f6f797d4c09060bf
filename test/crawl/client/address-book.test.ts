/** Which address each origin has: what a connection took, and before the first one what a look-up finds. */
import { expect, it } from "vitest";
import { AddressBook } from "../../../bindings/crawl/client/address-book.ts";

const shop = new URL("https://shop.example/a");
const isPublic = (address: string): boolean => !address.startsWith("10.");

/** Checks addresses as a connection does, and tells what is known then. */
function noted(book: AddressBook, addresses: readonly string[]): unknown {
  const check = book.noting(shop, isPublic);
  expect(addresses.map(check)).toEqual(addresses.map(isPublic));
  return book.addressOf(shop, undefined);
}

it.each<[addresses: string[], wanted: string | undefined]>([
  [[], undefined],
  [["192.0.2.1", "192.0.2.2"], "192.0.2.1"],
  [["10.0.0.1", "192.0.2.2", "192.0.2.3"], "192.0.2.2"],
  [["10.0.0.1"], undefined],
  // A proxy resolves the name.
  [["", "192.0.2.2"], undefined],
])("of %j the first that may be connected to is noted: %s", (addresses, wanted) =>
  expect(noted(new AddressBook(), addresses)).toBe(wanted),
);

it("a later connection replaces the address, and other origins have their own", () => {
  const book = new AddressBook();
  expect([noted(book, ["192.0.2.1"]), noted(book, ["192.0.2.2"]), noted(book, [])]).toEqual([
    "192.0.2.1",
    "192.0.2.2",
    "192.0.2.2",
  ]);
  expect(book.addressOf(new URL("http://shop.example/"), undefined)).toBeUndefined();
  expect(book.addressOf(new URL("http://192.0.2.9/"), undefined)).toBe("192.0.2.9");
});

it("a name is looked up once, and a look-up that fails or finds nothing is not remembered", async () => {
  const book = new AddressBook();
  const found: unknown[] = [
    Promise.reject(new Error("down")),
    Promise.resolve([]),
    Promise.resolve([{ address: 7 }]),
    Promise.resolve("nothing"),
    Promise.resolve([{ address: "192.0.2.1" }]),
  ];
  let asked = 0;
  const reach = async (): Promise<never> => found[asked++] as never;
  for (const wanted of [...Array(4), "192.0.2.1", "192.0.2.1"]) expect(await book.addressOf(shop, reach)).toBe(wanted);
  expect(asked).toBe(5);
});
