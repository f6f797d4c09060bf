/** The options that several commands share: their definitions, their help and their checks. All checks throw usage errors. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type AccessPolicy, policies, rfc9309 } from "../access/index.ts";
import { type ClientOptions, RobotsClient } from "../client/index.ts";
import { type DialectName, dialectNamed } from "../core/dialects.ts";
import { dialectWith, type Leniency } from "../core/robots/leniency.ts";
import { usageError, withUserValues } from "./errors.ts";

/** The options that say how to read a robots.txt, and for whom. */
export const readingOptions = {
  agent: { type: "string", multiple: true },
  dialect: { type: "string" },
  lenient: { type: "string", multiple: true },
} as const;

export const agentHelp =
  "  --agent TOKEN      the crawler's product token; if repeated, the first one that the file names";
export const dialectHelp = "  --dialect NAME     rfc9309 (default), google, koster1996, norobots1996, original1994";
export const lenientHelp =
  "  --lenient OPTION   a leniency option of the dialect: typos, typos=false, tokens=strict, lineCapBytes=2000; repeatable";

interface Grammar<Options> {
  args: string[];
  options: Options;
  allowPositionals: true;
  strict: true;
}

/** Splits the words of a command into options and positionals. @throws a usage error for an unknown option */
export function parseWords<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  words: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<Grammar<Options>>> {
  try {
    return parseArgs<Grammar<Options>>({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError((error as Error).message.split("\n")[0]!);
  }
}

/** The product tokens of `--agent`, at least one. */
export function checkedAgents(agents: readonly string[] | undefined): readonly string[] {
  if (agents === undefined) throw usageError("expected --agent TOKEN; got none");
  if (agents.includes("")) throw usageError("expected --agent with a product token; got an empty one");
  return agents;
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
  if (choice === undefined) throw usageError(`expected ${name} to be one of ${choices.join(", ")}; got ${value}`);
  return choice;
}

/** The access policy named like the dialect, or else the default one. */
export const policyForDialect = (dialect: DialectName): AccessPolicy =>
  policies.find((one) => one.dialect === dialect) ?? rfc9309;

export function checkedPolicy(name: string): AccessPolicy {
  const names = policies.map((policy) => policy.name);
  return policies[names.indexOf(checkedChoice("--policy", name, names))]!;
}

/** A client with options from the command line. The User-Agent, for example, may be one that no header can carry. */
export const checkedClient = (options: ClientOptions): RobotsClient => withUserValues(() => new RobotsClient(options));
