/** What a door is, and the one runner: it asks doors and names each answer that the table of docs/dialects.md does not. */
import { type AgentRules, parse } from "../../../bindings/index.ts";
import { AGENT, type Question } from "./questions.ts";

/** Which texts a door takes for URLs, as docs/dialects.md has it. What it does not take is refused, as `-`, `0` or an error. */
export type Taking = "core" | "web" | "commands" | "module" | "module and paths";

export interface Answer {
  /** Allowed, refused, not a URL, or an error. */
  readonly verdict: "1" | "0" | "-" | "!";
  /** The line of the rule that decides, 0 for none; absent where the door does not say. */
  readonly line?: number;
}

export interface Door {
  readonly name: string;
  readonly taking: Taking;
  /** Returns an answer for each question; undefined for what cannot be asked there, such as a text that a line cannot hold. */
  ask(questions: readonly Question[]): Promise<readonly (Answer | undefined)[]>;
}

/** A door that is asked one question at a time. An exception is an error. */
export const doorOf = (
  name: string,
  taking: Taking,
  ask: (question: Question) => Answer | undefined | Promise<Answer | undefined>,
): Door => ({
  name,
  taking,
  async ask(questions) {
    const answers: (Answer | undefined)[] = [];
    for (const question of questions) answers.push(await askOne(ask, question));
    return answers;
  },
});

async function askOne(
  ask: (question: Question) => Answer | undefined | Promise<Answer | undefined>,
  question: Question,
): Promise<Answer | undefined> {
  try {
    return await ask(question);
  } catch {
    return { verdict: "!" };
  }
}

export const answerOf = (allowed: boolean | number | undefined, line?: number): Answer => ({
  verdict: allowed ? "1" : "0",
  ...(line !== undefined && { line }),
});

export const rulesOf = ({ file, dialect }: Question): AgentRules => parse(file, { dialect }).agent(AGENT);

/** The URL Standard's reading, without the engine. `URL.canParse` fails in Node.js 20 after some thousand calls (bindings/base/url.ts). */
export const standard = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** `http(s)://`, and an authority without bytes on which parsers differ. */
const PLAIN = /^https?:\/\/[^/?#\\\0- "<>^`{|};\x7f]+(?=[/?#]|$)/i;
/** Rules of one file do not depend on the host, and the module alone cannot check such a name. */
const BEYOND_ASCII = /^[^?#]*xn--/;
const hasHost = (text: string): boolean => (standard(text)?.host ?? "") !== "";
const isPath = (text: string): boolean => text.startsWith("/");
function isWeb(text: string): boolean {
  return /^https?:$/.test(standard(text)?.protocol ?? "");
}

const takers: Readonly<Record<Taking, (text: string) => boolean>> = {
  core: (text) => isPath(text) || hasHost(text),
  web: isWeb,
  commands: (text) => isPath(text) || hasHost(text),
  module: (text) => PLAIN.test(text) && isWeb(text),
  "module and paths": (text) => isPath(text) || (PLAIN.test(text) && isWeb(text)),
};

/** Whether a door of this kind takes the text for a URL. */
export const takes = (taking: Taking, text: string): boolean => takers[taking](text);

/** In words, for what is wrong about an answer; undefined if nothing is. */
function faultOf({ taking }: Door, question: Question, wanted: Answer, got: Answer): string | undefined {
  const { url, dialect } = question;
  // The parser of Google decides any text; only the core asks it about what is not a URL.
  const decidesAny = taking === "core" && dialect === "google" && standard(url) === undefined;
  if (taking === "module and paths" && BEYOND_ASCII.test(url)) return undefined;
  if (!takes(taking, url) && !decidesAny) return got.verdict === "1" && wanted.verdict !== "1" ? "allowed" : undefined;
  if (got.verdict !== wanted.verdict) return `${got.verdict}, not ${wanted.verdict}`;
  if (got.line !== undefined && got.line !== wanted.line) return `line ${got.line}, not ${wanted.line}`;
  return undefined;
}

/** What the core says. */
export function coreAnswer(question: Question): Answer {
  const { allowed, rule } = rulesOf(question).explain(question.url);
  return answerOf(allowed, rule?.line ?? 0);
}

/** A sentence for each answer that differs from the core's and that the table does not name. */
export async function differencesOf(doors: readonly Door[], questions: readonly Question[]): Promise<string[]> {
  const wanted = questions.map(coreAnswer);
  const found: string[] = [];
  for (const door of doors) {
    const answers = await door.ask(questions);
    if (answers.length !== questions.length)
      found.push(`${door.name}: ${answers.length} answers to ${questions.length}`);
    questions.forEach((question, i) => {
      const fault = answers[i] && faultOf(door, question, wanted[i]!, answers[i]);
      if (fault !== undefined) found.push(`${door.name}: ${JSON.stringify(question)}: ${fault}`);
    });
  }
  return found;
}
