/** Where hashes start: another value in every process, so that nobody can make URLs whose origins collide in a table. */
export const seed = (): number => crypto.getRandomValues(new Int32Array(1))[0]! | 1;
