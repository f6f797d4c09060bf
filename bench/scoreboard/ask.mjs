// Asks a contestant's process one vector after the other. One that does not answer in time is ended and begun anew.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Far beyond any honest answer: the slowest take milliseconds. Of the contestant's processor time, where /proc tells it. */
const PATIENCE_MS = 1000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** For a process that begins, on a machine that has other things to do. */
const BEGIN_MS = 60_000;

function begin([program, ...args]) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => undefined); // It ended: the missing answer says so.
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines, ended: new Promise((resolve) => child.on("error", resolve)) };
}

const lineOf = ({ lines }) => lines.next().then(({ value }) => value ?? "end");

/** What comes first: the line that is awaited, "end", or "hang" after so long. */
async function soon({ ended }, waiting, patienceMs) {
  let timer;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs, "hang");
  });
  const line = await Promise.race([waiting, patience, ended.then(() => "end")]);
  clearTimeout(timer);
  return line;
}

/** Whether a process wants the processor, and how much of it it has had; nothing where the system does not tell. */
function stateOf({ child: { pid } }) {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { isBusy: /[RD]/.test(state), processorMs: (Number(fields[10]) + Number(fields[11])) * TICK_MS };
  } catch {
    return { isBusy: false, processorMs: 0 };
  }
}

/** The next line; on a busy machine a process that was not given its time has not hung yet. */
async function answerOf(process) {
  const before = stateOf(process).processorMs;
  const waiting = lineOf(process);
  for (const deadline = Date.now() + BEGIN_MS; ; ) {
    const line = await soon(process, waiting, PATIENCE_MS);
    const { isBusy, processorMs } = stateOf(process);
    if (line !== "hang" || !isBusy || processorMs - before >= PATIENCE_MS || Date.now() > deadline) return line;
  }
}

/** The verdict: true or false; "threw" for an error or none; "hung". */
function outcomeOf(line, id) {
  if (line === "hang") return "hung";
  if (line === "end") return "threw";
  const answer = JSON.parse(line);
  if (answer.id !== id) throw new Error(`expected an answer to ${id}; got ${line}`);
  return typeof answer.allowed === "boolean" ? answer.allowed : "threw";
}

const send = ({ child }, vector) => child.stdin.write(`${JSON.stringify(vector)}\n`);

/** A process that has answered once, so that the time it takes to begin is not taken for thinking. */
async function ready(command, vector) {
  const process = begin(command);
  send(process, vector);
  const line = await soon(process, lineOf(process), BEGIN_MS);
  if (line === "hang" || line === "end") throw new Error(`${command.join(" ")}: expected an answer; got ${line}`);
  return process;
}

/** Outcomes by id. */
export async function ask(command, vectors) {
  const outcomes = new Map();
  let process = await ready(command, vectors[0]);
  for (const vector of vectors) {
    send(process, vector);
    const line = await answerOf(process);
    outcomes.set(vector.id, outcomeOf(line, vector.id));
    if (line !== "hang" && line !== "end") continue;
    process.child.kill("SIGKILL");
    process = await ready(command, vectors[0]);
  }
  process.child.stdin.end();
  return outcomes;
}
