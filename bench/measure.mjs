// Times with tinybench. A sample is a whole list of URLs or files, never one decision, so that taking the time costs nothing
// beside it; the figure is the median of the samples, and the spread the distance from the 25th to the 75th percentile.
import { Bench } from "tinybench";

/** `tasks`: { name: [function, operations it does] }. Returns { name: { ns, spread } } for one operation. */
export async function measure(tasks, { quick }) {
  const bench = new Bench({ time: quick ? 60 : 500, warmupTime: quick ? 30 : 150, iterations: 3, warmupIterations: 2 });
  for (const [name, [run]] of Object.entries(tasks)) bench.add(name, run);
  await bench.run();
  return Object.fromEntries(bench.tasks.map((task) => [task.name, figureOf(task.result, tasks[task.name][1])]));
}

function figureOf(result, operations) {
  const { latency } = result;
  if (latency === undefined) throw new Error(`a task failed: ${result.error?.stack ?? JSON.stringify(result)}`);
  const nsOf = (ms) => (ms * 1e6) / operations;
  return { ns: nsOf(latency.p50), spread: nsOf((latency.p75 ?? latency.p50) - (latency.p25 ?? latency.min)) };
}
