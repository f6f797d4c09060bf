// A contestant's process: commands in, a line out for each. One command is under way at a time, in one process at a time.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class ContestantProcess {
  #child;
  #lines;

  constructor({ name, command: [program, ...words], env }, job) {
    this.name = name;
    const stdio = ["pipe", "pipe", "inherit"];
    this.#child = spawn(program, [...words, job], { stdio, env: { ...process.env, ...env } });
    this.#child.stdin.on("error", () => undefined); // The missing answer is reported instead.
    this.failed = new Promise((_, reject) => this.#child.on("error", reject));
    this.failed.catch(() => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async ask(command) {
    this.#child.stdin.write(`${command}\n`);
    const { value } = await Promise.race([this.#lines.next(), this.failed]);
    if (value === undefined) throw new Error(`${this.name}: expected an answer to "${command}"; the process ended`);
    return value;
  }

  end() {
    this.#child.stdin.end();
  }
}
