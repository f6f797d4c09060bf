/** Other languages as doors: the Python package, and the example hosts of JavaScript, Python, Go and Java. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pythonEnvironment } from "../../../../scripts/python.mjs";
import { lineOf } from "../../../embed/jobs.ts";
import { root, run } from "../../../support/packed.ts";
import { installedWheel } from "../../../support/wheel.ts";
import { type Answer, answerOf, type Door } from "../../../vectors/doors/door.ts";
import { AGENT, type Question } from "../../../vectors/doors/questions.ts";
import { build, modulePath } from "../../embed/hosts.ts";
import { type Crawl, doorOfCrawls, knownCrawl } from "./filters.ts";

async function outputOf(
  program: string,
  words: readonly string[],
  input: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { status, stdout, stderr } = await run(program, words, { input, env });
  if (status !== 0) throw new Error(`${program}: ${status}: ${stderr}`);
  return stdout;
}

/** A program that answers jobs (test/embed/jobs.ts) by all readings. */
function jobDoor(name: string, program: string, words: readonly string[]): Door {
  return {
    name,
    taking: "module and paths",
    async ask(questions) {
      const jobs = questions.map(({ dialect, file, url }) =>
        lineOf({ dialect, file: new Uint8Array(Buffer.from(file)), agents: [AGENT], urls: [url] }),
      );
      const out = await outputOf(program, words, jobs.map((job) => `${job}\treadings\n`).join(""));
      return out
        .trimEnd()
        .split("\n")
        .map((answer) => {
          const [verdict, line] = answer.split("\t");
          return answerOf(verdict === "1", Number(line));
        });
    },
  };
}

/** A program that decides lines by an archive: one character and LF for each. */
const archiveDoor = (name: string, program: string, words: (crawl: Crawl) => readonly string[]): Door =>
  doorOfCrawls(name, "module", async (crawl) => {
    const out = await outputOf(program, words(crawl), `\ufeff${crawl.lines.map((line) => `${line}\n`).join("")}`);
    return Array.from(out.replaceAll("\n", ""), (verdict) => ({ verdict: verdict as Answer["verdict"] }));
  });

const go = join(root, "build/hosts/go");
mkdirSync(go, { recursive: true });
const java = join(root, "build/hosts/java");
const javaGoals = ["compile", "dependency:copy-dependencies", "-DincludeScope=runtime"];
const classPath = [join(java, "classes"), join(java, "dependency/*")].join(":");

export interface Host {
  readonly language: string;
  /** Why it cannot be asked here. */
  readonly missing: string | undefined;
  readonly doors: readonly Door[];
}

async function goHost(): Promise<Host> {
  const missing = await build("go", ["build", "-o", `${go}/`, "./cmd/..."], "examples/embedding/go");
  return {
    language: "Go",
    missing,
    doors: [
      jobDoor("Go, single files", join(go, "jobs"), [join(root, modulePath)]),
      archiveDoor("Go, archives", join(go, "filter"), ({ archive, dialect }) => [
        join(root, modulePath),
        archive,
        AGENT,
        dialect,
        "refuse",
      ]),
      archiveDoor("Go, shards", join(go, "filter"), ({ shards, dialect }) => [
        join(root, modulePath),
        shards,
        AGENT,
        dialect,
        "refuse",
      ]),
    ],
  };
}

async function javaHost(): Promise<Host> {
  const missing = await build("mvn", ["-q", "-B", "-o", `-Doutput=${java}`, ...javaGoals], "examples/embedding/java");
  const filter = (place: "archive" | "shards"): Door =>
    archiveDoor(`Java, ${place}`, "java", (crawl) => [
      "-cp",
      classPath,
      "robotswasm.Filter",
      crawl[place],
      AGENT,
      crawl.dialect,
      "refuse",
    ]);
  return {
    language: "Java",
    missing,
    doors: [
      jobDoor("Java, single files", "java", ["-cp", classPath, "robotswasm.Jobs"]),
      filter("archive"),
      filter("shards"),
    ],
  };
}

function exampleHost(): Host {
  const example = join(root, "examples/embedding/python");
  const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));
  const doors = [
    jobDoor("the Python example, single files", python!, [join(example, "jobs.py"), join(root, modulePath)]),
  ];
  return { language: "the Python example", missing, doors };
}

interface PythonAnswers {
  /** For each door the verdict and the line of each question. */
  readonly answers: Readonly<Record<string, readonly (readonly [allowed: boolean, line: number])[]>>;
  /** For each dialect and door a character a line. */
  readonly lines: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** ask.py answers for all doors at once. */
function packageHost(): Host {
  const { python, missing } = pythonEnvironment(join(root, "python/requirements.txt"));
  const known = new WeakMap<readonly Question[], Promise<PythonAnswers>>();
  const answersTo = (questions: readonly Question[]): Promise<PythonAnswers> => {
    const answers = known.get(questions) ?? askPackage(python!, questions);
    known.set(questions, answers);
    return answers;
  };
  const single = (name: string): Door => ({
    name: `Python, ${name}`,
    taking: "module and paths",
    ask: async (questions) =>
      (await answersTo(questions)).answers[name]!.map(([allowed, line]) => answerOf(allowed, line)),
  });
  const lines = (name: string): Door =>
    doorOfCrawls(`Python, ${name}`, "module", async ({ dialect }, questions) =>
      Array.from((await answersTo(questions)).lines[dialect]![name]!, (verdict) => ({
        verdict: verdict as Answer["verdict"],
      })),
    );
  const singles = ["allowed", "allowed of bytes", "allowed_many", "is_allowed", "pickled"].map(single);
  return {
    language: "Python",
    missing,
    doors: [...singles, ...["decide", "decide_many", "decide_arrow", "shards"].map(lines)],
  };
}

async function askPackage(python: string, questions: readonly Question[]): Promise<PythonAnswers> {
  const crawls = Object.fromEntries(
    [...new Set(questions.map(({ dialect }) => dialect))].map((dialect) => [dialect, knownCrawl(questions, dialect)]),
  );
  const env = { PYTHONPATH: await installedWheel(python) };
  const script = "test/slow/vectors/doors/ask.py";
  return JSON.parse(await outputOf(python, [script], JSON.stringify({ questions, crawls }), env));
}

export const hosts = async (): Promise<readonly Host[]> => [
  await goHost(),
  await javaHost(),
  exampleHost(),
  packageHost(),
];
