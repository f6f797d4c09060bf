/** One URL, one verdict: every door of the library gives the same answer (docs/dialects.md, readings and which text is a URL). */
import { expect, it } from "vitest";
import { dialectNamed } from "../../bindings/core/dialects.ts";
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

/** The slow tier asks in all dialects. */
const inFew = ({ dialect }: Question): boolean => dialect === "rfc9309" || dialect === "google";

it.each(libraryDoors)("$name: the verdict of the core, and its line", async (door) =>
  expect(await differencesOf([door], nastyQuestions.filter(inFew))).toEqual([]),
);

it.each(libraryDoors)("$name: the texts that docs/dialects.md calls URLs", async (door) =>
  expect(await differencesOf([door], textQuestions.filter(inFew))).toEqual([]),
);
