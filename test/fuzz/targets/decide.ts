/**
 * The verdict, its line and its reason for a file, an agent and URLs, in all dialects: the oracle, the naive engine and every
 * layout of the WebAssembly one; single, in batches of text and of bytes, from text and from bytes, after saving, and alone.
 */
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import type { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import type { Engine } from "../../../bindings/core/program/engine.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";
import { engines, forced, withEngine } from "../../support/engines.ts";
import { agentOf, bytesOf, type Input, latin1, looseText, textOrUndefined } from "../input.ts";
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
  /** The verdict on one URL from a file that is asked once. */
  readonly alone: (url: string | Uint8Array) => "A" | "D";
  readonly urls: readonly Uint8Array[];
  readonly wanted: readonly Answer[];
  /** The URLs that strings can say, and the verdicts on them. */
  readonly texts: readonly string[];
  readonly ofTexts: string;
  /** The URLs that lines can be, with LF and with CRLF, and the verdicts on them. */
  readonly lines: readonly Uint8Array[];
  readonly ofLines: string;

  constructor(dialect: Dialect, [file, agentBytes, ...urls]: Input) {
    const agent = agentOf(agentBytes!);
    const robots = parse(file!, { dialect: dialect.name, reading: "written" });
    this.where = dialect.name;
    this.rules = () => robots.agent(agent);
    this.alone = (url) =>
      parse(file!, { dialect: dialect.name, reading: "written" }).isAllowed(url, agent) ? "A" : "D";
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

const BYSTANDERS = 32;

/** An engine, and programs it decided before: its memory has since been filled with others, and they decide as they did. */
class Witness {
  readonly engine: Engine;
  readonly #kept: { readonly program: Program; readonly url: Uint8Array; readonly decision: number }[] = [];
  #asked = 0;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Asks one of the old and, now and then, puts the new one in its place. */
  remember(program: Program, url: Uint8Array, decision: number): void {
    const at = this.#asked++ % BYSTANDERS;
    const old = this.#kept[at];
    if (old !== undefined)
      expectSame(`bystander, ${this.engine.name}`, old.decision, this.engine.decide(old.program, old.url));
    if (old === undefined || this.#asked % 7 === 0) this.#kept[at] = { program, url, decision };
  }
}

/** Each engine compiles the same bytes and comes to the same decisions, which then read alike. */
function checkEngine(witness: Witness, question: Question, program: Program, decisions: readonly number[]): void {
  const { engine } = witness;
  const { urls, texts, ofTexts, lines, ofLines } = question;
  const where = `${question.where}, ${engine.name}`;
  const own = withEngine(engine, () => AgentRules.programOf(question.rules()));
  const alone = withEngine(engine, () => [...urls, ...texts].map(question.alone).join(""));
  expectSame(`${where}, alone`, verdictsOf(question.wanted) + ofTexts, alone);
  checkFirst(engine, question);
  if (Buffer.compare(own.bytes, program.bytes) !== 0)
    throw new Disagreement(`${where}, program`, latin1(program.bytes), latin1(own.bytes));
  for (const [i, url] of urls.entries()) expectSame(`${where}, bytes`, decisions[i], engine.decide(own, url));
  expectSame(`${where}, many`, ofTexts, verdicts(engine.decideMany(own, texts)));
  for (const bytes of lines) expectSame(`${where}, lines`, ofLines, verdicts(engine.decideLines(own, bytes)));
  witness.remember(own, urls[0]!, decisions[0]!);
}

/** The first verdict of rules is that of a draft if the engine makes one; the second, after other files were read; and the third. */
function checkFirst(engine: Engine, { where, rules, urls, wanted }: Question): void {
  const kept: AgentRules[] = [];
  const verdictsOfAll = (rulesAt: (i: number) => AgentRules): string =>
    withEngine(engine, () => urls.map((url, i) => (rulesAt(i).isAllowed(url) ? "A" : "D")).join(""));
  const first = verdictsOfAll((i) => (kept[i] = rules()));
  const [second, third] = [verdictsOfAll((i) => kept[i]!), verdictsOfAll((i) => kept[i]!)];
  expectSame(`${where}, ${engine.name}, three times`, verdictsOf(wanted).repeat(3), first + second + third);
}

/** Answers of the oracle, with which all others agreed. */
function checkDialect(dialect: Dialect, input: Input, witnesses: readonly Witness[]): readonly Answer[] {
  const question = new Question(dialect, input);
  const first = witnesses[0]!.engine;
  const program = withEngine(first, () => {
    const rules = question.rules();
    checkRules(question, rules);
    return AgentRules.programOf(rules);
  });
  const decisions = question.urls.map((url) => first.decide(program, url));
  for (const witness of witnesses) checkEngine(witness, question, program, decisions);
  return question.wanted;
}

/** A file is read alike from text and from bytes. */
function checkText([file, agent]: Input): void {
  const text = textOrUndefined(file!);
  if (text === undefined) return;
  const [ofText, ofBytes] = [text, file!].map((body) =>
    parse(body, { dialect: "rfc9309" }).agent(agentOf(agent!)).toBytes(),
  );
  expectSame("file as text", latin1(ofBytes!), latin1(ofText!));
}

const SMALL_MEMORY_BYTES = 512 * 2 ** 10;

/** Programs soon overwrite one another in it, and large ones do not fit. */
function smallEngine(): WasmEngine {
  const engine = forced("auto");
  engine.limitMemory(SMALL_MEMORY_BYTES);
  return engine;
}

export function decideTarget(
  asked: readonly Engine[] = [...engines, smallEngine()],
  among: readonly Dialect[] = dialects,
): Target {
  const witnesses = asked.map((engine) => new Witness(engine));
  const check = (input: Input): Outcome => {
    checkText(input);
    const answers = among.flatMap((dialect) =>
      checkDialect(dialect, input, witnesses).map((one) => `${dialect.name} ${one.replace(/ \d+/, "")}`),
    );
    return { cases: answers.length, features: answers };
  };
  return { name: "decide", kinds: ["robots", "agent", "url"], seeds: caseSeeds, probe: stepFeatures, check };
}
