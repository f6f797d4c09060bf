/** The sites of WARC files, as a client that made the captured requests would know them. */
import { type Lost, originsIn, type Replayed } from "../warc/index.ts";

type WarcInputs = Omit<Parameters<typeof originsIn>[0], "keepsDamaged" | "keep">;

/** Yields what is lost, then every origin in the order of an archive. @throws the reason of the signal when it aborts */
export async function* warcSites(inputs: WarcInputs): AsyncGenerator<Replayed | Lost> {
  const plan = { ...inputs, keepsDamaged: true, keep: (body: Uint8Array) => body };
  // The table's block is read over: a copy outlives it.
  for await (const one of originsIn(plan)) yield "kept" in one ? { ...one, kept: Uint8Array.from(one.kept!) } : one;
}
