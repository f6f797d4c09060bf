/** An input as a case for test/cases/: the file as a `robots-escaped` block, a row for each URL and dialect (test/cases/README.md). */
import { dialects } from "../../bindings/core/dialects.ts";
import { agentOf, type Input, latin1, utf8 } from "./input.ts";
import { answersOf } from "./reference.ts";

const escapes: Readonly<Record<string, string>> = { "\r": "\\r", "\n": "\\n\n", "\t": "\\t", "\\": "\\\\" };

const escaped = (text: string): string =>
  text.replace(
    /[^ -[\]-~]/g,
    (character) => escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

/** Cells are plain text; what a cell cannot hold is shown as JSON, for whoever writes the case. */
const cell = (bytes: Uint8Array): string => {
  const text = utf8(bytes);
  return /^[^\s|](?:[^|\p{C}]*[^\s|])?$|^$/u.test(text) ? text : JSON.stringify(text);
};

/** The verdicts are the oracle's: check them against the section that the case will cite. */
export function caseOf([file, agent, ...urls]: Input): string {
  const rows = dialects.flatMap((dialect) =>
    answersOf(file!, agentOf(agent!), urls.map(latin1), dialect).map((one, i) => {
      const [verdict, line] = one.split(" ");
      return `| ${cell(agent!)} | ${cell(urls[i]!)} | ${verdict} | ${line} | ${dialect.name} |`;
    }),
  );
  const table = ["| agent | url | verdict | line | dialects |", "|---|---|---|---|---|", ...rows].join("\n");
  return `## Found by fuzzing: cite the section\n\n\`\`\`robots-escaped\n${escaped(latin1(file!)).trimEnd()}\n\`\`\`\n\n${table}\n`;
}
