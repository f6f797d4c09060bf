/** The types of bundle.mjs, for tests. */
export declare function bundle(entry: string, alias?: Readonly<Record<string, string>>): Promise<Uint8Array>;
