/** The URL standard's parser, however often it is asked. */
import { expect, it } from "vitest";
import { urlOf } from "../../bindings/base/url.ts";
import { parse } from "../../bindings/index.ts";

it.each([
  ["http://b\u00fccher.example/", undefined, "http://xn--bcher-kva.example/"],
  ["/b\u00fccher", "http://b\u00fccher.example/", "http://xn--bcher-kva.example/b%C3%BCcher"],
  ["/b\u00fccher", new URL("http://a.example/x"), "http://a.example/b%C3%BCcher"],
  ["/b\u00fccher", undefined, undefined],
  ["http://a b/", "http://a.example/", undefined],
])("%s, row %#, 20,000 times", (text, base, href) => {
  for (let call = 0; call < 20_000; call++) if (urlOf(text, base)?.href !== href) expect(call).toBe("never");
  expect(urlOf(text, base)?.href).toBe(href);
});

/** From Node 24 on, the URL parser writes `%5E` where older ones keep `^`. */
it.each([
  ["rfc9309", "/^", ["/^", "/%5E", "/%5e"]],
  ["rfc9309", "/%5E", ["/^", "/%5E", "/%5e"]],
  ["google", "/^", ["/^"]],
  ["google", "/%5E", ["/%5E"]],
  ["original1994", "/^", ["/^"]],
] as const)("%s: Disallow: %s refuses %j and no other spelling of it", (dialect, pattern, refused) => {
  const rules = parse(`User-agent: *\nDisallow: ${pattern}\n`, { dialect, reading: "written" }).agent("x");
  expect(["/^", "/%5E", "/%5e"].filter((url) => !rules.isAllowed(url))).toEqual(refused);
});
