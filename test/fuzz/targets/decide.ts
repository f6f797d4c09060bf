/**
 * The verdict, its line and its reason for a file, an agent and URLs, in four dialects: the oracle, the naive engine and every
 * layout of the WebAssembly one; single, in batches of text and of bytes, from text and from bytes, and after saving.
 */
import { type Dialect, dialects } from "../../../bindings/dialects.ts";
import type { Engine } from "../../../bindings/engine/engine.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";
import { engines, withEngine } from "../../engines.ts";
import { bytesOf, type Input, latin1, looseText, textOrUndefined, utf8 } from "../input.ts";
import { type Answer, answer, answersOf } from "../reference.ts";
import { caseSeeds } from "../seeds.ts";
import { stepFeatures } from "../steps.ts";
import { expectSame, type Outcome, type Target } from "../target.ts";

const explained = (rules: AgentRules, url: Uint8Array): Answer => {
  const { allowed, reason, rule } = rules.explain(url);
  return answer(allowed, rule?.line ?? 0, reason);
};

/** "A" or "D" for each. */
const verdictsOf = (answers: readonly Answer[]): string => answers.map((one) => one[0]).join("");
const verdicts = (flags: Uint8Array): string => Array.from(flags, (flag) => (flag === 1 ? "A" : "D")).join("");

/** What can be asked as a line and still be the same URL. */
const isOneLine = (url: Uint8Array): boolean => !url.includes(10) && url.at(-1) !== 13;

const joined = (urls: readonly Uint8Array[], lineEnd: string): Uint8Array =>
  new Uint8Array(Buffer.concat(urls.flatMap((url) => [url, Buffer.from(lineEnd)])));

/** A file, an agent and URLs in one dialect, read once for all engines. */
class Question {
  readonly dialect: Dialect;
  readonly file: Uint8Array;
  readonly agent: string;
  readonly urls: readonly Uint8Array[];
  readonly wanted: readonly Answer[];

  constructor(dialect: Dialect, [file, agent, ...urls]: Input) {
    this.dialect = dialect;
    this.file = file!;
    this.agent = utf8(agent!);
    this.urls = urls;
    this.wanted = answersOf(this.file, this.agent, urls.map(latin1), dialect);
  }

  rules(file: Uint8Array | string = this.file): AgentRules {
    return parse(file, { dialect: this.dialect.name }).agent(this.agent);
  }
}

/** Every way in which one engine can be asked says the same. */
function checkWays(where: string, rules: AgentRules, { urls, wanted }: Question): void {
  for (const [i, url] of urls.entries()) expectSame(`${where}, bytes`, wanted[i], explained(rules, url));
  const texts = urls.map(textOrUndefined);
  const isText = (_: unknown, i: number): boolean => texts[i] !== undefined;
  const written = texts.filter((text) => text !== undefined);
  const ofText = verdictsOf(wanted.filter(isText));
  expectSame(`${where}, text`, ofText, written.map((text) => (rules.isAllowed(text) ? "A" : "D")).join(""));
  expectSame(`${where}, many`, ofText, verdicts(rules.isAllowedMany(written)));
  for (const url of urls.filter((_, i) => texts[i] === undefined)) {
    const text = looseText(url);
    expectSame(`${where}, lone surrogates`, rules.isAllowed(bytesOf(text)), rules.isAllowed(text));
  }
  const lines = urls.filter(isOneLine);
  const ofLines = verdictsOf(wanted.filter((_, i) => isOneLine(urls[i]!)));
  for (const lineEnd of ["\n", "\r\n"])
    expectSame(`${where}, lines`, ofLines, verdicts(rules.isAllowedLines(joined(lines, lineEnd))));
}

/** Returns the program: equal ones need not be opened by every engine. */
function checkEngine(engine: Engine, question: Question): Uint8Array {
  return withEngine(engine, () => {
    const rules = question.rules();
    checkWays(`${question.dialect.name}, ${engine.name}`, rules, question);
    return rules.toBytes();
  });
}

/** Saved and opened rules answer as before, and a file is read alike from text and from bytes. */
function checkForms(
  { dialect, file, urls, wanted }: Question,
  program: Uint8Array,
  again: (text: string) => Uint8Array,
): void {
  const opened = AgentRules.fromBytes(program);
  for (const [i, url] of urls.entries()) expectSame(`${dialect.name}, saved`, wanted[i], explained(opened, url));
  const text = textOrUndefined(file);
  if (text !== undefined) expectSame(`${dialect.name}, file as text`, latin1(program), latin1(again(text)));
}

/** Answers of the oracle, with which all others agreed. */
export function checkDialect(dialect: Dialect, input: Input, asked: readonly Engine[]): readonly Answer[] {
  const question = new Question(dialect, input);
  const [first, ...others] = asked.map((engine) => checkEngine(engine, question));
  for (const [i, program] of others.entries())
    expectSame(`${dialect.name}, ${asked[i + 1]!.name}, program`, latin1(first!), latin1(program));
  checkForms(question, first!, (text) => question.rules(text).toBytes());
  return question.wanted;
}

export const decideTarget = (asked: readonly Engine[] = engines, among: readonly Dialect[] = dialects): Target => ({
  name: among.length === 1 ? `decide-${among[0]!.name}` : "decide",
  kinds: ["robots", "agent", "url"],
  seeds: caseSeeds,
  probe: stepFeatures,
  check: (input): Outcome => {
    const features: string[] = [];
    for (const dialect of among) {
      for (const one of checkDialect(dialect, input, asked))
        features.push(`${dialect.name} ${one.replace(/ \d+/, "")}`);
    }
    return { cases: among.length * (input.length - 2), features };
  },
});
