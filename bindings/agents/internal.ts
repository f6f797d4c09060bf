/** What other rooms use of agents beyond its public entry. */
export { type Answer, answersFor, type Reader, readerOf } from "./answers.ts";
