/**
 * Compiles folders and WARC files into an archive: rules are compiled, sorted on disk and written in one pass. Runs in
 * Node only. Memory: two sorters (sorter.ts) and the cache of a table, whatever the number of origins.
 */

import {
  type Description,
  describe,
  encodeState,
  hostOfKey,
  type OriginState,
  originKey,
  type TableEntry,
  writeTable,
} from "../../crawl/archive/internal.ts";
import type { Output } from "../files/output-file.ts";

import { type FileBody, type FileOrigin, filesOf } from "../folder/folder-files.ts";
import { mergeEntries } from "../folder/merge-entries.ts";
import { Sorter } from "../folder/sorter.ts";
import { Yielder } from "../folder/turns.ts";
import { Captures } from "../warc/captures.ts";
import { type EarlierStates, openStates } from "./archive-source.ts";
import { readPartials } from "./partial.ts";
import { CAPTURE, FILE, ranked, rankedEarlier, resolved } from "./rank.ts";
import { shardsOf } from "./shards.ts";
import { capturedStates, keeperOf, readCaptures, type WarcPlan } from "./warcs.ts";

/** What to compile, without where to write it. */
export interface CompileInputs extends WarcPlan {
  readonly folders: readonly string[];
  /** An archive to which the origins of the inputs are added. */
  readonly added?: string | undefined;
}

interface CompilePlan extends CompileInputs {
  readonly output: Output;
}

/** @throws whatever reading and writing throw; the signal's reason when it aborts. The output is not committed. */
export async function compileArchive(plan: CompilePlan): Promise<void> {
  await compileStates(plan, (entries) => writeArchive(plan, entries, plan.output));
}

interface ShardPlan extends CompileInputs {
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
      const counting = countEntries(entries, () => origins[shard]!++);
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
  const earlier = plan.added === undefined ? undefined : earlierStates(plan, plan.added);
  const captures = new Captures(plan.temporary);
  const files = new Sorter(`${plan.temporary}.files`);
  try {
    await readPartials(plan, captures);
    await readCaptures(plan, captures);
    await captures.finish(plan.signal);
    for (const [i, folder] of plan.folders.entries()) await addFolder(plan, files, folder, FILE + i);
    const captured = capturedStates(plan, captures);
    const isAlone = earlier === undefined && plan.folders.length === 0;
    const states = isAlone ? captured : withOthers(captured, [earlier?.entries ?? [], files.sorted()]);
    await write(countEntries(states, () => plan.stats.origins++));
  } finally {
    files.close();
    captures.close();
    earlier?.close();
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

/** The states of an archive, which is verified first. */
function earlierStates({ description, policy }: CompileInputs, path: string): EarlierStates {
  const { entries, close } = openStates(path, { ...description, policy: policy.name, snapshot: undefined });
  return { entries: mapped(entries, ({ key, value }) => ({ key, value: rankedEarlier(value) })), close };
}

/** Only other inputs can have an origin again: without them, captures need no rank, which copies their rules. */
function withOthers(
  captured: Iterable<TableEntry>,
  [earlier, files]: readonly [Iterable<TableEntry>, Iterable<TableEntry>],
): Iterable<TableEntry> {
  const states = mapped(captured, ({ key, value }) => ({ key, value: ranked(CAPTURE, value) }));
  return resolved(mergeEntries([earlier, states, files]));
}

function* mapped(entries: Iterable<TableEntry>, map: (entry: TableEntry) => TableEntry): Generator<TableEntry> {
  for (const entry of entries) yield map(entry);
}

const REFUSED_STATE: OriginState = { status: "unreachable", verdict: "refused" };

async function addFolder({ description, stats, signal }: CompileInputs, states: Sorter, folder: string, rank: number) {
  const yielder = new Yielder(signal);
  const keep = keeperOf({ description, stats });
  // What an unreadable file forbids is unknown, so everything is refused.
  const unreadable = (reason: string): OriginState => {
    stats.addUnreadable(reason);
    return REFUSED_STATE;
  };
  const compiled = ({ body, origins }: FileBody): OriginState => {
    const programs = keep(body);
    if (programs === undefined) return unreadable(`${origins[0]!.host}: its rules are too long for an archive`);
    return { status: "success", verdict: "rules", programs };
  };
  const add = (origins: readonly FileOrigin[], state: OriginState): void => {
    const value = ranked(rank, encodeState(state));
    for (const { host, scheme } of origins) states.add({ key: originKey(host, scheme), value });
  };
  for (const file of filesOf(folder)) {
    stats.files++;
    if ("skipped" in file) stats.skip(file.skipped, file.path);
    else {
      add(file.origins, "unreadable" in file ? unreadable(file.unreadable) : compiled(file));
      add(file.ambiguous, REFUSED_STATE);
    }
    await yielder.pause();
  }
}

function* countEntries(entries: Iterable<TableEntry>, onEntry: () => void): Generator<TableEntry> {
  for (const entry of entries) {
    onEntry();
    yield entry;
  }
}
