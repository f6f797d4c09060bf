/** `robots-wasm agents`. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, type Ended, itRefuses } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-agents-"));
writeFileSync(
  join(folder, "robots.txt"),
  "User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n",
);

const agents = (words: readonly string[], input?: string): Promise<Ended> => call(["agents", ...words], input, folder);

describe("agents", () => {
  it("prints a row per crawler, by purpose, with the line that decides", async () => {
    const { code, out, err } = await agents([
      "robots.txt",
      "--agent",
      "GPTBot",
      "--agent",
      "Applebot",
      "--agent",
      "adsbot-google",
    ]);
    expect({ code, err }).toEqual({
      code: 0,
      err: "robots-wasm: --agent Applebot: looks for Applebot, then for Googlebot\n",
    });
    expect(out).toBe(
      [
        "search: indexes pages for a search engine or for AI answers",
        "  allowed  Applebot       Apple; group Googlebot; line 8: Allow: /",
        "",
        "training: collects pages to train AI models",
        "  refused  GPTBot         OpenAI; group GPTBot; line 5: Disallow: /",
        "",
        "ads: checks pages for advertising",
        "  allowed  AdsBot-Google  Google; ignores groups for *, which say: refuses /private/, line 2: Disallow: /private/",
        "",
      ].join("\n"),
    );
  });

  it("takes a list as one crawler, which falls back to the others", async () => {
    const { out, err } = await agents(["robots.txt", "--agent", "NoSuchBot,Googlebot", "--agent", "bingbot, GPTBot"]);
    expect(out).toContain("allowed  NoSuchBot  unknown; group Googlebot; line 8: Allow: /");
    expect(out).toContain("refused  bingbot    Microsoft; group GPTBot; line 5: Disallow: /");
    expect(err).toBe("");
  });

  it("takes headers, and unknown crawlers, and says what it assumed", async () => {
    const { code, out, err } = await agents([
      "robots.txt",
      "--agent",
      "Mozilla/5.0 (compatible; GPTBot/1.3)",
      "--agent",
      "NoSuchBot",
    ]);
    expect(code).toBe(0);
    expect(out).toContain("refused  GPTBot     OpenAI; group GPTBot");
    expect(out).toContain("partly   NoSuchBot  unknown; group *; line 2: Disallow: /private/; refuses /private/");
    expect(err).toContain("the header names GPTBot");
    expect(err).toContain("NoSuchBot is unknown: read as a crawler that follows the standard");
  });

  it("reads the file for Google's crawlers as Google does, unless told otherwise", async () => {
    const words = ["-", "--json", "--agent", "Googlebot", "--agent", "GPTBot"];
    const accesses = async (more: readonly string[]) =>
      (await agents([...words, ...more], "User-agent: *\nDisalow: /\n")).out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).access);
    expect(await accesses([])).toEqual(["refused", "allowed"]);
    expect(await accesses(["--dialect", "rfc9309"])).toEqual(["allowed", "allowed"]);
    expect(await accesses(["--dialect", "google"])).toEqual(["refused", "refused"]);
  });

  it("says which crawlers may ignore robots.txt and which are retired", async () => {
    const { out } = await agents(["robots.txt", "--agent", "ChatGPT-User", "--agent", "msnbot"]);
    expect(out).toMatch(/ChatGPT-User +OpenAI;.*may ignore robots\.txt/);
    expect(out).toMatch(/msnbot +Microsoft; renamed to bingbot;/);
  });

  it("prints JSON, with the page of the operator", async () => {
    const lines = (await agents(["-", "--json", "--purpose", "training"], "User-agent: *\nDisallow: /\n")).out
      .trim()
      .split("\n");
    const reports = lines.map((line) => JSON.parse(line));
    expect(reports.length).toBeGreaterThan(5);
    for (const report of reports) expect([report.purpose, ...report.alsoFor], report.token).toContain("training");
    for (const token of ["GPTBot", "CCBot", "Google-Extended", "Applebot-Extended"])
      expect(reports).toContainEqual(expect.objectContaining({ token, access: "refused", rule: expect.anything() }));
    expect(reports[0].source).toMatch(/^https:/);
  });

  itRefuses(
    [
      [[], "expected one FILE or URL"],
      [["a", "b"], "expected one FILE or URL"],
      [["robots.txt", "--agent", "https://a.example/"], "expected a product token or a User-Agent header"],
      [["robots.txt", "--purpose", "none"], "expected --purpose to be one of search, training"],
      [["missing.txt"], "no such file"],
    ],
    agents,
  );
});
