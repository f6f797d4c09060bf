// Asks a contestant's process one vector after the other. One that does not answer in time is ended and begun anew.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Far beyond any honest answer: the slowest take milliseconds. */
const PATIENCE_MS = 2000;
/** For a process that begins, on a machine that has other things to do. */
const BEGIN_MS = 60_000;

function begin([program, ...args]) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => undefined); // It ended: the missing answer says so.
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines, ended: new Promise((resolve) => child.on("error", resolve)) };
}

/** The next line, or "hang", or "end". */
async function nextLine({ lines, ended }, patienceMs) {
  let timer;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs, "hang");
  });
  const line = await Promise.race([
    lines.next().then(({ value }) => value ?? "end"),
    patience,
    ended.then(() => "end"),
  ]);
  clearTimeout(timer);
  return line;
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
  const line = await nextLine(process, BEGIN_MS);
  if (line === "hang" || line === "end") throw new Error(`${command.join(" ")}: expected an answer; got ${line}`);
  return process;
}

/** Outcomes by id. */
export async function ask(command, vectors) {
  const outcomes = new Map();
  let process = await ready(command, vectors[0]);
  for (const vector of vectors) {
    send(process, vector);
    const line = await nextLine(process, PATIENCE_MS);
    outcomes.set(vector.id, outcomeOf(line, vector.id));
    if (line !== "hang" && line !== "end") continue;
    process.child.kill("SIGKILL");
    process = await ready(command, vectors[0]);
  }
  process.child.stdin.end();
  return outcomes;
}
