/** The configuration file of `robots-wasm lint`: a JSON object with the options that a project always uses. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { kindOf } from "../base/errors.ts";
import { jsonObject } from "../base/json.ts";
import type { AgentRow } from "../owners/agents/index.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";

/** Read from the working directory if --config is not given. */
export const DEFAULT_CONFIG = "robots-lint.json";

/** Far more than a file that ignores every code of the linter takes. */
const MAX_CONFIG_BYTES = 100_000;

/** The keys of the file. The command line overrides them; `ignore` of both is combined. */
export interface LintConfig {
  readonly dialect?: string;
  readonly url?: string;
  readonly profile?: string;
  readonly failOn?: string;
  readonly ignore?: readonly string[];
  readonly agents?: readonly AgentRow[];
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const keys: Readonly<Record<keyof LintConfig, { readonly expected: string; isValid(value: unknown): boolean }>> = {
  dialect: { expected: "a string", isValid: isText },
  url: { expected: "a string", isValid: isText },
  profile: { expected: "a string", isValid: isText },
  failOn: { expected: "a string", isValid: isText },
  ignore: { expected: "a list of codes", isValid: isTextList },
  agents: { expected: "a list of rows", isValid: Array.isArray },
};

/** The configuration in `path`, else in the default file if it exists. @throws a usage error for an invalid file. */
export function readConfig(path: string | undefined): LintConfig {
  if (path === undefined && lstatSync(DEFAULT_CONFIG, { throwIfNoEntry: false }) === undefined) return {};
  const file = path ?? DEFAULT_CONFIG;
  const config: LintConfig | undefined = jsonObject(readSmallFile(file));
  if (config === undefined) throw usageError(`${file}: expected a JSON object`);
  for (const [key, value] of Object.entries(config)) checkKey(file, key, value);
  return config;
}

/** Opens without waiting: a FIFO has no end, and nobody may write to it. */
function readSmallFile(file: string): string {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const descriptor = checkedFile("a readable --config", file, (path) => openSync(path, flags));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) throw usageError(`expected --config to be a regular file; got another kind: ${file}`);
    if (status.size > MAX_CONFIG_BYTES)
      throw usageError(`expected --config of at most ${MAX_CONFIG_BYTES} bytes; got ${status.size}: ${file}`);
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

function checkKey(file: string, key: string, value: unknown): void {
  if (!Object.hasOwn(keys, key))
    throw usageError(`${file}: expected the keys ${Object.keys(keys).join(", ")}; got ${key.slice(0, 100)}`);
  const { expected, isValid } = keys[key as keyof LintConfig];
  if (!isValid(value)) throw usageError(`${file}: expected ${key} to be ${expected}; got ${shown(value)}`);
}

/** A value for an error. Objects may nest too deeply for JSON.stringify. */
const shown = (value: unknown): string =>
  typeof value === "object" && value !== null ? kindOf(value).toLowerCase() : JSON.stringify(value).slice(0, 100);
