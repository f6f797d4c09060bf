/**
 * Assertions in the comments of a robots.txt: `# test: GPTBot /private refused`. The agent is all words before the path or URL. The
 * editor and `robots-wasm test` check the same comments.
 */
export { assertionsIn } from "./assertions.ts";
export { assertedTokens } from "./check.ts";
export { crawlersMeant } from "./crawler-groups.ts";
export { reasonTexts, ruleAtLine } from "./verdict-text.ts";
