/** The options that several commands share: their definitions, their help and their checks. All checks throw usage errors. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { suggestion } from "../base/options.ts";
import { type AccessPolicy, policies } from "../core/access/index.ts";
import type { DialectName, Leniency } from "../core/index.ts";
import { dialectNamed, dialectWith } from "../core/parsing.ts";
import type { ResolvedAgent } from "../owners/agents/index.ts";
import { typedCrawler, typedCrawlers } from "./agent-names.ts";
import { usageError, withUserValues } from "./errors.ts";

/** The options that say how to read a robots.txt, and for whom. */
export const readingOptions = {
  agent: { type: "string", multiple: true, short: "a" },
  dialect: { type: "string" },
  lenient: { type: "string", multiple: true },
} as const;

export const agentHelp =
  "  --agent, -a TOKEN  the crawler's product token, or its User-Agent header; known crawlers also look for the tokens that\n                     their operators document; of several (A,B) the first one that the file names decides";
export const dialectHelp = "  --dialect NAME     rfc9309 (default), google, koster1996, norobots1996, original1994";
export const ownDialectHelp =
  "  --dialect NAME     rfc9309, google, koster1996, norobots1996, original1994; default: the one that the operator of the crawler documents:\n                     google for the crawlers of Google and X, rfc9309 for the others";
export const lenientHelp =
  "  --lenient OPTION   a leniency option of the dialect: typos, typos=false, tokens=strict, lineCapBytes=2000; repeatable";

type Definition = NonNullable<ParseArgsConfig["options"]>[string] & {
  /** With the type boolean, values that the option may also have: `--fix` and `--fix=repairs`. */
  readonly values?: readonly string[];
};
type Definitions = Readonly<Record<string, Definition>>;

interface Grammar<Options> {
  args: string[];
  options: Options;
  allowPositionals: true;
  strict: true;
}

/** Splits the words of a command into options and positionals. @throws a usage error for an unknown or incomplete option */
export function parseWords<const Options extends Definitions>(
  words: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<Grammar<Options>>> {
  const { tokens, ...parsed } = parseArgs({
    args: [...words],
    options: options as Definitions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === "option");
  for (const token of given) checkOption(options, token);
  checkRepeated(options, given);
  return parsed as ReturnType<typeof parseArgs<Grammar<Options>>>;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption(options: Definitions, { name, rawName, value, inlineValue }: OptionToken): void {
  const definition = Object.hasOwn(options, name) ? options[name] : undefined;
  if (definition === undefined) throw unknownOption(options, rawName);
  if (definition.type === "boolean" && value !== undefined) checkFlagValue(definition, rawName, value);
  if (definition.type === "string" && value === undefined)
    throw usageError(`expected ${rawName} with a value; got none`);
  if (definition.type === "string" && !inlineValue && /^--?[a-z]/i.test(value!))
    throw usageError(
      `expected ${rawName} with a value; got the option ${value}; write ${rawName}=${value} if you mean it`,
    );
}

/** Of two values the last would win, and the first would be lost without a word. */
function checkRepeated(options: Definitions, given: readonly OptionToken[]): void {
  const values = new Map<string, string | undefined>();
  for (const { name, rawName, value } of given) {
    const { type, multiple } = options[name]!;
    if (type === "string" && multiple !== true && values.has(name))
      throw usageError(`expected ${rawName} once; got ${values.get(name)} and ${value}`);
    values.set(name, value);
  }
}

function checkFlagValue({ values = [] }: Definition, rawName: string, value: string): void {
  if (values.includes(value)) return;
  const accepted = [`${rawName} without a value`, ...values.map((one) => `${rawName}=${one}`)].join(" or ");
  throw usageError(`expected ${accepted}; got ${rawName}=${value}${suggestion(value, values)}`);
}

function unknownOption(options: Definitions, rawName: string): Error {
  const names = Object.keys(options).map((name) => `--${name}`);
  return usageError(`expected a known option; got ${rawName}${suggestion(rawName, names)}`);
}

const givenAgents = (values: readonly string[] | undefined): readonly string[] => {
  if (values === undefined) throw usageError("expected --agent TOKEN; got none");
  return values;
};

/** The crawlers of `--agent`: one for each time that it is given, or those of a company or a product. */
export const checkedCrawlers = (values: readonly string[] | undefined): readonly ResolvedAgent[] =>
  givenAgents(values).flatMap(typedCrawlers);

/** The only crawler of `--agent`. */
export function checkedCrawler(values: readonly string[] | undefined): ResolvedAgent {
  const given = givenAgents(values);
  if (given.length === 1) return typedCrawler(given[0]!);
  throw usageError(
    `expected one --agent; got ${given.length}; for tokens in order of preference write --agent ${given.join(",")}`,
  );
}

export const shardsHelp = "  --shards N         the number of shards, up to 65536";

export function checkedShards(text: string): number {
  const shards = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (shards >= 1 && shards <= 65_536) return shards;
  throw usageError(`expected --shards to be an integer from 1 to 65536; got ${text}`);
}

/** The name of a crawl stands in tables and in the heads of archives. */
export function checkedSnapshot(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w.-]{1,100}$/.test(text)) return text;
  throw usageError(`expected --snapshot to be 1 to 100 letters, digits and _ . -; got ${text}`);
}

/** @param name the option, with its dashes */
export function checkedInteger(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw usageError(`expected ${name} to be an integer from ${least} to ${most}; got ${text}`);
}

/** A share from 0 to 1. @param name the option, with its dashes */
export function checkedPercentage(name: string, text: string): number {
  const value = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : Number.NaN;
  if (value <= 1) return value;
  throw usageError(`expected ${name} to be a percentage from 0% to 100%; got ${text}`);
}

export const checkedDialect = (name: string): DialectName =>
  withUserValues(() => dialectNamed(name as DialectName).name);

/** `name` turns a leniency option on, `name=value` sets it. */
export function leniencyOf(words: readonly string[]): Leniency {
  const leniency = Object.fromEntries(words.map((word) => [word.split("=")[0]!, leniencyValue(word)]));
  withUserValues(() => dialectWith(dialectNamed("rfc9309"), leniency));
  return leniency;
}

function leniencyValue(word: string): boolean | number | string {
  const at = word.indexOf("=");
  const value = at < 0 ? "true" : word.slice(at + 1);
  if (value === "true" || value === "false") return value === "true";
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** @param name the option, with its dashes */
export function checkedChoice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw usageError(`expected ${name} to be one of ${choices.join(", ")}; got ${value}${suggestion(value, choices)}`);
}

export function checkedPolicy(name: string): AccessPolicy {
  const names = policies.map((policy) => policy.name);
  return policies[names.indexOf(checkedChoice("--policy", name, names))]!;
}
