/** Which crawlers a survey asks about: those of the table and of a file. */

import { jsonObject } from "../../base/json.ts";
import { suggestion } from "../../base/options.ts";
import { inputError } from "../../bulk/files/input-error.ts";
import { dialects } from "../../core/parsing.ts";
import {
  type AgentPurpose,
  type AgentRow,
  type KnownAgent,
  knownAgents,
  purposes,
  resolveAgent,
} from "../../owners/agents/index.ts";
import { usageError } from "../errors.ts";
import { readList } from "../input.ts";
import { printable } from "../output.ts";

const sameToken = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The table with the rows of a file. A row of the file replaces the row of the same token. */
export function crawlersWith(file: string | undefined): readonly KnownAgent[] {
  if (file === undefined) return knownAgents;
  const added = crawlersIn(file);
  const isReplaced = ({ token }: KnownAgent): boolean => added.some((one) => sameToken(one.token, token));
  return [...knownAgents.filter((agent) => !isReplaced(agent)), ...added];
}

/** @throws a usage error unless each token is that of a crawler, and any crawler is left */
export function selectedCrawlers(
  crawlers: readonly KnownAgent[],
  tokens: readonly string[] | undefined,
  wanted: readonly AgentPurpose[] | undefined,
): readonly KnownAgent[] {
  const named = tokens === undefined ? crawlers : [...new Set(tokens.map((token) => crawlerNamed(crawlers, token)))];
  const selected = wanted === undefined ? named : named.filter(({ purpose }) => wanted.includes(purpose));
  if (selected.length > 0) return selected;
  throw usageError(`expected --agent and --purpose that leave a crawler; got ${tokens?.join(", ") ?? "none"}`);
}

function crawlerNamed(crawlers: readonly KnownAgent[], token: string): KnownAgent {
  const found = crawlers.find((one) => sameToken(one.token, token));
  if (found !== undefined) return found;
  const names = crawlers.map((one) => one.token);
  throw usageError(
    `expected --agent with a crawler of the table or of --crawlers; got ${printable(token)}${suggestion(token, names)}`,
  );
}

function crawlersIn(file: string): readonly KnownAgent[] {
  const text = readList("a readable file", file);
  const rows = text.split(/\r?\n/).flatMap((line, i) => (line.trim() === "" ? [] : [crawlerIn(file, line, i + 1)]));
  const again = rows.find(({ token }, i) => rows.findIndex((one) => sameToken(one.token, token)) !== i);
  if (again !== undefined) throw inputError(file, `expected each token once; got ${printable(again.token)} again`);
  return rows;
}

/** Checks what the library does not: the types of members. */
const isValid: Readonly<Record<string, (value: unknown) => boolean>> = {
  purpose: (value) => typeof value === "string" && Object.hasOwn(purposes, value),
  dialect: (value) => dialects.some(({ name }) => name === value),
  fallback: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  ignoresStar: (value) => typeof value === "boolean",
  ignoresRobots: (value) => typeof value === "boolean",
  operator: (value) => typeof value === "string",
};

function crawlerIn(file: string, line: string, number: number): KnownAgent {
  const refused = (reason: string): Error => inputError(`${file}, line ${number}`, printable(reason));
  const row = jsonObject(line);
  if (typeof row?.["token"] !== "string")
    throw refused(
      `expected a JSON object such as {"token":"ExampleBot","purpose":"training"}; got ${line.slice(0, 200)}`,
    );
  for (const [key, value] of Object.entries(row)) {
    // The library leaves aside the names that every object has.
    if (key in Object.prototype) throw refused(`expected members of a crawler; got ${key}`);
    if (isValid[key]?.(value) === false) throw refused(`expected a valid ${key}; got ${JSON.stringify(value)}`);
  }
  try {
    return resolveAgent(row["token"], { agents: [row as unknown as AgentRow] }).agent!;
  } catch (error) {
    throw refused((error as Error).message);
  }
}
