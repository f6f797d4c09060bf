/**
 * Assertions in the comments of a robots.txt: `# test: GPTBot /private refused`. The agent is all words before the path or URL. The
 * editor and `robots-wasm test` check the same comments.
 */
export { assertionsIn } from "./assertions.ts";
export { AssertionChecker, assertedTokens, type CheckedAssertion } from "./check.ts";
export { explanationText, reasonTexts, ruleAtLine, verdictWord } from "./verdict-text.ts";
