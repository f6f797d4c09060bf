/**
 * Output that is never taken for whole before it is: a file is written beside its place under another name and renamed
 * when it is complete and on the disk. Devices and pipes are written to as they are. Runs in Node only.
 */
import { closeSync, fstatSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, write } from "node:fs";
import { basename, dirname, join } from "node:path";

const STDOUT = 1;

export interface Output {
  /** Resolves when the bytes are handed over in full. @throws when the disk is full or the place is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** The output is complete: it takes its place, or the place that `suffix` added to its name tells. */
  commit(suffix?: string): void;
}

/** Standard output, which has its place already. */
export function standardOutput(): Output {
  // Node's own stream takes a short write to a file for a whole one.
  const writes = fstatSync(STDOUT).isFile() ? (bytes: Uint8Array) => writeFully(STDOUT, bytes) : writeToStream;
  return { write: writes, commit: () => {} };
}

const writeToStream = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });

/**
 * What tells a file from others, there or not yet; undefined for devices and pipes, which several may write to.
 * @param file its path, by default standard output
 */
export function placeOf(file: string | undefined): string | undefined {
  const stat = file === undefined ? fstatSync(STDOUT) : statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return join(realpathSync(dirname(file!)), basename(file!));
  return stat.isFile() ? `${stat.dev} ${stat.ino}` : undefined;
}

export function outputFile(path: string): Output {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing === undefined || existing.isFile()) return new TemporaryFile(existing ? realpathSync(path) : path);
  const file = openSync(path, "w");
  return { write: (bytes) => writeFully(file, bytes), commit: () => closeSync(file) };
}

class TemporaryFile implements Output {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;
  readonly #remove = (): void => rmSync(this.#temporary, { force: true });

  constructor(path: string) {
    this.#path = path;
    this.#temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
    this.#file = openSync(this.#temporary, "w");
    process.once("exit", this.#remove);
  }

  write(bytes: Uint8Array): Promise<void> {
    return writeFully(this.#file, bytes);
  }

  commit(suffix = ""): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
    renameSync(this.#temporary, this.#path + suffix);
    process.off("exit", this.#remove);
  }
}

async function writeFully(file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += await writeSome(file, bytes, at);
}

const writeSome = (file: number, bytes: Uint8Array, at: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(file, bytes, at, bytes.length - at, null, (error, written) => (error ? reject(error) : resolve(written)));
  });
