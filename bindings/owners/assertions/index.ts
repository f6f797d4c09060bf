/**
 * Assertions in the comments of a robots.txt: `# test: GPTBot /private refused`. The agent is all words before the path or URL. The
 * editor and `robots-wasm test` check the same comments.
 */
export { assertionsIn } from "./assertions.ts";
export { AssertionChecker, assertedCrawler, type CheckResult } from "./check.ts";
export { crawlersMeant } from "./crawler-groups.ts";
export { dialectText, reasonTexts, ruleAtLine, whyText } from "./verdict-text.ts";
