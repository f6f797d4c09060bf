/**
 * Output files that appear only when they are complete: written beside their place under a temporary name, synced and
 * renamed. Devices and pipes are written to directly. Runs in Node only.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  write,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { withFile } from "./read-start.ts";

export const STDIN = 0;
export const STDOUT = 1;
/** The bits of the flags of an open file that say whether it is read or written. */
const ACCESS_MODE: number = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR;

export interface Output {
  /** Resolves when all bytes are written. @throws when the disk is full or the place is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** Renames the complete output to its name plus `suffix`. */
  commit(suffix?: string): void;
}

/** A name for a temporary file beside a path. Random, because processes in different containers may have one PID. */
export const temporaryBeside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(8).toString("hex")}`);

/** Whether both are the same regular file. */
export function isSameFile(a: number, b: number): boolean {
  // Numbers of files on Windows have 64 bits.
  const [one, other] = [fstatSync(a, { bigint: true }), fstatSync(b, { bigint: true })];
  return one.isFile() && one.dev === other.dev && one.ino === other.ino;
}

/**
 * Whether standard output was closed (`>&-`). Node opens the null device in its place, for reading and writing, and output
 * would be lost; `> /dev/null` opens it for writing only. False where the system does not tell.
 */
export function isOutputClosed(): boolean {
  try {
    if (fstatSync(STDOUT).rdev !== statSync("/dev/null").rdev) return false;
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${STDOUT}`, "latin1"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & ACCESS_MODE) === constants.O_RDWR;
  } catch {
    return false;
  }
}

/** Standard output, which needs no renaming. */
export function standardOutput(): Output {
  // Node's own stream treats a short write to a file as a full one.
  const writes = fstatSync(STDOUT).isFile() ? (bytes: Uint8Array) => writeFully(STDOUT, bytes) : writeToStream;
  return { write: writes, commit: () => {} };
}

const writeToStream = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });

/**
 * Identifies a file, existing or not, to compare it with others; undefined for devices and pipes.
 * @param file its path or descriptor
 */
export function placeOf(file: string | number): string | undefined {
  const stat =
    typeof file === "number"
      ? fstatSync(file, { bigint: true })
      : statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return join(realpathSync(dirname(String(file))), basename(String(file)));
  return stat.isFile() || stat.isDirectory() ? `${stat.dev} ${stat.ino}` : undefined;
}

/** Identifies the folder in which an existing regular file lies; undefined for others. */
export function folderOf(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return placeOf(dirname(realpathSync(file)));
}

/** After it, names in the folder survive a crash of the machine. Windows cannot do this for folders. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  withFile(folder, fsyncSync);
}

export function outputFile(path: string): Output {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing === undefined || existing.isFile()) return new TemporaryFile(existing ? realpathSync(path) : path);
  const file = openSync(path, "w");
  return { write: (bytes) => writeFully(file, bytes), commit: () => closeSync(file) };
}

/** Removed when the process ends. One listener for all: Node warns of more than ten, and archives may have 65,536 shards. */
const incomplete = new Set<string>();

function removeAtExit(path: string): void {
  if (incomplete.size === 0) process.once("exit", removeIncomplete);
  incomplete.add(path);
}

function keepAtExit(path: string): void {
  incomplete.delete(path);
  if (incomplete.size === 0) process.off("exit", removeIncomplete);
}

function removeIncomplete(): void {
  for (const path of incomplete) rmSync(path, { force: true });
}

class TemporaryFile implements Output {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = `${temporaryBeside(path)}.tmp`;
    this.#file = openSync(this.#temporary, "wx");
    removeAtExit(this.#temporary);
  }

  write(bytes: Uint8Array): Promise<void> {
    return writeFully(this.#file, bytes);
  }

  commit(suffix = ""): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
    renameSync(this.#temporary, this.#path + suffix);
    keepAtExit(this.#temporary);
  }
}

async function writeFully(file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += await writeSome(file, bytes, at);
}

const writeSome = (file: number, bytes: Uint8Array, at: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(file, bytes, at, bytes.length - at, null, (error, written) => (error ? reject(error) : resolve(written)));
  });
