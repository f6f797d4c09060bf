/** The URL standard's parser, however often it is asked. */
import { expect, it } from "vitest";
import { urlOf } from "../../../bindings/core/robots/url.ts";

it.each([
  ["http://b\u00fccher.example/", undefined, "http://xn--bcher-kva.example/"],
  ["/b\u00fccher", "http://b\u00fccher.example/", "http://xn--bcher-kva.example/b%C3%BCcher"],
  ["/b\u00fccher", new URL("http://a.example/x"), "http://a.example/b%C3%BCcher"],
  ["/b\u00fccher", undefined, undefined],
  ["http://a b/", "http://a.example/", undefined],
])("%s at %s: %s, 20,000 times", (text, base, href) => {
  for (let call = 0; call < 20_000; call++) if (urlOf(text, base)?.href !== href) expect(call).toBe("never");
  expect(urlOf(text, base)?.href).toBe(href);
});
