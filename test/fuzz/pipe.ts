/**
 * Another program asked synchronously: it is written to and read from through two named pipes, so that a target can be
 * checked and minimized as if it were a function. Linux and macOS.
 */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Pipe {
  readonly #program: string;
  readonly #to: number;
  readonly #from: number;

  constructor(program: string) {
    this.#program = program;
    const folder = mkdtempSync(join(tmpdir(), "robots-pipe-"));
    const [input, output] = [join(folder, "input"), join(folder, "output")];
    execFileSync("mkfifo", [input, output]);
    // Opening one end waits for the other, but for both at once does not.
    const opener = [input, output].map((path) => openSync(path, constants.O_RDWR));
    const ends = [openSync(input, constants.O_RDONLY), openSync(output, constants.O_WRONLY)];
    this.#to = openSync(input, constants.O_WRONLY);
    this.#from = openSync(output, constants.O_RDONLY);
    const child = spawn(program, { stdio: [ends[0]!, ends[1]!, "inherit"] });
    child.unref();
    child.on("error", (error) => {
      throw error;
    });
    for (const descriptor of [...opener, ...ends]) closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }

  /** @throws Error if the program ends before it has answered with so many bytes. */
  ask(question: Uint8Array, answerBytes: number): Buffer {
    for (let at = 0; at < question.length; ) at += writeSync(this.#to, question, at);
    const answer = Buffer.alloc(answerBytes);
    for (let at = 0; at < answerBytes; ) {
      const read = readSync(this.#from, answer, at, answerBytes - at, null);
      if (read === 0) throw new Error(`${this.#program}: expected ${answerBytes} bytes; got ${at} and its end`);
      at += read;
    }
    return answer;
  }

  close(): void {
    closeSync(this.#to);
    closeSync(this.#from);
  }
}
