/**
 * A folder of robots.txt files as a library: `example.com`, or `example.com_8080` with a port, for http and https alike;
 * a file in the sub-folder `https/` or `http/` wins for its scheme. Runs in Node only.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { MIN_MAX_BYTES } from "../../core/robots/text.ts";
import { type AgentRules, type ParseOptions, parse } from "../../index.ts";
import type { Access, Library, Question } from "./origin-rules.ts";

/** As much as is read of a file in UTF-16, and a byte, which tells that there is more (RFC 9309 §2.5). */
export const READ_BYTES: number = 2 * MIN_MAX_BYTES + 4;

/** There is no such file: it is missing, its name is too long to be one, or a folder bears it. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EISDIR"]);

/** Of a port that is not the scheme's own. */
export const fileNameOf = ({ hostname, port }: URL): string => (port === "" ? hostname : `${hostname}_${port}`);

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

export class Folder implements Library {
  readonly #folder: string;
  readonly #hasScheme: Readonly<Record<string, boolean>>;
  readonly #agents: readonly string[];
  readonly #options: ParseOptions;

  constructor(folder: string, { agents, dialect, leniency }: Question) {
    this.#folder = folder;
    this.#agents = agents;
    this.#options = { dialect, leniency };
    this.#hasScheme = { "https:": isFolder(join(folder, "https")), "http:": isFolder(join(folder, "http")) };
  }

  find(origin: URL): Access | undefined {
    const name = fileNameOf(origin);
    // The URL standard takes dots alone for a host.
    if (name === "." || name === "..") return undefined;
    const body =
      (this.#hasScheme[origin.protocol] && readBeginning(join(this.#folder, origin.protocol.slice(0, -1), name))) ||
      readBeginning(join(this.#folder, name));
    return body && { rules: this.#compile(body) };
  }

  #compile(body: Uint8Array): AgentRules {
    return parse(body, this.#options).agent(this.#agents);
  }
}

const buffer: Uint8Array = new Uint8Array(READ_BYTES);

/** As much of a file as is read of a robots.txt; undefined without one. Valid until the next read. @throws */
export function readBeginning(path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    // A missing file costs no exception so, and a pipe is not waited for.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    file = openSync(path, "r");
    return buffer.subarray(0, readFully(file, buffer));
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readFully(file: number, buffer: Uint8Array): number {
  let length = 0;
  while (length < buffer.length) {
    const bytes = readSync(file, buffer, length, buffer.length - length, length);
    if (bytes === 0) break;
    length += bytes;
  }
  return length;
}
