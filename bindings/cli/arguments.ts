/** The words that `check` and `explain` share: FILE --agent TOKEN [--dialect D] [--json] URL…, `-` for standard input. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { DialectName } from "../core/dialects.ts";
import type { Leniency } from "../core/robots/leniency.ts";
import { checkedAgents, checkedDialect, leniencyOf } from "./checked.ts";
import { Misuse } from "./misuse.ts";

export interface Question {
  readonly file: string;
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
  readonly trace: boolean;
  readonly json: boolean;
  /** URLs given as words, or `-` alone for lines of standard input. */
  readonly urls: readonly string[];
}

const options = {
  agent: { type: "string", multiple: true },
  dialect: { type: "string" },
  lenient: { type: "string", multiple: true },
  trace: { type: "boolean" },
  json: { type: "boolean" },
} as const;

export const questionHelp: string = `
  FILE               a robots.txt, or - for standard input
  URL…               absolute URLs or paths, or - for lines of standard input
  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --dialect NAME     rfc9309 (default), google, koster1996, original1994
  --lenient SWITCH   a liberty of the dialect, as typos, typos=false, tokens=strict, lineCapBytes=2000; repeatable
  --json             one JSON object a line
`;

export function parseQuestion(words: readonly string[]): Question {
  const { values, positionals } = parseWords(words, options);
  const [file, ...urls] = positionals;
  if (file === undefined) throw new Misuse("expected a FILE and a URL; got neither");
  const agents = checkedAgents(values.agent);
  if (urls.length === 0) throw new Misuse("expected a URL, or - for lines of standard input; got none");
  if (urls.includes("-") && urls.length > 1) throw new Misuse("expected - alone in place of URLs; got it among others");
  if (urls.includes("-") && file === "-")
    throw new Misuse("expected standard input for the file or for the URLs; got both");
  return {
    file,
    agents,
    dialect: checkedDialect(values.dialect ?? "rfc9309"),
    leniency: leniencyOf(values.lenient ?? []),
    trace: values.trace ?? false,
    json: values.json ?? false,
    urls,
  };
}

interface Grammar<Options> {
  args: string[];
  options: Options;
  allowPositionals: true;
  strict: true;
}

/** The options and other words of a command. @throws Misuse for an option that is not one of `options`. */
export function parseWords<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  words: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<Grammar<Options>>> {
  try {
    return parseArgs<Grammar<Options>>({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Misuse((error as Error).message.split("\n")[0]!);
  }
}
