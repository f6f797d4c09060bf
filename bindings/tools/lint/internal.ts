/** What other rooms use of lint beside its entry. */
export { examplePath } from "./example-path.ts";
