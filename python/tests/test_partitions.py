"""Which partition Spark gives a row. test/weekly/engines/spark.test.ts asks Spark itself."""

from __future__ import annotations

import pytest

from robots_wasm._partitions import partition_keys, spark_hash


# SELECT hash(value) in Spark 3.5, 4.0 and 4.3.
@pytest.mark.parametrize(("value", "hashed"), [(0, 933211791), (1, -559580957), (42, 29417773), (-1, -1604776387), (2**31 - 1, 133916647)])
def test_the_hash_is_that_of_spark(value: int, hashed: int) -> None:
    assert spark_hash(value) == hashed


@pytest.mark.parametrize("total", [1, 2, 3, 16, 1000])
def test_each_partition_has_a_key(total: int) -> None:
    keys = partition_keys(total)
    assert [spark_hash(key) % total for key in keys] == list(range(total))
