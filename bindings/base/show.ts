/** `console.log` in Node, Deno and Bun shows the class and what `JSON.stringify` does: private members would be left out. */
export function showAsJson(prototype: { toJSON(): unknown }, name: string): void {
  Object.defineProperty(prototype, Symbol.for("nodejs.util.inspect.custom"), {
    value(): string {
      return `${name} ${JSON.stringify(this)}`;
    },
  });
}
