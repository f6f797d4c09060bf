/** What other houses use of bulk/shards. */
export type { Manifest } from "./manifest.ts";
export { manifestIn, openShard, type ShardPath, shardPaths, shardsIn } from "./shard-files.ts";
