/** The language server as editors start it: a process on standard input and output, from the built package. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import { type Client, clientOf } from "../../../cli/editor/harness.ts";
import { installedCommand } from "../../../support/packed.ts";

const command = await installedCommand();
const started: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

async function start(capabilities: object = {}): Promise<{ child: ChildProcessWithoutNullStreams; client: Client }> {
  const child = spawn(process.execPath, [command, "language-server", "--stdio"]);
  started.push(child);
  return { child, client: await clientOf(child.stdout, child.stdin, capabilities) };
}

it("answers, and ends with code 0 after shutdown and exit", async () => {
  const { child, client } = await start();
  client.open("file:///nowhere/robots.txt", "User-agent: *\nDisallow: private/\n");
  const [found] = await client.diagnostics("file:///nowhere/robots.txt");
  expect(found?.code).toBe("pattern-without-slash");
  await client.connection.sendRequest("shutdown");
  void client.connection.sendNotification("exit");
  expect((await once(child, "exit"))[0]).toBe(0);
});

it("counts octets of a line with 200,000 tokens in a time that grows with the line", async () => {
  const { client } = await start({ general: { positionEncodings: ["utf-8"] } });
  client.open("file:///robots.txt", `User-agent: *\nDisallow: /é${"*a".repeat(100_000)}\n`);
  const { data } = await client.request<{ data: number[] }>("semanticTokens/full", "file:///robots.txt");
  expect(data.slice(10, 30)).toEqual([1, 0, 8, 0, 0, 0, 10, 3, 4, 0, 0, 3, 1, 5, 0, 0, 1, 1, 4, 0]);
});

it("reads robots-lint.json beside the document, and reports an invalid one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "robots-editor-"));
  const uri = pathToFileURL(join(folder, "robots.txt")).href;
  writeFileSync(join(folder, "robots-lint.json"), '{"ignore": ["pattern-without-slash"]}');
  const { client } = await start();
  client.open(uri, "User-agent: *\nDisallow: private/\nSitemap: /x\n");
  expect((await client.diagnostics(uri)).map(({ code }) => code)).toEqual(["relative-sitemap"]);
  const shown = new Promise((resolve) => client.connection.onNotification("window/showMessage", resolve));
  writeFileSync(join(folder, "robots-lint.json"), "[");
  client.change(uri, 2, [{ text: "User-agent: *\nDisallow: private/\n" }]);
  expect((await client.diagnostics(uri)).map(({ code }) => code)).toEqual(["pattern-without-slash"]);
  expect(await shown).toMatchObject({ message: expect.stringContaining("robots-lint.json: expected a JSON object") });
});

it("ends when the editor closes its input without a word", async () => {
  const { child } = await start();
  child.stdin.destroy();
  await once(child, "exit");
});

it.each([
  [["language-server"], "expected --stdio"],
  [["language-server", "--stdio", "x"], "expected no words besides --stdio"],
])("%j is refused in words", async (words, expected) => {
  const child = spawn(process.execPath, [command, ...words]);
  let text = "";
  child.stderr.on("data", (data) => {
    text += data;
  });
  const [code] = await once(child, "close");
  expect([code, text]).toEqual([2, expect.stringContaining(expected)]);
});
