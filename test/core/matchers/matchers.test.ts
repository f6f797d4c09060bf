/** The matchers in vitest. */
import { describe, expect, it } from "vitest";
import { matchers, type RobotsMatchers } from "../../../bindings/core/matchers/index.ts";
import { parse } from "../../../bindings/index.ts";

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: as vitest declares it
  interface Matchers<T = any> extends RobotsMatchers<T> {}
}

expect.extend(matchers);

const FILE = "User-agent: *\nDisallow: /private\n";
const agent = "ExampleBot";

describe("toAllow and toRefuse", () => {
  it.each([
    ["text", FILE],
    ["bytes", new TextEncoder().encode(FILE)],
    ["a parsed file", parse(FILE)],
    ["the rules of an agent", parse(FILE).agent(agent)],
  ])("take %s", (_, robots) => {
    expect(robots).toAllow("/public", { agent });
    expect(robots).toRefuse("/private/x", { agent });
    expect(robots).not.toAllow("/private/x", { agent });
    expect(robots).not.toRefuse(new URL("https://shop.example/public"), { agent });
  });

  it("fail with the line that decided", () => {
    expect(() => expect(FILE).toAllow("/private/x", { agent })).toThrow(
      "/private/x is refused for ExampleBot; line 2: Disallow: /private",
    );
    expect(() => expect(FILE).toRefuse("/", { agent })).toThrow("/ is allowed for ExampleBot; reason: no-match");
  });

  it("read text in the dialect asked for", () => {
    expect("User-agent: *\nDisallow: /*x").toAllow("/ax", { agent, dialect: "original1994" });
    expect("User-agent: *\nDisallow: /*x").toRefuse("/ax", { agent });
  });

  it("say what is missing", () => {
    expect(() => expect(FILE).toAllow("/")).toThrow("agent: expected a product token");
    expect(() => expect(5).toAllow("/", { agent })).toThrow("robots: expected a robots.txt");
  });
});
