/**
 * A folder of robots.txt files as a library: `example.com`, or `example.com_8080` with a port, for both http and https; a
 * file in the sub-folder `https/` or `http/` takes precedence for its scheme. Runs in Node only.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { blanketRules } from "../../core/robots/blanket-rules.ts";
import { MIN_MAX_BYTES } from "../../core/robots/text.ts";
import { type DialectName, type ParseOptions, parse } from "../../index.ts";
import type { CompileTarget, Library, OriginRules } from "./origin-rules.ts";

/** The parsing limit in UTF-16, plus a byte that shows that the file is longer (RFC 9309 §2.5). */
export const READ_BYTES: number = 2 * MIN_MAX_BYTES + 4;

/** Codes for "no such file": it is missing, its name is too long, or it is a folder. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EISDIR"]);

/** `HOST`, or `HOST_PORT` unless the port is the default of the scheme. */
export const fileNameOf = ({ hostname, port }: URL): string => (port === "" ? hostname : `${hostname}_${port}`);

/** Codes for a file that exists but that nobody can read, such as a loop of symbolic links; the disk works. */
const UNREADABLE = new Set(["ELOOP", "EACCES", "EPERM"]);

export const isUnreadable = (error: unknown): boolean => UNREADABLE.has((error as NodeJS.ErrnoException).code ?? "");

/** False also for an entry that cannot be read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

export class Folder implements Library {
  readonly #folder: string;
  readonly #hasScheme: Readonly<Record<string, boolean>>;
  readonly #agents: readonly string[];
  readonly #options: ParseOptions;
  readonly #dialect: DialectName;

  constructor(folder: string, { agents, dialect, leniency }: CompileTarget) {
    this.#folder = folder;
    this.#agents = agents;
    this.#options = { dialect, leniency };
    this.#dialect = dialect;
    this.#hasScheme = { "https:": isFolder(join(folder, "https")), "http:": isFolder(join(folder, "http")) };
  }

  find(origin: URL): OriginRules | undefined {
    const name = fileNameOf(origin);
    // The URL Standard accepts "." and ".." as hosts.
    if (name === "." || name === "..") return undefined;
    try {
      return this.#findNamed(origin, name);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return { rules: blanketRules("disallow", this.#dialect), cause: "unreachable", isUnreadable: true };
    }
  }

  #findNamed(origin: URL, name: string): OriginRules | undefined {
    const body =
      (this.#hasScheme[origin.protocol] && readBeginning(join(this.#folder, origin.protocol.slice(0, -1), name))) ||
      readBeginning(join(this.#folder, name));
    return body && this.#compile(body);
  }

  #compile(body: Uint8Array): OriginRules {
    const robots = parse(body, this.#options);
    const rules = robots.agent(this.#agents);
    return robots.truncated ? { rules, isTruncated: true } : { rules };
  }
}

const buffer: Uint8Array = new Uint8Array(READ_BYTES);

/** The first READ_BYTES of a file; undefined if there is no file. Valid until the next call. @throws system errors */
export function readBeginning(path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    // Avoids the cost of an exception for a missing file, and waiting for a pipe.
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
