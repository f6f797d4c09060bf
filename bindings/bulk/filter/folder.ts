/**
 * A folder of robots.txt files as a library: `example.com`, or `example.com_8080` with a port, for both http and https; a
 * file in the sub-folder `https/` or `http/` takes precedence for its scheme. Runs in Node only.
 */
import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { blanketRules } from "../../core/robots/blanket-rules.ts";
import { MIN_MAX_BYTES } from "../../core/robots/text.ts";
import { type DialectName, type ParseOptions, parse } from "../../index.ts";
import { inputError } from "../../node/input-error.ts";
import { readStart } from "../../node/read-start.ts";
import type { CompileTarget, Library, OriginRules } from "./origin-rules.ts";

/** The parsing limit in UTF-16, plus a byte that shows that the file is longer (RFC 9309 §2.5). */
export const READ_BYTES: number = 2 * MIN_MAX_BYTES + 4;

/** Codes with which opening fails if the file does not exist: it is missing, its name is too long, or it is a socket. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ENXIO"]);

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
  readonly #path: string;
  readonly #device: number;
  readonly #files: Directory;
  /** By scheme, as URLs spell it. */
  readonly #ofScheme: Readonly<Record<string, Directory | undefined>>;
  readonly #agents: readonly string[];
  readonly #options: ParseOptions;
  readonly #dialect: DialectName;

  constructor(folder: string, { agents, dialect, leniency }: CompileTarget) {
    this.#path = folder;
    this.#device = statSync(folder).dev;
    this.#files = new Directory(folder);
    this.#agents = agents;
    // Applying no options to a dialect would take a microsecond for each file.
    this.#options = Object.keys(leniency).length === 0 ? { dialect } : { dialect, leniency };
    this.#dialect = dialect;
    const inside = (name: string) => (isFolder(join(folder, name)) ? new Directory(join(folder, name)) : undefined);
    this.#ofScheme = { "https:": inside("https"), "http:": inside("http") };
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
    const body = this.#ofScheme[origin.protocol]?.read(name) ?? this.#files.read(name);
    if (body === undefined) this.#checkPresence();
    return body && this.#compile(body);
  }

  /** In a folder that was removed or unmounted every file is missing, which would allow everything. */
  #checkPresence(): void {
    if (statSync(this.#path, { throwIfNoEntry: false })?.dev !== this.#device)
      throw inputError(this.#path, "expected the folder to stay until all URLs are decided; it is gone");
  }

  #compile(body: Uint8Array): OriginRules {
    const robots = parse(body, this.#options);
    const rules = robots.agent(this.#agents);
    return robots.truncated ? { rules, isTruncated: true } : { rules };
  }
}

class Directory {
  readonly #path: string;
  /** Whether the previous file was missing: many folders lack all files, or none. */
  #expectsNone = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** The same as `readBeginning`. */
  read(name: string): Uint8Array | undefined {
    const body = readBeginning(`${this.#path}/${name}`, this.#expectsNone);
    this.#expectsNone = body === undefined;
    return body;
  }
}

/** Opening a pipe must not wait for its writer. */
const OPEN_FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const buffer: Uint8Array = new Uint8Array(READ_BYTES);

/**
 * The first READ_BYTES of a file; undefined if the file is missing, or is a folder, a pipe or a device. Valid until the next
 * call. For nearly all files these are four system calls: open, two reads, close.
 * @param expectsNone looks first whether there is a file, because an exception takes longer
 * @throws system errors
 */
export function readBeginning(path: string, expectsNone = false): Uint8Array | undefined {
  let file: number | undefined;
  try {
    if (expectsNone && statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    file = openSync(path, OPEN_FLAGS);
    const length = readStart(file, buffer);
    // A device ends at once or never.
    if ((length === 0 || length === buffer.length) && !fstatSync(file).isFile()) return undefined;
    return buffer.subarray(0, length);
  } catch (error) {
    // Reading a folder, a pipe or a terminal fails. A file that exists and cannot be read is not missing.
    if (file === undefined ? ABSENT.has((error as NodeJS.ErrnoException).code ?? "") : !fstatSync(file).isFile())
      return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
