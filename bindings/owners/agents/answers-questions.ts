/** Tokens of crawlers that fetch pages for the answers of AI assistants. Their purpose is `search` or `user-request`, which others have too. */
import { answering } from "./table.ts";

export const answersQuestions: ReadonlySet<string> = new Set<string>(JSON.parse(answering));
