/** The state in the address of the tester page. */

import { describe, expect, it } from "vitest";
import { fromFragment, toFragment } from "../../tester/share.ts";
import fc, { anyCharacter } from "../support/properties.ts";

describe("a shared link", () => {
  it("carries any text", async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 2000 });
    await fc.assert(
      fc.asyncProperty(fc.record({ file: text, urls: text, site: text }), async (state) => {
        expect(await fromFragment(await toFragment(state))).toEqual(state);
      }),
      { numRuns: 50 },
    );
  });

  it("carries a file of 512,000 bytes", async () => {
    const file = "Disallow: /x\n".repeat(40_000).slice(0, 512_000);
    expect((await fromFragment(await toFragment({ file })))?.file).toBe(file);
  });

  it.each(["", "#", "#v2.", "#v2.%%%", "#v2.AAAA", "#v1.abc", "#section"])(
    "that is %j is not a state",
    async (fragment) => {
      expect(await fromFragment(fragment)).toBeUndefined();
    },
  );

  it("that was cut anywhere is not a state", async () => {
    const fragment = await toFragment({ file: "User-agent: *\nDisallow: /private\n" });
    for (let end = 5; end < fragment.length - 1; end += 7)
      expect(await fromFragment(fragment.slice(0, end))).toBeUndefined();
  });

  it.each([
    ["to 8 MiB is taken", 0, true],
    ["to more than 8 MiB is refused", 1, false],
    ["to 33 MiB is refused", 25 * 2 ** 20, false],
  ])("that inflates %s", async (_, more, isTaken) => {
    const file = "a".repeat(8 * 2 ** 20 - JSON.stringify({ file: "" }).length + more);
    expect((await fromFragment(await toFragment({ file })))?.file === file).toBe(isTaken);
  });

  it("keeps only known members that are strings", async () => {
    const odd = { file: 1, constructor: "x", urls: "/a" } as unknown as Parameters<typeof toFragment>[0];
    expect(await fromFragment(await toFragment(odd))).toEqual({ urls: "/a" });
  });
});
