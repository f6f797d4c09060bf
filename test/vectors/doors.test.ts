/** One URL, one verdict: every door of the library gives the same answer (docs/dialects.md, readings and which text is a URL). */
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../bindings/core/dialects.ts";
import { AgentRules, parse } from "../../bindings/index.ts";
import { mergeRobotsTxt } from "../../bindings/owners/lint/index.ts";
import { BulkHost } from "../embed/bulk-host.ts";
import { compile, instantiate, read, write } from "../embed/module.ts";
import { answersOf } from "../fuzz/reference.ts";
import { naiveReadings } from "../support/naive-readings.ts";
import { coreAnswer, differencesOf } from "./doors/door.ts";
import { libraryDoors } from "./doors/library.ts";
import { AGENT, nastyQuestions, ORIGIN, type Question, textQuestions } from "./doors/questions.ts";

it("the core allows what the oracle allows in every reading", () => {
  const wrong = nastyQuestions.filter((question) => {
    if (!question.url.startsWith(ORIGIN)) return false;
    const readings = naiveReadings(Buffer.from(question.url).toString("latin1"), true);
    const answers = answersOf(Buffer.from(question.file), AGENT, readings, dialectNamed(question.dialect));
    return answers.every((answer) => answer.startsWith("A")) !== (coreAnswer(question).verdict === "1");
  });
  expect(wrong).toEqual([]);
});

/** One of three questions in one dialect. The slow tier asks the same doors all of them, in all dialects. */
const isFast = ({ dialect }: Question, index: number): boolean => dialect === "rfc9309" && index % 3 === 0;

it.each(libraryDoors)("$name: the verdict of the core, and its line", async (door) =>
  expect(await differencesOf([door], nastyQuestions.filter(isFast))).toEqual([]),
);

it.each(libraryDoors)("$name: the texts that docs/dialects.md calls URLs", async (door) =>
  expect(await differencesOf([door], textQuestions.filter(isFast))).toEqual([]),
);

describe("rules that compare texts as they are written", () => {
  const file = "User-agent: *\nDisallow: /a\nDisallow: /x/../b\n";
  const written = parse(file, { reading: "written" }).agent(AGENT);
  const urls = ["/x/../a", "/x/../b", "/a", "/b"].map((path) => ORIGIN + path);
  const verdicts = [1, 0, 0, 1];

  it("keep it when they are saved, in the library and in other hosts", () => {
    expect([...AgentRules.fromBytes(written.toBytes()).isAllowedMany(urls)]).toEqual(verdicts);
    const module = instantiate("embed");
    const program = module.load(write(module, written.toBytes()));
    const lines = urls.map((url) => `${url}\n`);
    const count = module.decide_readings(program, write(module, lines.join("")));
    expect([...read(module, count)]).toEqual(verdicts);
    expect(lines.map((line) => module.readings_rule_line(program, write(module, line)))).toEqual([0, 3, 2, 0]);
    expect(new BulkHost({ missing: () => written.toBytes() }).decide(lines.join(""))).toBe(verdicts.join(""));
  });

  it("and a call of decide compares the text alone, whatever the rules say", () => {
    const module = instantiate("embed");
    const program = compile(module, file, AGENT);
    expect(urls.map((url) => module.decide(program, write(module, url)))).toEqual(verdicts);
    expect([
      ...read(module, module.decide_readings(program, write(module, urls.map((url) => `${url}\n`).join("")))),
    ]).toEqual([0, 0, 0, 1]);
  });
});

it("a merged file allows no URL, in any reading, that one of its files refuses", () => {
  const files = [...new Set(nastyQuestions.map(({ file }) => file))];
  const urls = [...new Set(nastyQuestions.map(({ url }) => url))];
  for (const [i, file] of files.entries()) {
    const pair = [file, files[(i + 7) % files.length]!];
    const merged = parse(mergeRobotsTxt(pair).text).agent(AGENT).isAllowedMany(urls);
    const refusing = pair.map((one) => parse(one).agent(AGENT).isAllowedMany(urls));
    expect(urls.filter((_, at) => merged[at] === 1 && refusing.some((verdicts) => verdicts[at] === 0))).toEqual([]);
  }
});
