/**
 * One URL, one verdict, in every process and language: commands, filter, Python, Go, Java (docs/dialects.md). Then made questions, to
 * every door.
 */
import { afterAll, describe, expect, it } from "vitest";
import { removeFolders } from "../../support/packed.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { type Door, differencesOf } from "../../vectors/doors/door.ts";
import { libraryDoors } from "../../vectors/doors/library.ts";
import { madeQuestion, nastyQuestions, type Question, textQuestions } from "../../vectors/doors/questions.ts";
import { because } from "../engines/job.ts";
import { commandDoors } from "./doors/commands.ts";
import { filterDoors } from "./doors/filters.ts";
import { hosts } from "./doors/hosts.ts";

afterAll(removeFolders);

const made: readonly Question[] = fc.sample(madeQuestion, sized(1500, 40_000));
const lists = [
  ["the table of nasty questions", nastyQuestions],
  ["texts that may be URLs", textQuestions],
  ["made questions", made],
] as const;

/** @param few of how many questions one is asked, where each takes a call of its own */
const agree = (doors: readonly Door[], few = 1): void =>
  void describe.each(lists)("%s", (_, all) => {
    const questions = few === 1 ? all : all.filter((__, i) => i % few === 0);
    it.each(doors)("$name", async (door) => expect(await differencesOf([door], questions)).toEqual([]));
  });

describe("the library, the language server and the tester", () => agree(libraryDoors));
describe("commands", () => agree(commandDoors, 11));
describe("filter", () => agree(filterDoors));
for (const { language, missing, doors } of await hosts())
  describe.skipIf(missing !== undefined)(`${language}${because(missing)}`, () => agree(doors));
