/** The words that `check` and `explain` share: FILE --agent TOKEN [--dialect D] [--json] URL…, `-` for standard input. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type DialectName, dialectNamed } from "../dialects.ts";
import { Misuse } from "./misuse.ts";

export interface Question {
  readonly file: string;
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly json: boolean;
  /** URLs given as words, or `-` alone for lines of standard input. */
  readonly urls: readonly string[];
}

const options = {
  agent: { type: "string", multiple: true },
  dialect: { type: "string" },
  json: { type: "boolean" },
} as const satisfies ParseArgsConfig["options"];

export const questionHelp: string = `
  FILE               a robots.txt, or - for standard input
  URL…               absolute URLs or paths, or - for lines of standard input
  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --dialect NAME     rfc9309 (default), google, koster1996, original1994
  --json             one JSON object a line
`;

export function parseQuestion(words: readonly string[]): Question {
  const { values, positionals } = parsed(words);
  const [file, ...urls] = positionals;
  if (file === undefined) throw new Misuse("expected a FILE and a URL; got neither");
  if (values.agent === undefined) throw new Misuse("expected --agent TOKEN; got none");
  if (values.agent.includes("")) throw new Misuse("expected --agent with a product token; got an empty one");
  if (urls.length === 0) throw new Misuse("expected a URL, or - for lines of standard input; got none");
  if (urls.includes("-") && urls.length > 1) throw new Misuse("expected - alone in place of URLs; got it among others");
  if (urls.includes("-") && file === "-")
    throw new Misuse("expected standard input for the file or for the URLs; got both");
  return {
    file,
    agents: values.agent,
    dialect: checkedDialect(values.dialect ?? "rfc9309"),
    json: values.json ?? false,
    urls,
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

export function checkedDialect(name: string): DialectName {
  try {
    return dialectNamed(name as DialectName).name;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}
