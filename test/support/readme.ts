/** The commands and the code of a README, as somebody new runs them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./documents.ts";

/** Code blocks of a README in one language, without those for a cluster. */
export function blocksOf(readme: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  const blocks = Array.from(readFileSync(join(root, readme), "utf8").matchAll(fence), ([, code]) => code!);
  return blocks.filter((code) => !/hdfs:|s3:/.test(code));
}

/** `expression  # value` becomes an assertion that it has that value, if the value is a literal of Python. */
export const checkedPython = (code: string): string =>
  code.replaceAll(
    /^(?!.* = |#)(\S.*?) {2}# (True|False|\d+(?:\.\d+)?|\[.*\]|b?".*")$/gm,
    (_, expression, value) => `assert (${expression}) == ${value}, ${expression}`,
  );
