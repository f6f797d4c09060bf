// Rounds: every contestant is measured once in each, one after another, because on a shared machine all of one contestant's time
// may fall into a busy second. A process answers with the middle time of each slice of files. The figure is the sum over the
// slices of the lowest round; slices are so short that a busy machine leaves some of their rounds undisturbed.
import { ContestantProcess } from "./process.mjs";

/** How long and how often; the first round warms up and is not counted. */
export const paceOf = ({ quick }) => (quick ? { forMs: 20, rounds: 3 } : { forMs: 80, rounds: 4 });

/**
 * `cells`: [{ name, contestant, command, operations }]: `command` without the milliseconds, which follow its second word.
 * Returns { name: { ns, spread } } for one operation; `spread` is the distance to the middle round.
 */
export async function measure(cells, processes, { forMs, rounds }) {
  const times = cells.map(() => []);
  for (let round = 0; round <= rounds; round++)
    for (const [i, { contestant, command, operations }] of cells.entries()) {
      const answer = await processes.of(contestant).ask(withPace(command, forMs));
      if (round > 0) times[i].push(answer.split(" ").map((ns) => Number(ns) / operations));
    }
  return Object.fromEntries(cells.map(({ name }, i) => [name, figureOf(times[i])]));
}

const withPace = ([name, i, ...rest], forMs) => [name, i, forMs, ...rest].join(" ");

/** `rounds`: the times of each slice. */
export function figureOf(rounds) {
  const slices = rounds[0].map((_, i) => rounds.map((times) => times[i]).sort((a, b) => a - b));
  const sumAt = (place) => slices.reduce((sum, times) => sum + times[place], 0);
  const ns = sumAt(0);
  return { ns, spread: sumAt(rounds.length >> 1) - ns };
}

/** The processes of one section, each begun when it is first needed. */
export class Processes {
  #running = new Map();

  constructor(job) {
    this.job = job;
  }

  of(contestant) {
    if (!this.#running.has(contestant)) this.#running.set(contestant, new ContestantProcess(contestant, this.job));
    return this.#running.get(contestant);
  }

  end() {
    for (const process of this.#running.values()) process.end();
    this.#running.clear();
  }
}
