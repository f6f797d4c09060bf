"""python filter.py URLS RULES OUTPUT [SCHEDULER]: writes the allowed URLs to the folder OUTPUT, in parts that keep their order.

RULES is the manifest of `robots-wasm compile --shards`. Each shard is one task; the URLs come to it through Dask.
"""

import os
import sys
from array import array

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))

import shards
from dask import delayed
from dask.bytes import read_bytes
from distributed import Client, LocalCluster
from shards import Rules

BLOCK_BYTES = 64_000_000


def lines_of(block: bytes) -> list[bytes]:
    return block.removesuffix(b"\n").split(b"\n")


def divide(block: bytes, rules: Rules) -> list[bytes]:
    """The lines of each shard, and after them the shard of each line."""
    lines = lines_of(block)
    keys = rules.shards_of(lines)
    parts = [[] for _ in range(rules.shards)]
    for key, line in zip(keys, lines):
        parts[key].append(line)
    return [*(b"\n".join(part) if part else None for part in parts), array("H", keys).tobytes()]


def decide(rules: Rules, number: int, parts: list[bytes | None]) -> list[bytes]:
    """The verdicts of one shard for every block."""
    with rules.open(number) as shard:
        return [b"" if part is None else shard.verdicts(part.split(b"\n")) for part in parts]


def merge(block: bytes, keys: bytes, verdicts: list[bytes], path: str) -> int:
    """Writes the allowed lines of a block. The file has its name only when it is complete."""
    verdict_of = [iter(part) for part in verdicts]
    pairs = zip(lines_of(block), array("H", keys), strict=True)
    allowed = [line + b"\n" for line, key in pairs if next(verdict_of[key]) == ord("1")]
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "wb") as file:
        file.writelines(allowed)
    os.replace(temporary, path)
    return len(allowed)


def main(urls: str, manifest: str, output: str, scheduler: str | None = None) -> None:
    rules = Rules(manifest)
    os.makedirs(output, exist_ok=True)
    cluster = scheduler or LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with Client(cluster) as client:
        client.upload_file(shards.__file__)
        _, [blocks] = read_bytes(urls, blocksize=int(os.environ.get("BLOCK_BYTES", BLOCK_BYTES)), delimiter=b"\n", sample=False)
        divided = [delayed(divide, nout=rules.shards + 1)(block, rules) for block in blocks]
        numbers = range(rules.shards)
        decided = [delayed(decide, nout=len(blocks))(rules, n, [parts[n] for parts in divided]) for n in numbers]
        merged = [
            delayed(merge)(block, parts[rules.shards], [decided[n][b] for n in numbers], f"{output}/{b:05}")
            for b, (block, parts) in enumerate(zip(blocks, divided))
        ]
        futures = client.compute(merged)
        print(sum(client.gather(futures)), "allowed")


if __name__ == "__main__":
    main(*sys.argv[1:])
