/** What a command is to the command line: one file each, registered in main.ts. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** Runs with the words after the command's name and returns the exit code. @throws Misuse */
  run(words: readonly string[]): Promise<number>;
}
