/** `robots-wasm agents`: runs the built program in its own process. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, misuse, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-agents-"));
writeFileSync(
  join(folder, "robots.txt"),
  "User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n",
);

const agents = (words: readonly string[], input = ""): Ended => run(["agents", ...words], input, folder);

describe("agents", () => {
  it("prints a row per crawler, by purpose, with the line that decides", () => {
    const { code, out, err } = agents([
      "robots.txt",
      "--agent",
      "GPTBot",
      "--agent",
      "Applebot",
      "--agent",
      "adsbot-google",
    ]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(
      [
        "search: indexes pages for a search engine or for AI answers",
        "  allowed  Applebot       Apple; group Googlebot; line 8: Allow: /",
        "",
        "training: collects pages to train AI models",
        "  refused  GPTBot         OpenAI; group GPTBot; line 5: Disallow: /",
        "",
        "ads: checks pages for advertising",
        "  allowed  AdsBot-Google  Google; ignores the group *",
        "",
      ].join("\n"),
    );
  });

  it("prints JSON, with the page of the operator", () => {
    const lines = agents(["-", "--json", "--purpose", "training"], "User-agent: *\nDisallow: /\n")
      .out.trim()
      .split("\n");
    const reports = lines.map((line) => JSON.parse(line));
    expect(reports.length).toBeGreaterThan(5);
    for (const report of reports)
      expect(report).toMatchObject({ purpose: "training", access: "refused", rule: { line: 2 } });
    expect(reports[0].source).toMatch(/^https:/);
  });

  it.each(
    misuse([
      [[], "expected one FILE or URL"],
      [["a", "b"], "expected one FILE or URL"],
      [["robots.txt", "--agent", "NoSuchBot"], "expected --agent with a known crawler; got NoSuchBot"],
      [["robots.txt", "--purpose", "none"], "expected --purpose to be one of search, training"],
      [["missing.txt"], "no such file"],
    ]),
  )("is a wrong call: $message", ({ words, message }) => {
    const { code, err } = agents(words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  });
});
