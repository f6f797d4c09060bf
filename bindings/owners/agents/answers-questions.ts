/** Which crawlers answer. Their purpose is `search` or `user-request`, which others have too. */
import { answering } from "./table.ts";

/** The tokens of crawlers that fetch pages for the answers of AI assistants, as the table of crawlers spells them. */
export const answersQuestions: ReadonlySet<string> = new Set<string>(JSON.parse(answering));
