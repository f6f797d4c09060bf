/** The groups of tests that run for changed files, one after the other. */
export function nearestTests(files: readonly string[]): readonly (readonly string[])[];
