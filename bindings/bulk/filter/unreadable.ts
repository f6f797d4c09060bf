/** The input, a library or what it holds of an origin cannot be read: the failure of a file or the machine, not of this program. */
export class Unreadable extends Error {
  /** As system errors have one: it outlives the way from a worker thread to the main one. */
  readonly code: string = "EROBOTS";

  constructor(what: string, reason: unknown) {
    super(`${what}: ${reason instanceof Error ? reason.message : reason}`);
    this.name = "Unreadable";
  }
}
