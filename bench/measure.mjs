// Times with tinybench. A sample is a whole list of URLs or files, never one decision, so that taking the time costs nothing
// beside it. A case is measured in rounds, its contestants one after another in each, because on a shared machine all of
// one contestant's time may fall into a busy second: the figure is the lowest of the rounds' medians, the spread its
// distance from the highest.
import { Bench } from "tinybench";

const ROUNDS = 3;

/** `tasks`: { name: [function, operations it does] }. Returns { name: { ns, spread } } for one operation. */
export async function measure(tasks, { quick }) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await mediansOf(tasks, quick));
  return Object.fromEntries(
    Object.entries(tasks).map(([name, [, operations]]) => {
      const medians = rounds.map((round) => (round[name] * 1e6) / operations);
      const ns = Math.min(...medians);
      return [name, { ns, spread: Math.max(...medians) - ns }];
    }),
  );
}

async function mediansOf(tasks, quick) {
  const bench = new Bench({ time: quick ? 25 : 250, warmupTime: quick ? 15 : 60, iterations: 3, warmupIterations: 2 });
  for (const [name, [run]] of Object.entries(tasks)) bench.add(name, run);
  await bench.run();
  return Object.fromEntries(bench.tasks.map((task) => [task.name, medianOf(task)]));
}

function medianOf({ name, result }) {
  if (result.latency === undefined) throw new Error(`${name} failed: ${result.error?.stack ?? JSON.stringify(result)}`);
  return result.latency.p50;
}
