/** Every option of every command stands in its help and in a document. */
import { expect, it, vi } from "vitest";
import { documents, textOf } from "../../support/documents.ts";

const parsed: string[][] = [];
vi.mock("../../../bindings/cli/options.ts", async (original) => ({
  ...(await original<object>()),
  parseWords: (_: readonly string[], options: object) => {
    parsed.push(Object.keys(options));
    throw new Error("only the options are wanted");
  },
}));

/** `check` names --trace only to say that `explain` has it. */
const NOT_IN_HELP = ["check --trace"];

const commands = Array.from(
  textOf("bindings/cli/commands.ts").matchAll(/^ {2}"?([\w-]+)"?: \[.*import\("\.\/([\w/-]+\.ts)"\)/gm),
  ([, name, file]) => ({ file: file!, name: name! }),
);
const docs = documents
  .filter((name) => !/api\.md|CHANGELOG/.test(name))
  .map(textOf)
  .join("\n");

const names = (text: string, option: string): boolean => new RegExp(`--${option}(?![\\w-])`).test(text);

it("has commands", () => expect(commands.length).toBeGreaterThan(10));

it.each(commands)("$name: help and documents name every option", async ({ file, name }) => {
  const { run, help } = (await import(/* @vite-ignore */ `../../../bindings/cli/${file}`)).command;
  parsed.length = 0;
  await Promise.resolve()
    .then(() => run([]))
    .catch(() => {});
  const [options] = parsed;
  expect(options, "parseWords was not called").toBeDefined();
  const helpless = options!.filter((one) => !names(help, one) && !NOT_IN_HELP.includes(`${name} --${one}`));
  const undocumented = options!.filter((one) => !names(docs, one));
  expect({ helpless, undocumented }).toEqual({ helpless: [], undocumented: [] });
});
