/** Values of options that several commands have, checked. All throw Misuse. */
import { type DialectName, dialectNamed } from "../core/dialects.ts";
import { dialectWith, type Leniency } from "../core/robots/leniency.ts";
import { Misuse } from "./misuse.ts";

/** What `--agent` gave: one product token or more. */
export function checkedAgents(agents: readonly string[] | undefined): readonly string[] {
  if (agents === undefined) throw new Misuse("expected --agent TOKEN; got none");
  if (agents.includes("")) throw new Misuse("expected --agent with a product token; got an empty one");
  return agents;
}

export function checkedDialect(name: string): DialectName {
  try {
    return dialectNamed(name as DialectName).name;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

/** `name` turns a switch on, `name=value` gives it a value. */
export function leniencyOf(words: readonly string[]): Leniency {
  const leniency = Object.fromEntries(words.map((word) => [word.split("=")[0]!, switchValue(word)]));
  try {
    dialectWith(dialectNamed("rfc9309"), leniency);
    return leniency;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

function switchValue(word: string): boolean | number | string {
  const at = word.indexOf("=");
  const value = at < 0 ? "true" : word.slice(at + 1);
  if (value === "true" || value === "false") return value === "true";
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** @param name of the option */
export function checkedChoice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new Misuse(`expected ${name} to be one of ${choices.join(", ")}; got ${value}`);
  return choice;
}
