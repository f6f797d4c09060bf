/** `robots-wasm test` as a user meets it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tablesOf } from "../../support/tables.ts";
import { call, type Ended } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-assertions-"));
writeFileSync(
  join(folder, "robots.txt"),
  "User-agent: FooBot\nDisallow: /x\nAllow: /x/y\n\nUser-agent: *\nDisallow: /\n",
);

async function test(text: string, ...more: string[]): Promise<Ended> {
  const path = join(folder, "assertions.yaml");
  writeFileSync(path, text);
  const ended = await call(["test", path, ...more]);
  return { ...ended, out: ended.out.replaceAll(path, "FILE"), err: ended.err.replaceAll(path, "FILE") };
}

const passing = `robots: robots.txt
tests:
  - agent: FooBot
    allowed: [/, https://shop.example/x/y]
    refused: /x
  - agent: Other,FooBot
    allowed: /z
`;

describe("robots-wasm test", () => {
  it("exits 0 if all assertions hold", async () => {
    expect(await test(passing)).toEqual({ code: 0, out: "4 assertions: 4 passed, 0 failed\n", err: "" });
  });

  it("exits 1 with line, rule and reason of each failed assertion", async () => {
    const { code, out } = await test(
      `${passing}  - agent: Other\n    allowed: /z\n  - agent: FooBot\n    refused:\n      - /q\n`,
    );
    expect({ code, out }).toEqual({
      code: 1,
      out: [
        "FILE:9: Other /z: expected allowed; got refused: line 6: Disallow: /",
        "FILE:12: FooBot /q: expected refused; got allowed: no rule matches",
        "6 assertions: 4 passed, 2 failed",
        "",
      ].join("\n"),
    });
  });

  it("prints JSON", async () => {
    const { out } = await test("robots: robots.txt\ntests:\n- agent: Other\n  allowed: /z\n", "--json");
    expect(JSON.parse(out)).toEqual({
      agent: "Other",
      url: "/z",
      expected: "allowed",
      line: 4,
      passed: false,
      allowed: false,
      why: "line 6: Disallow: /",
      isFinal: true,
    });
  });

  it("reads JSON, and the robots.txt and dialect of the command line", async () => {
    const json = JSON.stringify({ tests: [{ agent: "FooBot", refused: "/x" }] });
    expect((await test(json, "--robots", join(folder, "robots.txt"), "--dialect", "google")).code).toBe(0);
  });

  itEach<[title: string, text: string, message: string]>("exits 2 for %s", async (_, text, message) => {
    const { code, out, err } = await test(text);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
  });

  it("reads a comma as part of a path, also before a slash if the path is in a list", async () =>
    expect(
      await test('robots: robots.txt\ntests:\n- agent: FooBot\n  refused: ["/x,/y", "/x%20y"]\n  allowed: /a,b\n'),
    ).toMatchObject({
      code: 0,
      out: "3 assertions: 3 passed, 0 failed\n",
    }));
});

describe("robots-wasm test robots.txt", () => {
  async function testComments(text: string, ...more: string[]): Promise<Ended> {
    const path = join(folder, "commented.robots.txt");
    writeFileSync(path, `${text}\nUser-agent: GPTBot\nDisallow: /a\n`);
    const ended = await call(["test", path, ...more]);
    return { ...ended, out: ended.out.replaceAll(path, "FILE"), err: ended.err.replaceAll(path, "FILE") };
  }

  it.each([
    ["# test: GPTBot /a refused", 0, "1 assertion: 1 passed, 0 failed\n", ""],
    [
      "# test: GPTBot /a allowed",
      1,
      "FILE:1: GPTBot /a: expected allowed; got refused: line 3: Disallow: /a\n1 assertion: 0 passed, 1 failed\n",
      "",
    ],
    ["# a note", 2, "", /expected a comment such as "# test: GPTBot \/private refused"; got no assertion/],
    ["# test: GPTBot a refused # test:", 2, "0 assertions: 0 passed, 0 failed\n", /FILE:1: expected test: AGENT/],
    [
      "# test: OpenAI /a refused",
      2,
      "0 assertions: 0 passed, 0 failed\n",
      /FILE:1: OpenAI is not the name of a crawler/,
    ],
  ])("%j: exit code %d", async (text, code, out, err) => {
    const ended = await testComments(text);
    expect(ended).toMatchObject({ code, out });
    expect(ended.err).toMatch(err);
  });

  it("checks the other assertions beside one that is malformed, also against another file", async () => {
    const ended = await testComments(
      "# test: nothing\n# test: FooBot /x refused",
      "--robots",
      join(folder, "robots.txt"),
    );
    expect(ended).toMatchObject({ code: 2, out: "1 assertion: 1 passed, 0 failed\n" });
  });
});

describe("the key sitemap: no page of the sitemap may be refused", () => {
  const pages = (...paths: string[]): void => {
    const locs = paths.map((path) => `<url><loc>https://shop.example${path}</loc></url>`).join("");
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs}</urlset>`;
    writeFileSync(join(folder, "sitemap.xml"), text);
  };
  const asserted = "robots: robots.txt\ntests:\n  - agent: FooBot\n    sitemap: sitemap.xml\n";

  it("passes if all are allowed, and names each that is not", async () => {
    pages("/", "/x/y");
    expect(await test(asserted)).toEqual({ code: 0, out: "1 assertion: 1 passed, 0 failed\n", err: "" });
    pages("/", "/x/a", "/x/b");
    const { code, out } = await test(asserted);
    const expected = (path: string): string =>
      `FILE:4: FooBot https://shop.example${path}: expected allowed; got refused: line 2: Disallow: /x\n`;
    expect({ code, out }).toEqual({
      code: 1,
      out: `${expected("/x/a")}${expected("/x/b")}2 assertions: 0 passed, 2 failed\n`,
    });
  });

  it("fails if the sitemap has no pages, or cannot be read", async () => {
    pages();
    expect(await test(asserted)).toMatchObject({ code: 2, err: expect.stringContaining("got none") });
    writeFileSync(join(folder, "sitemap.xml"), "<p>");
    expect((await test(asserted)).code).toBe(2);
  });

  it("holds for all search engines", async () => {
    const { code, out } = await test("robots: robots.txt\ntests:\n  - agent: search engines\n    allowed: /\n");
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/for Googlebot and \d+ more, line 6/) });
  });
});
