/**
 * Compiles folders and WARC files into an archive: rules are compiled, sorted on disk and written in one pass. Runs in
 * Node only. Memory: two sorters (sorter.ts), whatever the number of origins.
 */

import type { Output } from "../../files/output-file.ts";
import { parse } from "../../index.ts";
import {
  type Description,
  describe,
  encodeState,
  hostOfKey,
  type OriginState,
  originKey,
  programsOf,
  type TableEntry,
  writeTable,
} from "../archive/internal.ts";

import { statesOf } from "./archive-source.ts";
import { type FileOrigin, filesOf } from "./folder-source.ts";
import { CAPTURE, FILE, ranked, rankedEarlier, resolved } from "./rank.ts";
import { shardsOf } from "./shards.ts";
import { Sorter } from "./sorter.ts";
import { Yielder } from "./turns.ts";
import { addCaptures, type WarcPlan } from "./warcs.ts";

/** What to compile, without where to write it. */
export interface CompileInputs extends WarcPlan {
  readonly folders: readonly string[];
  /** An archive to which the origins of the inputs are added. */
  readonly added?: string | undefined;
}

export interface CompilePlan extends CompileInputs {
  readonly output: Output;
}

/** @throws whatever reading and writing throw; the signal's reason when it aborts. The output is not committed. */
export async function compileArchive(plan: CompilePlan): Promise<void> {
  await compileStates(plan, (entries) => writeArchive(plan, entries, plan.output));
}

export interface ShardPlan extends CompileInputs {
  readonly shards: number;
  /** Opens the output of a shard. */
  openShard(shard: number): Output;
}

/**
 * Compiles an archive in shards: a host is in the shard `originShard` (archive/origin-hash.ts). Outputs are not committed.
 * @returns the number of origins in each shard.
 */
export async function compileShards(plan: ShardPlan): Promise<readonly number[]> {
  const origins: number[] = [];
  await compileStates(plan, async (states) => {
    for await (const entries of shardsOf(states, plan.shards, plan.temporary, plan.signal)) {
      const shard = origins.push(0) - 1;
      const counting = counted(entries, () => origins[shard]!++);
      await writeArchive(plan, counting, plan.openShard(shard), { number: shard, of: plan.shards });
    }
  });
  return origins;
}

/** Compiles all inputs and calls `write` with the resulting entries, in the order of their keys. */
async function compileStates(
  plan: CompileInputs,
  write: (entries: Iterable<TableEntry>) => Promise<void>,
): Promise<void> {
  const states = new Sorter(`${plan.temporary}.states`);
  try {
    if (plan.added !== undefined) await addArchive(plan, plan.added, states);
    if (plan.warcs.length > 0) await addWarcs(plan, states);
    for (const [i, folder] of plan.folders.entries()) await addFolder(plan, states, folder, FILE + i);
    await write(counted(resolved(states.sorted()), () => plan.stats.origins++));
  } finally {
    states.close();
  }
}

async function writeArchive(
  { description, policy, signal, stats }: CompileInputs,
  entries: Iterable<TableEntry>,
  output: Output,
  shard?: Description["shard"],
): Promise<void> {
  const text = describe({ ...description, policy: policy.name, shard });
  for await (const piece of writeTable(text, entries, hostOfKey)) {
    signal.throwIfAborted();
    await output.write(piece);
    stats.bytes += piece.length;
  }
}

async function addArchive({ description, policy, signal }: CompileInputs, path: string, states: Sorter): Promise<void> {
  const yielder = new Yielder(signal);
  for (const { key, value } of statesOf(path, { ...description, policy: policy.name })) {
    // The table's block is read over: copies outlive it.
    states.add({ key: Uint8Array.from(key), value: rankedEarlier(value) });
    await yielder.pause();
  }
}

/** Captures rank below all folders. */
async function addWarcs(plan: CompileInputs, states: Sorter): Promise<void> {
  await addCaptures(plan, (origin, state) => {
    const scheme = origin.protocol === "http:" ? "http" : "https";
    states.add({ key: originKey(origin.host, scheme), value: ranked(CAPTURE, encodeState(state)) });
  });
}

const REFUSED: OriginState = { status: "unreachable", verdict: "disallow" };

async function addFolder({ description, stats, signal }: CompileInputs, states: Sorter, folder: string, rank: number) {
  const { crawlers, ...options } = description;
  const yielder = new Yielder(signal);
  const compiled = (body: Uint8Array): OriginState => {
    const robots = parse(body, options);
    if (robots.truncated) stats.truncated++;
    return { status: "success", verdict: "rules", programs: programsOf(robots, crawlers) };
  };
  // What an unreadable file forbids is unknown, so everything is refused.
  const unreadable = (reason: string): OriginState => {
    stats.addUnreadable(reason);
    return REFUSED;
  };
  const add = (origins: readonly FileOrigin[], state: OriginState): void => {
    const value = ranked(rank, encodeState(state));
    for (const { host, scheme } of origins) states.add({ key: originKey(host, scheme), value });
  };
  for (const file of filesOf(folder)) {
    stats.files++;
    if ("skipped" in file) stats.skip(file.skipped, file.path);
    else {
      add(file.origins, "unreadable" in file ? unreadable(file.unreadable) : compiled(file.body));
      add(file.ambiguous, REFUSED);
    }
    await yielder.pause();
  }
}

function* counted(entries: Iterable<TableEntry>, onEntry: () => void): Generator<TableEntry> {
  for (const entry of entries) {
    onEntry();
    yield entry;
  }
}
