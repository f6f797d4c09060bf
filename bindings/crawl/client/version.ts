/** The version of this package, which decision records name. `test/slow/package/entries.test.ts` compares it with package.json. */
export const VERSION: string = "0.1.0";
