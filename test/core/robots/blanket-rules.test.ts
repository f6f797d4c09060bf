/** Rules of a whole origin without a file: a closed one keeps what its dialect says of /robots.txt (RFC 9309 §2.2.2). */
import { expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { ROBOTS_TXT_ALLOWED } from "../../../bindings/core/layout.ts";
import { blanketRules } from "../../../bindings/core/robots/blanket-rules.ts";

it.each(dialects)("$name", ({ name, flags }) => {
  const [open, closed] = (["allowed", "refused"] as const).map((verdict) => blanketRules(verdict, name));
  const urls = ["/", "/a?b", "https://a.example/x", "/robots.txt"];
  expect([...open!.isAllowedMany(urls)]).toEqual([1, 1, 1, 1]);
  expect([...closed!.isAllowedMany(urls)]).toEqual([0, 0, 0, flags & ROBOTS_TXT_ALLOWED ? 1 : 0]);
  expect([open!.rules, closed!.rules]).toEqual([[], [{ directive: "disallow", pattern: "/", line: 2 }]]);
  expect(closed!.explain("/a")).toMatchObject({ allowed: false, reason: "rule" });
});
