/** What explains verdicts by an archive: the rule or the status, and of what the archive has its time and its name. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ArchiveFile } from "../../../bindings/bulk/engine/archive-file.ts";
import { ArchiveLibrary } from "../../../bindings/bulk/filter/archive-library.ts";
import { LineDecider } from "../../../bindings/bulk/filter/line-decider.ts";
import { blanketRules } from "../../../bindings/core/deciding.ts";
import { archiveOf, byRules, rfc9309 } from "../../crawl/archive/build.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-causes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = { fetchedAtMs: Date.UTC(2026, 0, 1) };

it.each([undefined, "2026-01"])("with the name %s", async (snapshot) => {
  const origins = [
    { host: "a.example", state: { ...byRules("User-agent: *\nDisallow: /x\n"), ...at } },
    { host: "gone.example", state: { status: "unavailable", verdict: "allowed", httpStatus: 404, ...at } },
    { host: "down.example", state: { status: "unreachable", verdict: "refused" } },
  ] as const;
  const path = join(folder, "archive");
  writeFileSync(path, await archiveOf(origins, { ...rfc9309, snapshot }));
  const file = openSync(path, "r");
  const decider = new LineDecider({
    ...{ dialect: "rfc9309", agents: ["ExampleBot"], memoryBytes: 2 ** 22, explains: true },
    library: new ArchiveLibrary([file], { agents: ["ExampleBot"], dialect: "rfc9309", leniency: {} }),
    archives: [new ArchiveFile(file, {})],
    missing: { rules: blanketRules("allowed", "rfc9309"), cause: "missing" },
  });
  const urls = [
    "a.example/x",
    "a.example/",
    "gone.example/",
    "down.example/",
    "down.example/robots.txt",
    "none.example/",
  ];
  const { json } = await decider.decide(new Uint8Array(Buffer.from(urls.map((url) => `https://${url}\n`).join(""))));
  closeSync(file);
  const named = snapshot === undefined ? {} : { snapshot };
  const dated = { fetchedAt: "2026-01-01T00:00:00.000Z", ...named };
  const rule = { directive: "disallow", pattern: "/x", line: 2 };
  expect(
    Buffer.from(json!)
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { url: "https://a.example/x", allowed: false, reason: "rule", rule, isFinal: true, ...dated },
    { url: "https://a.example/", allowed: true, reason: "no-match", ...dated },
    { url: "https://gone.example/", allowed: true, reason: "unavailable", ...dated },
    { url: "https://down.example/", allowed: false, reason: "unreachable", isFinal: false, ...named },
    { url: "https://down.example/robots.txt", allowed: true, reason: "robots-txt", ...named },
    // Nothing of it is in the archive.
    { url: "https://none.example/", allowed: true, reason: "missing" },
  ]);
});
