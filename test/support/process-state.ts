/** What all tests of a process share, and how a test file has changed it. */

/** Anything else, such as the properties of a class of our own, is out of reach of most tests. */
const owners: Readonly<Record<string, object>> = {
  globalThis,
  console,
  Math,
  Date,
  Performance: performance,
  "process.env": process.env,
  "Object.prototype": Object.prototype,
  "Array.prototype": Array.prototype,
  "String.prototype": String.prototype,
  "Buffer.prototype": Buffer.prototype,
};

export type ProcessState = ReadonlyMap<string, unknown>;

/** Node.js replaces some accessors of globals by their values at first use, which is not a change. */
const ACCESSOR = Symbol("accessor");

const valuesOf = (name: string, owner: object): [string, unknown][] =>
  Object.entries(Object.getOwnPropertyDescriptors(owner)).map(([key, { get, value }]) => [
    `${name}.${key}`,
    get === undefined ? value : ACCESSOR,
  ]);

const listenerCounts = (): [string, unknown][] =>
  process.eventNames().map((event) => [`listeners of process for "${String(event)}"`, process.listenerCount(event)]);

/** @param engine the engine in use. */
export const stateOfProcess = (engine: unknown): ProcessState =>
  new Map([
    ["the engine in use", engine],
    ["the working directory", process.cwd()],
    ...listenerCounts(),
    ...Object.entries(owners).flatMap(([name, owner]) => valuesOf(name, owner)),
  ]);

/** The names of what differs. */
export function changesBetween(before: ProcessState, after: ProcessState): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => !Object.is(before.get(name), after.get(name)) && before.get(name) !== ACCESSOR);
}
