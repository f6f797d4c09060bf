/** The arguments that `check` and `explain` share: FILE --agent TOKEN [OPTION…] URL…, `-` for standard input. */
import type { DialectName } from "../core/dialects.ts";
import type { Leniency } from "../core/robots/leniency.ts";
import { usageError } from "./errors.ts";
import {
  agentHelp,
  checkedAgents,
  checkedDialect,
  dialectHelp,
  leniencyOf,
  lenientHelp,
  parseWords,
  readingOptions,
} from "./options.ts";

export interface CheckArguments {
  readonly file: string;
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
  readonly trace: boolean;
  readonly json: boolean;
  /** URLs given as words, or `-` alone for the lines of standard input. */
  readonly urls: readonly string[];
}

const options = { ...readingOptions, trace: { type: "boolean" }, json: { type: "boolean" } } as const;

export const checkHelp: string = `
  FILE               a robots.txt, or - for standard input
  URL…               absolute URLs or paths, or - for lines of standard input
${agentHelp}
${dialectHelp}
${lenientHelp}
  --json             one JSON object for each URL
`;

export function parseCheckArguments(words: readonly string[]): CheckArguments {
  const { values, positionals } = parseWords(words, options);
  const [file, ...urls] = positionals;
  if (file === undefined) throw usageError("expected a FILE and a URL; got neither");
  const agents = checkedAgents(values.agent);
  if (urls.length === 0) throw usageError("expected a URL, or - for lines of standard input; got none");
  if (urls.includes("-") && urls.length > 1) throw usageError("expected - alone in place of URLs; got it among others");
  if (urls.includes("-") && file === "-")
    throw usageError("expected standard input for the file or for the URLs; got both");
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
