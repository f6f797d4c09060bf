"""`decide_arrow` and `decide_many` on tables of other libraries, as the README has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from robots_wasm import Archive, InvalidType

pytest.importorskip("pyarrow")

URLS = ["https://a.example/private", None, "https://a.example/", "x"]
VERDICTS = [False, None, True, None]


@pytest.fixture
def rules(archive: Path) -> Archive:
    return Archive(archive, "ExampleBot")


def test_a_column_of_polars(rules: Archive) -> None:
    polars: Any = pytest.importorskip("polars")
    df = polars.DataFrame({"url": URLS})
    df = df.with_columns(polars.Series("allowed", rules.decide_arrow(df["url"])))
    assert df["allowed"].to_list() == VERDICTS


@pytest.mark.parametrize("kind", ["str", "object"])
def test_a_column_of_pandas(rules: Archive, kind: str) -> None:
    pandas: Any = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"url": pandas.Series(URLS, dtype=kind)})
    frame["allowed"] = rules.decide_arrow(frame["url"]).to_pandas()
    assert frame["allowed"].tolist() == VERDICTS == rules.decide_many(frame["url"])
    with pytest.raises(InvalidType, match="urls: expected an array of text; got int64"):
        rules.decide_arrow(pandas.Series([1]))


def test_a_function_of_duckdb(rules: Archive) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        connection.create_function("robots_allowed", lambda urls: rules.decide_arrow(urls), ["VARCHAR"], "BOOLEAN", type="arrow", null_handling="special")
        rows = connection.execute("SELECT robots_allowed(url) FROM (SELECT unnest(?) AS url)", [URLS]).fetchall()
    assert [verdict for verdict, in rows] == VERDICTS
