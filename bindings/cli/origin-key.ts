/** `robots-wasm origin-key`: prints the hash or the shard of each URL's origin, so that an engine partitions URLs alike. */
import { originHash } from "../crawl/archive/index.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { type UrlOrBytes, urlBatches, urlText } from "./input.ts";
import { checkedShards, parseWords, shardsHelp } from "./options.ts";
import { writeFully } from "./output.ts";

const options = { shards: { type: "string" } } as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  if (positionals.length > 0) throw usageError(`expected URLs on standard input; got ${positionals[0]}`);
  const shards = values.shards === undefined ? undefined : checkedShards(values.shards);
  for await (const urls of urlBatches(["-"], true))
    await writeFully(urls.map((url) => `${keyOf(url, shards)}\n`).join(""));
  return 0;
}

/** Empty for a line that is not a URL, so that the lines stay aligned. */
function keyOf(url: UrlOrBytes, shards: number | undefined): string {
  try {
    const hash = originHash(urlText(url));
    return String(shards === undefined ? hash : hash % shards);
  } catch {
    return "";
  }
}

export const command: Command = {
  help: `Usage: robots-wasm origin-key [--shards N] < URLS

Prints one number for each line: the hash of the URL's origin, or with --shards the shard that holds it. A line that is
not an http or https URL gives an empty line.

${shardsHelp}

The hash is FNV-1a with 32 bits over host and port as in new URL(url).host; the shard is hash % N.
`,
  run,
};
