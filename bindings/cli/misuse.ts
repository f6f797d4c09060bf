/** A call that cannot be carried out: its message says what was expected and what came; the exit code is 2. */
export class Misuse extends Error {
  override readonly name: string = "Misuse";
}
