"""python verdicts.py URLS ARCHIVE OUTPUT [SCHEDULER]: the Parquet table URLS with a column of verdicts for its column `url`."""

import sys

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from distributed import Client, LocalCluster
from robots_wasm import Archive

VERDICTS = pd.ArrowDtype(pa.bool_())


def decide(part: pd.DataFrame, archive: Archive) -> pd.DataFrame:
    """true, false, or null for what is not a URL"""
    allowed = archive.decide_arrow(pa.array(part["url"], pa.large_string(), from_pandas=True))
    return part.assign(allowed=pd.Series(allowed, index=part.index, dtype=VERDICTS))


def main(urls: str, archive: str, output: str, scheduler: str | None = None) -> None:
    cluster = scheduler or LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with Client(cluster):
        df = dd.read_parquet(urls)
        meta = df._meta.assign(allowed=pd.Series(dtype=VERDICTS))
        # A worker opens the archive at the same path, once.
        df.map_partitions(decide, Archive(archive, "ExampleBot"), meta=meta).to_parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
