/** What is read besides logs, and whom --agent names. Links are followed, as ConfigMaps of Kubernetes need. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../bindings/cli/commands.ts";
import { combined } from "../../bulk/logs/replayed.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

afterEach(() => vi.restoreAllMocks());
const [FIRST, SECOND] = ["2026-11-01T000000Z.txt", "2026-11-10T000000Z.txt"];
const OPEN = "User-agent: *\nDisallow:\n";

async function verdictWith(history: string, log: string): Promise<number> {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return runCommand(["logs", "--history", history, "--site", "shop.example", log]);
}

describe("a version that is a link", () => {
  const root = mkdtempSync(join(tmpdir(), "robots-wasm-links-"));
  const log = join(root, "access.log");
  // The second version allows everything: without it, this is a violation.
  writeFileSync(log, combined("2026-11-10T12:00:00Z", "/a", "GPTBot/1.3"));
  const folderOf = (name: string, make: (folder: string) => void): string => {
    const folder = join(root, name);
    mkdirSync(folder);
    make(folder);
    return folder;
  };
  const files = (folder: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, FIRST), "User-agent: *\nDisallow: /\n");
    writeFileSync(join(folder, SECOND), OPEN);
  };
  it("to a file counts", async () => {
    const history = folderOf("one", (folder) => {
      files(join(folder, ".data"));
      symlinkSync(join(folder, ".data", FIRST), join(folder, FIRST));
      symlinkSync(join(folder, ".data", SECOND), join(folder, SECOND));
    });
    expect(await verdictWith(history, log)).toBe(0);
  });
  it("through a link to a folder, as Kubernetes makes them, counts", async () => {
    const history = folderOf("two", (folder) => {
      files(join(folder, "..2026_11_01"));
      symlinkSync("..2026_11_01", join(folder, "..data"));
      for (const name of [FIRST, SECOND]) symlinkSync(join("..data", name), join(folder, name));
    });
    expect(await verdictWith(history, log)).toBe(0);
  });
  it("of a host that is a link to a folder counts", async () => {
    const history = folderOf("three", (folder) => {
      files(join(folder, ".shop"));
      symlinkSync(".shop", join(folder, "shop.example"));
    });
    expect(await verdictWith(history, log)).toBe(0);
  });
  it("that leads nowhere is an error", async () => {
    const history = folderOf("four", (folder) => {
      files(folder);
      symlinkSync("missing", join(folder, "2026-11-11T000000Z.txt"));
    });
    expect(await verdictWith(history, log)).toBe(2);
  });
});

describe("--agent names a crawler as in other commands", () => {
  const root = mkdtempSync(join(tmpdir(), "robots-wasm-agent-"));
  const [log, robots] = [join(root, "access.log"), join(root, "robots.txt")];
  writeFileSync(robots, "User-agent: *\nDisallow: /\n");
  writeFileSync(log, combined("2026-11-10T12:00:00Z", "/a", "EvilBot/1.0 (+https://evil.example)"));
  itEach<[agent: string, exitCode: number]>(
    "--agent names a crawler as in other commands: %j",
    async (agent, exitCode) => {
      vi.spyOn(process.stdout, "write").mockReturnValue(true);
      vi.spyOn(process.stderr, "write").mockReturnValue(true);
      expect(await runCommand(["logs", "--robots", robots, "--agent", agent, log])).toBe(exitCode);
    },
  );
});
