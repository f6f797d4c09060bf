"""Which partition Spark gives a row."""

from __future__ import annotations

WORD = 0xFFFFFFFF


def partition_keys(total: int) -> list[int]:
    """For each partition a number that `repartition(total, column)` sends there.

    Spark sends a row to `pmod(hash(column), total)`. Numbers of shards would leave a third of the partitions empty. The hash is
    the same in Spark 2 to 4, because rows in files of bucketed tables depend on it.
    """
    keys: dict[int, int] = {}
    key = 0
    while len(keys) < total:
        keys.setdefault(spark_hash(key) % total, key)
        key += 1
    return [keys[partition] for partition in range(total)]


def spark_hash(value: int) -> int:
    """`hash(value)` of Spark for an int of 4 bytes: MurmurHash3 (x86, 32 bits) with seed 42, as a signed number."""
    mixed = _rotated(value * 0xCC9E2D51, 15) * 0x1B873593
    result = (_rotated(42 ^ (mixed & WORD), 13) * 5 + 0xE6546B64 & WORD) ^ 4
    for shift, factor in [(16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)]:
        result = (result ^ result >> shift) * factor & WORD
    return result - (1 << 32) if result >> 31 else result


def _rotated(value: int, bits: int) -> int:
    return (value << bits | (value & WORD) >> 32 - bits) & WORD
