/** What other rooms use of lint beside its entry. */

export { namesOfTools } from "./codes.ts";
export { examplePath } from "./example-path.ts";
export { newMistakes } from "./new-mistakes.ts";
