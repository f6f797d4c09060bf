/**
 * The verdict, its line and its reason for a file, an agent and URLs, in four dialects: the oracle, the naive engine and every
 * layout of the WebAssembly one; single, in batches of text and of bytes, from text and from bytes, and after saving.
 */
import { type Dialect, dialects } from "../../../bindings/dialects.ts";
import type { Engine } from "../../../bindings/engine/engine.ts";
import type { Program } from "../../../bindings/engine/program.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";
import { engines, withEngine } from "../../engines.ts";
import { bytesOf, type Input, latin1, looseText, textOrUndefined, utf8 } from "../input.ts";
import { type Answer, answer, answersOf } from "../reference.ts";
import { caseSeeds } from "../seeds.ts";
import { stepFeatures } from "../steps.ts";
import { Disagreement, expectSame, type Outcome, type Target } from "../target.ts";

const explained = (rules: AgentRules, url: string | Uint8Array): Answer => {
  const { allowed, reason, rule } = rules.explain(url);
  return answer(allowed, rule?.line ?? 0, reason);
};

/** "A" or "D" for each. */
const verdictsOf = (answers: readonly Answer[]): string => answers.map((one) => one[0]).join("");
const verdicts = (flags: Uint8Array): string => latin1(flags.map((flag) => (flag === 1 ? 0x41 : 0x44)));

/** What can be asked as a line and still be the same URL. */
const isOneLine = (url: Uint8Array): boolean => !url.includes(10) && url.at(-1) !== 13;

const joined = (urls: readonly Uint8Array[], lineEnd: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.concat(urls.flatMap((url) => [url, lineEnd])));

/** A file, an agent and URLs in one dialect with what the oracle answers, made ready once for all engines. */
class Question {
  readonly where: string;
  readonly rules: () => AgentRules;
  readonly urls: readonly Uint8Array[];
  readonly wanted: readonly Answer[];
  /** The URLs that strings can say, and the verdicts on them. */
  readonly texts: readonly string[];
  readonly ofTexts: string;
  /** The URLs that lines can be, with LF and with CRLF, and the verdicts on them. */
  readonly lines: readonly Uint8Array[];
  readonly ofLines: string;

  constructor(dialect: Dialect, [file, agentBytes, ...urls]: Input) {
    const agent = utf8(agentBytes!);
    const robots = parse(file!, { dialect: dialect.name });
    this.where = dialect.name;
    this.rules = () => robots.agent(agent);
    this.urls = urls;
    this.wanted = answersOf(file!, agent, urls.map(latin1), dialect);
    const texts = urls.map(textOrUndefined);
    this.texts = texts.filter((text) => text !== undefined);
    this.ofTexts = verdictsOf(this.wanted.filter((_, i) => texts[i] !== undefined));
    const single = urls.filter(isOneLine);
    this.lines = [Uint8Array.of(10), Uint8Array.of(13, 10)].map((lineEnd) => joined(single, lineEnd));
    this.ofLines = verdictsOf(this.wanted.filter((_, i) => isOneLine(urls[i]!)));
  }
}

/** What rules say by themselves: single by bytes, by text and by text that no bytes say, in batches, and after saving. */
function checkRules({ where, urls, wanted, texts, ofTexts, lines, ofLines }: Question, rules: AgentRules): void {
  for (const [i, url] of urls.entries()) expectSame(`${where}, bytes`, wanted[i], explained(rules, url));
  expectSame(`${where}, text`, ofTexts, texts.map((text) => (rules.isAllowed(text) ? "A" : "D")).join(""));
  for (const url of urls.filter((one) => textOrUndefined(one) === undefined)) {
    const text = looseText(url);
    expectSame(`${where}, lone surrogates`, explained(rules, bytesOf(text)), explained(rules, text));
  }
  const opened = AgentRules.fromBytes(rules.toBytes());
  expectSame(`${where}, saved`, wanted[0], explained(opened, urls[0]!));
  expectSame(`${where}, saved, lines`, ofLines, verdicts(opened.isAllowedLines(lines[1]!)));
}

/** Each engine compiles the same bytes and comes to the same decisions, which then read alike. */
function checkEngine(engine: Engine, question: Question, program: Program, decisions: readonly number[]): void {
  const { urls, texts, ofTexts, lines, ofLines } = question;
  const where = `${question.where}, ${engine.name}`;
  const own = withEngine(engine, () => AgentRules.programOf(question.rules()));
  if (Buffer.compare(own.bytes, program.bytes) !== 0)
    throw new Disagreement(`${where}, program`, latin1(program.bytes), latin1(own.bytes));
  for (const [i, url] of urls.entries()) expectSame(`${where}, bytes`, decisions[i], engine.decide(own, url));
  expectSame(`${where}, many`, ofTexts, verdicts(engine.decideMany(own, texts)));
  for (const bytes of lines) expectSame(`${where}, lines`, ofLines, verdicts(engine.decideLines(own, bytes)));
}

/** Answers of the oracle, with which all others agreed. */
export function checkDialect(dialect: Dialect, input: Input, asked: readonly Engine[]): readonly Answer[] {
  const question = new Question(dialect, input);
  const first = asked[0]!;
  const program = withEngine(first, () => {
    const rules = question.rules();
    checkRules(question, rules);
    return AgentRules.programOf(rules);
  });
  const decisions = question.urls.map((url) => first.decide(program, url));
  for (const engine of asked) checkEngine(engine, question, program, decisions);
  return question.wanted;
}

/** A file is read alike from text and from bytes. */
function checkText([file, agent]: Input): void {
  const text = textOrUndefined(file!);
  if (text === undefined) return;
  const [ofText, ofBytes] = [text, file!].map((body) =>
    parse(body, { dialect: "rfc9309" }).agent(utf8(agent!)).toBytes(),
  );
  expectSame("file as text", latin1(ofBytes!), latin1(ofText!));
}

export const decideTarget = (asked: readonly Engine[] = engines, among: readonly Dialect[] = dialects): Target => ({
  name: among.length === 1 ? `decide-${among[0]!.name}` : "decide",
  kinds: ["robots", "agent", "url"],
  seeds: caseSeeds,
  probe: stepFeatures,
  check: (input): Outcome => {
    const features: string[] = [];
    checkText(input);
    for (const dialect of among) {
      for (const one of checkDialect(dialect, input, asked))
        features.push(`${dialect.name} ${one.replace(/ \d+/, "")}`);
    }
    return { cases: among.length * (input.length - 2), features };
  },
});
