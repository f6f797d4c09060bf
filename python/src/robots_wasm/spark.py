"""Spark: verdicts as a column. The wheel must be installed on the driver and on the executors, in the same version.

Archives are URLs or absolute paths that the executors see, or names of files that `SparkContext.addFile` shipped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark import SparkContext
from pyspark.sql import Column, DataFrame, functions
from pyspark.sql.types import BooleanType, IntegerType, StringType, StructField, StructType, TimestampType

from . import Archive, RobotsError, __version__
from ._archive import Options, opened
from ._errors import archive_error, wrong_value
from ._manifest import Shard, footers_of, shards_of
from ._partitions import partition_keys
from ._shards import url_shards
from ._source import Place

__all__ = ["Counts", "decided", "decided_by_shard", "robots_allowed"]

KEY = "robots_wasm_key"
_FIELDS = [("outcome", StringType()), ("fetched_at", TimestampType()), ("snapshot", StringType())]
_KINDS = {False: BooleanType(), True: StructType([StructField(name, kind) for name, kind in _FIELDS])}
MAX_SALT = 1000


class Counts:
    """How many origins the tasks looked up, and how many of them the archive does not have. Read them after an action.

    They are accumulators: tasks look up an origin of their own accord, so it counts in each of them, and again if Spark repeats
    a task.
    """

    def __init__(self, context: SparkContext):
        self._origins, self._missing = context.accumulator(0), context.accumulator(0)

    @property
    def origins(self) -> int:
        return int(self._origins.value)

    @property
    def missing(self) -> int:
        return int(self._missing.value)

    def add(self, origins: int, missing: int) -> None:
        self._origins.add(origins)
        self._missing.add(missing)


class _Rules:
    """What a task needs to open an archive; the worker keeps it open for its next tasks."""

    def __init__(
        self, archive: str | os.PathLike[str], agent: str | Sequence[str], counts: Counts | None, options: dict[str, Any]
    ):
        self.version, self.counts = __version__, counts
        # Wrong options fail here, on the driver, before a job starts.
        self.options = Options(agent, **options)
        self.place = Place(os.fspath(archive), self.options.filesystem, self.options.ranges)
        # All tasks read the same generation.
        self.footers = footers_of(self.place) if self.place.is_remote else None

    def open(self, shard: Shard | None = None) -> Archive:
        from pyspark import SparkFiles

        if self.version != __version__:
            raise RobotsError("ERR_VERSION", f"robots-wasm: the driver has version {self.version}, this executor {__version__}")
        if shard is not None:
            return opened(shard.place, self.options, shard.footer)
        if self.place.is_local and not os.path.isabs(self.place.name):
            return opened(Place(SparkFiles.get(self.place.name)), self.options)
        return opened(self.place, self.options, self.footers)

    def decide(self, urls: Any, shard: Shard | None = None, outcome: bool = False) -> Any:
        """The verdicts of a column, by the archive or by one of its shards."""
        archive = self.open(shard)
        before = archive.origins, archive.missing
        try:
            return archive.decide_arrow(urls, outcome=outcome)
        finally:
            if self.counts is not None:
                self.counts.add(archive.origins - before[0], archive.missing - before[1])


def robots_allowed(
    archive: str | os.PathLike[str], agent: str | Sequence[str], *, counts: Counts | None = None, **options: Any
) -> Callable[[Any], Column]:
    """A function from a column of URLs to a column of verdicts: true, false, or null for what is not a URL.

    The other arguments are those of `robots_wasm.Archive`; with `missing="null"`, a missing origin is null too. Needs Spark 4.1, whose `arrow_udf` it uses; `decided` needs Spark 3.5.
    """
    if not hasattr(functions, "arrow_udf"):
        raise RobotsError("ERR_UNSUPPORTED", "robots_allowed: needs Spark 4.1 or newer; use decided")
    rules = _Rules(archive, agent, counts, options)

    def allowed(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
        for urls in batches:
            yield rules.decide(urls)

    allowed.__annotations__ = {"batches": Iterator[pa.Array], "return": Iterator[pa.Array]}
    return functions.arrow_udf(allowed, BooleanType())  # type: ignore[no-any-return]


def decided(
    df: DataFrame,
    archive: str | os.PathLike[str],
    agent: str | Sequence[str],
    *,
    url: str = "url",
    column: str = "allowed",
    outcome: bool = False,
    counts: Counts | None = None,
    **options: Any,
) -> DataFrame:
    """The table with a column of verdicts: true, false, or null for what is not a URL. Rows keep their other columns.

    With `outcome=True`, the column is a struct with the fields of `robots_wasm.Outcome`: which robots.txt decided.
    """
    _check_columns(df, url, column)
    rules = _Rules(archive, agent, counts, options)

    def decide(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch.append_column(column, rules.decide(batch.column(url), outcome=outcome))

    return df.mapInArrow(decide, _with(df, column, _KINDS[outcome]))


def decided_by_shard(
    df: DataFrame,
    manifest: str | os.PathLike[str],
    agent: str | Sequence[str],
    *,
    url: str = "url",
    column: str = "allowed",
    outcome: bool = False,
    salt: int = 1,
    counts: Counts | None = None,
    **options: Any,
) -> DataFrame:
    """As `decided`, for an archive that is too large to ship, made by `robots-wasm compile --shards`.

    The driver and the executors see the manifest and the shards at the same path or URL. The rows are shuffled, so that each task
    reads one shard: shard i in partition i. With `salt`, so many tasks share the rows of each shard: for URLs most of which
    have one host. The order of the rows changes.
    """
    _check_columns(df, url, column)
    if type(salt) is not int or not 1 <= salt <= MAX_SALT:
        raise wrong_value("salt", f"an int from 1 to {MAX_SALT}", salt)
    rules = _Rules(manifest, agent, counts, options)
    shards = shards_of(rules.options.place(manifest))
    if shards is None:
        raise archive_error(manifest, "the manifest of robots-wasm compile --shards", "another file")

    keys = partition_keys(len(shards) * salt)
    key_of, shard_of = pa.array(keys, pa.int32()), {key: shards[number // salt] for number, key in enumerate(keys)}

    def divide(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        known: dict[bytes, int] = {}
        for batch in batches:
            numbers = _salted(url_shards(batch.column(url), len(shards), known), salt)
            yield batch.append_column(KEY, key_of.take(numbers))

    def decide(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for key, part in _runs(batch):
                yield part.append_column(column, rules.decide(part.column(url), shard_of[key], outcome))

    keyed = df.mapInArrow(divide, _with(df, KEY, IntegerType()))
    divided = keyed.repartition(len(keys), KEY).sortWithinPartitions(KEY)
    return divided.mapInArrow(decide, _with(df, column, _KINDS[outcome]))


def _salted(numbers: Any, salt: int) -> Any:
    """The shards of the rows as numbers of partitions: the rows of a shard take its partitions in turns."""
    if salt == 1:
        return numbers
    turns = pa.array(range(len(numbers)), pa.int32())
    turn = pc.subtract(turns, pc.multiply(pc.divide(turns, salt), salt))
    return pc.add(pc.multiply(numbers, salt), turn)


def _check_columns(df: DataFrame, url: str, column: str) -> None:
    if url not in df.columns or not isinstance(df.schema[url].dataType, StringType):
        raise wrong_value("url", f"a column of text, one of {', '.join(df.columns)}", url)
    if column in df.columns:
        raise wrong_value("column", "a name that the table does not have yet", column)


def _with(df: DataFrame, column: str, kind: Any) -> StructType:
    return StructType([*df.schema.fields, StructField(column, kind)])


def _runs(batch: pa.RecordBatch) -> Iterator[tuple[int, pa.RecordBatch]]:
    """The parts of a sorted batch that have one key each, without the column of the keys."""
    runs = pc.run_end_encode(batch.column(KEY), run_end_type=pa.int32())
    rest, start = batch.drop_columns([KEY]), 0
    for key, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist()):
        yield key, rest.slice(start, end - start)
        start = end

