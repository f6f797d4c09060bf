/** Where a redirect leads (RFC 9110 §10.2.2): an http or https URL as it is requested, or nowhere. */
import { expect, it } from "vitest";
import { targetOf } from "../../../bindings/core/access/location.ts";

const BASE = "https://shop.example/a/robots.txt";

it.each([
  ["/robots.txt", "https://shop.example/robots.txt"],
  ["r.txt", "https://shop.example/a/r.txt"],
  ["//www.shop.example/r", "https://www.shop.example/r"],
  ["http://shop.example", "http://shop.example/"],
  ["?x", "https://shop.example/a/robots.txt?x"],
  // A request has no fragment.
  ["/r#a", "https://shop.example/r"],
  ["#a", BASE],
  ["", BASE],
  // Bytes beyond ASCII stay as they are.
  ["/caf\xe9", "https://shop.example/caf%E9"],
  ["/caf\xc3\xa9", "https://shop.example/caf%C3%A9"],
  ["/r, /r", "https://shop.example/r"],
  ["https://u:secret@shop.example/", undefined],
  ["//u@shop.example/", undefined],
  ["ftp://shop.example/", undefined],
  ["data:,x", undefined],
  ["http://", undefined],
  ["/a, /b", undefined],
  ["/a, https://b.example/", undefined],
])("%s leads to %s", (location, target) => expect(targetOf(BASE, location)).toBe(target));

it("without a Location nowhere", () => expect(targetOf(BASE, undefined)).toBeUndefined());

it("a name and a password of the caller stay for a relative URL alone", () => {
  const base = "https://u:secret@shop.example/";
  expect([targetOf(base, "/r"), targetOf(base, "//u:secret@b.example/"), targetOf(base, "//b.example/")]).toEqual([
    "https://u:secret@shop.example/r",
    "https://u:secret@b.example/",
    "https://b.example/",
  ]);
});
