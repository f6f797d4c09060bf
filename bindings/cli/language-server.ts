/** `robots-wasm language-server`: serves editors on standard input and output. */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "./command.ts";
import { serveStdio } from "./editor/index.ts";
import { usageError } from "./errors.ts";
import { DEFAULT_CONFIG, readConfig } from "./lint-config.ts";
import { parseWords } from "./options.ts";
import { version } from "./output.ts";

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, { stdio: { type: "boolean" } });
  if (positionals.length > 0) throw usageError(`expected no words besides --stdio; got ${positionals[0]}`);
  if (!values.stdio) throw usageError("expected --stdio: editors start the server and talk to it on standard input");
  return serveStdio({ version: version(), configBeside });
}

/** The linter's configuration in the folder of a document. */
function configBeside(uri: string): object | undefined {
  if (!uri.startsWith("file:")) return undefined;
  const path = join(dirname(fileURLToPath(uri)), DEFAULT_CONFIG);
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readConfig(path);
}

export const command: Command = {
  help: `Usage: robots-wasm language-server --stdio

  --stdio            talk to the editor on standard input and output, in the Language Server Protocol

Editors start this command. docs/guide/editors.md says how to set up VS Code, Neovim, Helix, Zed and JetBrains.
It reads the documents that the editor opens, and robots-lint.json beside them. It ends with the editor.
`,
  run,
};
