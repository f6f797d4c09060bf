/** The types of build-wasm.mjs, for tests. */
export declare function isFresh(name: string, isQuick?: boolean): boolean;
