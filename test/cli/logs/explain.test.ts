/** Every violation is refused again by the command that the report prints. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { History, timeOfName, Version } from "../../../bindings/bulk/logs/history.ts";
import { explanationOf } from "../../../bindings/bulk/logs/index.ts";
import { runCommand } from "../../../bindings/cli/commands.ts";
import { explainCommand } from "../../../bindings/cli/logs/report.ts";
import { knownAgents } from "../../../bindings/owners/agents/index.ts";
import { combined, eventsIn, judged } from "../../bulk/logs/replayed.ts";
import fc, { anyCharacter } from "../../support/properties.ts";

const folder = join(mkdtempSync(join(tmpdir(), "robots-wasm-explain-")), "it's history");
mkdirSync(folder);
afterEach(() => vi.restoreAllMocks());

/** The words of a command, as a shell reads them. */
function shellWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|\\'/g, (text, quoted) => (text === "\\'" ? "'" : quoted)));
}

const tokens = knownAgents.filter(
  ({ purpose, ignoresRobots }) => !/permission|user|preview/.test(purpose) && !ignoresRobots,
);
const agent = fc.oneof(
  fc.constantFrom(...tokens.map(({ token }) => token)),
  fc.constantFrom("ExampleBot", "Other-Bot", "-bot"),
);
const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    "'",
    "%",
    "%41",
    "?",
    "#",
    "..",
    "a",
    "&",
    "$x",
    "\u202e",
    "\0",
    "é",
    "*",
    ";",
    "\\x22",
    "\\\\",
    "%2F",
  ),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
);
const target = fc
  .array(piece, { maxLength: 6 })
  .map((pieces) => `/${pieces.join("").replaceAll(/[\n\r"\s]|\\$/g, "")}`);

it("whatever stands in the log", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let commands = 0;
  await fc.assert(
    fc.asyncProperty(
      agent,
      target,
      fc.constantFrom("/", "/a", "/*?", "/'", "/%41", "/..", "//"),
      fc.boolean(),
      async (token, path, pattern, hasSite) => {
        const name = "2026-11-01T000000Z.txt";
        const file = join(folder, name);
        const text = `User-agent: *\nUser-agent: ${token}\nDisallow: ${pattern}\n`;
        writeFileSync(file, text);
        const history = new History([new Version(file, timeOfName(name)!, Buffer.from(text))]);
        const events = eventsIn(combined("2026-11-05T00:00:00Z", path, `${token}/1.0`));
        const { rows } = judged(events, { history, ...(hasSite && { site: "shop.example" }) });
        for (const row of rows.filter(({ verdict }) => verdict === "violation")) {
          const command = explainCommand(row)!;
          write.mockClear();
          commands++;
          expect([command, await runCommand(shellWords(command).slice(1))]).toEqual([command, 1]);
          expect(write.mock.calls.join("")).toContain(`line ${explanationOf(row)!.rule!.line}: Disallow`);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(commands).toBeGreaterThan(30);
});

it("asks with the scheme of the file that was fetched", () => {
  const version = new Version("http://shop.example/robots.txt", 0, Buffer.from("User-agent: *\nDisallow: /"));
  const events = eventsIn(combined("2026-11-05T00:00:00Z", "/a", "GPTBot/1.0"));
  const { rows } = judged(events, { history: new History([version]), site: "shop.example" });
  expect(rows.map(explainCommand)).toEqual([expect.stringMatching(/ http:\/\/shop\.example\/a$/)]);
});
