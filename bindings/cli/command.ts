/** The interface of a command. main.ts lists the commands and loads the one that is called. */
export interface Command {
  readonly help: string;
  /** Runs with the words after the name of the command; returns the exit code. @throws usage errors */
  run(words: readonly string[]): Promise<number>;
}
