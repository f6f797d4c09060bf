/** The command behind `npm run fuzz`: options, targets one after another, what was found and where it is (docs/fuzzing.md). */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, parseArgs } from "node:util";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { boundsOf, numberOf } from "./bounds.ts";
import { Coverage } from "./coverage.ts";
import { type Finding, type FuzzResult, fuzz, type Progress } from "./fuzz.ts";
import { beat, Listener, lastInput, newHeart } from "./heartbeat.ts";
import { fromJson, type Input, toJson } from "./input.ts";
import { caseOf } from "./row.ts";
import type { Outcome, Target } from "./target.ts";
import { targets } from "./targets/all.ts";
import { nativeTarget } from "./targets/native.ts";

const usage = `npm run fuzz -- [options]
  --cases N         cases a target at most, default 20000 without --seconds (1e6 is understood)
  --seconds S       seconds a target at most
  --seed N          to repeat a run; default a fresh one, which is printed
  --target NAME     one of ${targets.map(({ name }) => name).join(", ")}; may be given several times; default all
  --corpus DIR      begin with the inputs kept there as well, and keep new ones there
  --native PROGRAM  google/robotstxt behind the protocol of docs/fuzzing.md: the target "native" and, by default, no other
  --no-coverage     mutate without guidance
  --timeout S       seconds after which an input counts as a hang, default 60
  --input FILE      check one saved input with --target`;

const options = {
  cases: { type: "string" },
  seconds: { type: "string" },
  seed: { type: "string" },
  target: { type: "string", multiple: true },
  corpus: { type: "string" },
  native: { type: "string" },
  "no-coverage": { type: "boolean", default: false },
  input: { type: "string" },
  timeout: { type: "string", default: "60" },
  help: { type: "boolean", default: false },
} as const;

function chosen(names: readonly string[] | undefined, native: string | undefined): readonly Target[] {
  if (native !== undefined) {
    if (existsSync(native)) return [nativeTarget(native)];
    throw new RangeError(`--native: expected a program; got ${native}`);
  }
  if (names === undefined) return targets;
  return names.map((name) => {
    const found = targets.find((target) => target.name === name);
    if (found === undefined)
      throw new RangeError(`--target: expected one of ${targets.map((one) => one.name).join(", ")}; got ${name}`);
    return found;
  });
}

const inputsIn = (folder: string): Input[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => fromJson(readFileSync(join(folder, name), "utf8")));

/** A folder a target, its inputs numbered in the order in which they were found. */
function folderOf(corpus: string, target: Target): { inputs: Input[]; keep: (input: Input) => void } {
  const folder = join(corpus, target.name);
  mkdirSync(folder, { recursive: true });
  const inputs = inputsIn(folder);
  const known = new Set([...inputs, ...target.seeds()].map(toJson));
  let number = inputs.length;
  const keep = (input: Input): void => {
    if (known.has(toJson(input))) return;
    writeFileSync(join(folder, `${String(number++).padStart(6, "0")}.json`), toJson(input));
  };
  return { inputs, keep };
}

/** At once, whereas what a busy worker logs waits for it to pause. */
const print = (...lines: readonly unknown[]): void => {
  for (const line of lines) writeSync(1, `${typeof line === "string" ? line : inspect(line)}\n`);
};

const perSecond = ({ cases, elapsedMs }: Progress): number => Math.round((cases * 1000) / Math.max(1, elapsedMs));

const summaryOf = (progress: Progress): string =>
  `${progress.cases} cases of ${progress.inputs} inputs, ${perSecond(progress)} cases/s, corpus ${progress.corpus}, reached ${progress.features}`;

/** Characters of messages; files have it all. */
const MAX_SHOWN = 4000;

function report(target: Target, { error, input, minimized }: Finding): void {
  const folder = mkdtempSync(join(tmpdir(), "robots-fuzz-"));
  writeFileSync(join(folder, "input.json"), toJson(input));
  writeFileSync(join(folder, "minimized.json"), toJson(minimized));
  print(`\n${target.name}: ${String(error)}`.slice(0, MAX_SHOWN));
  if (!(error instanceof Error && error.name === "Disagreement")) print((error as Error)?.stack);
  print(`minimized: ${toJson(minimized).slice(0, MAX_SHOWN)}`);
  if (target.kinds[0] === "robots" && target.kinds[1] === "agent") {
    const document = caseOf(minimized);
    writeFileSync(join(folder, "case.md"), document);
    print(`\n${document}`);
  }
  print(`saved in ${folder}`);
}

function runTarget(target: Target, seed: number, values: Values): FuzzResult {
  const folder = values.corpus === undefined ? undefined : folderOf(values.corpus, target);
  const coverage = values["no-coverage"] ? undefined : new Coverage(import.meta.url);
  let toldMs = 0;
  const result = fuzz({
    target,
    seed,
    ...boundsOf(values.cases, values.seconds),
    corpus: folder?.inputs ?? [],
    coverage,
    ...(folder && { onKept: folder.keep }),
    onFailure: (error) => {
      print(`${target.name}, minimizing: ${String(error)}`.slice(0, MAX_SHOWN));
    },
    onProgress: (progress) => {
      if (progress.elapsedMs - toldMs < 30_000) return;
      toldMs = progress.elapsedMs;
      print(`${target.name}: ${summaryOf(progress)}`);
    },
  });
  coverage?.stop();
  print(`${target.name}: ${summaryOf(result)}, seed ${seed}, ${result.finding === undefined ? "clean" : "FOUND"}`);
  return result;
}

/** Misuse of the command: parseArgs throws TypeErrors with a code. */
const isMisuse = (error: unknown): error is Error =>
  error instanceof RangeError || (error instanceof TypeError && "code" in error);

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

function watched(target: Target, heart: SharedArrayBuffer): Target {
  const check = (input: Input): Outcome => {
    beat(heart, input);
    return target.check(input);
  };
  return { ...target, check };
}

/** In the worker. */
function work(values: Values, heart: SharedArrayBuffer): number {
  const asked = chosen(values.target, values.native).map((target) => watched(target, heart));
  if (values.input !== undefined) {
    print(asked[0]!.check(fromJson(readFileSync(values.input, "utf8"))));
    return 0;
  }
  const seed = values.seed === undefined ? Date.now() % 2 ** 32 : numberOf("seed", values.seed);
  print(`seed ${seed}, Node ${process.version}, V8 ${process.versions.v8}`);
  let total = 0;
  let found = 0;
  for (const target of asked) {
    const { cases, finding } = runTarget(target, seed, values);
    total += cases;
    if (finding === undefined) continue;
    found++;
    report(target, finding);
  }
  print(`${total} cases, ${found} found`);
  return found === 0 ? 0 : 1;
}

/** In the main thread: starts the worker, and ends it if an input takes too long. */
function supervise(values: Values): void {
  const maxSilentSeconds = numberOf("timeout", values.timeout);
  const heart = newHeart();
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: heart });
  const listener = new Listener(heart);
  const timer = setInterval(() => {
    if (listener.listen() < maxSilentSeconds) return;
    const file = join(mkdtempSync(join(tmpdir(), "robots-fuzz-")), "input.json");
    writeFileSync(file, lastInput(heart));
    console.error(`hangs: an input took longer than ${values.timeout} seconds; saved in ${file}`);
    process.exit(1);
  }, 1000);
  worker.on("error", (error) => {
    throw error;
  });
  worker.on("exit", (code) => {
    clearInterval(timer);
    process.exitCode = code;
  });
}

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(usage);
  else if (isMainThread) supervise(values);
  else process.exitCode = work(values, workerData);
} catch (error) {
  console.error(isMisuse(error) ? `${error.message}\n\n${usage}` : error);
  process.exitCode = 2;
}
